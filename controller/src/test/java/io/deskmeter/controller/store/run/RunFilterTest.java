package io.deskmeter.controller.store.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class RunFilterTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private RunQueries queries;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        queries = new RunQueries(opened.reads);
        run("r1", "office", "Office at 100 %", "FINISHED", 1, "[]");
        run("r2", "rdsh", "RDSH farm", "INVALID", 2, "[\"the agent was Lost\"]");
        run("r3", "office", "Office", "FINISHED", 3, "[]");
        run("r4", "office", "Office", "STEADY", 3, "[]");
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private void run(String id, String profile, String title, String state, int minute, String reasons) {
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
            values (?, ?, ?, 'find-max', 1, '', 2, ?, ?::timestamp with time zone, ?, '{}')\
            """, id, profile, title, state, "2026-11-21" + " 10:0" + minute + ":00+00:00", reasons);
    }

    private List<String> ids(
            @Nullable RunState state,
            @Nullable String profile,
            List<String> words,
            @Nullable String before,
            int limit) {
        return queries
                .runs(new RunFilter(state == null ? Set.of() : Set.of(state), profile, words, before), 0, limit)
                .stream()
                .map(RunRow::id)
                .toList();
    }

    @Test
    void whatIsNotAskedForDoesNotMatter() {
        assertThat(queries.runs(RunFilter.NONE, 0, 10)).extracting(RunRow::id).containsExactly("r4", "r3", "r2", "r1");
    }

    @Test
    void stateProfileAndAllWordsMustMatchInAnyCase() {
        assertThat(ids(RunState.FINISHED, null, List.of(), null, 10)).containsExactly("r3", "r1");
        assertThat(ids(null, "rdsh", List.of(), null, 10)).containsExactly("r2");
        assertThat(ids(null, null, List.of("FARM", "lost"), null, 10)).containsExactly("r2");
        assertThat(ids(null, null, List.of("find-max", "office"), null, 10)).containsExactly("r4", "r3", "r1");
        assertThat(ids(RunState.STEADY, null, List.of("lost"), null, 10)).isEmpty();
    }

    /** A run that goes on takes no place of one that has ended. */
    @Test
    void severalStatesMayBeAskedFor() {
        assertThat(queries.runs(new RunFilter(RunState.ENDED, null, List.of(), null), 0, 2))
                .extracting(RunRow::id)
                .containsExactly("r3", "r2");
    }

    @Test
    void aWordIsNoPattern() {
        assertThat(ids(null, null, List.of("%"), null, 10)).containsExactly("r1");
        assertThat(ids(null, null, List.of("_"), null, 10)).isEmpty();
        assertThat(ids(null, null, List.of("!"), null, 10)).isEmpty();
    }

    @Test
    void thePagesTogetherAreAllRunsAlsoWhereTwoBeganAtOneMoment() {
        assertThat(ids(null, null, List.of(), null, 1)).containsExactly("r4");
        assertThat(ids(null, null, List.of(), "r4", 1)).containsExactly("r3");
        assertThat(ids(null, null, List.of(), "r3", 2)).containsExactly("r2", "r1");
        assertThat(ids(null, null, List.of(), "r1", 2)).isEmpty();
        assertThat(ids(RunState.FINISHED, null, List.of(), "r3", 2)).containsExactly("r1");
    }
}
