package io.deskmeter.controller.store.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.result.EvidenceStore.StripOfOperation;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The film strips of a workload's operations. */
@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class EvidenceStoreTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private EvidenceStore evidence;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        evidence = new EvidenceStore(opened.client, opened.reads, opened.writes);
        run("older", "2026-01-01T00:00:00Z");
        run("newer", "2026-01-02T00:00:00Z");
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private void run(String id, String createdAt) {
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values (?, 'p', 't', 'fixed', 1, '', 2, 'STEADY', cast(? as timestamp with time zone), '[]', '{}')
                """, id, createdAt);
    }

    /** Reproducer: the sum of 2^63-1 and 1 was no number, and the run could not be read any more. */
    @Test
    void howManyAreLeftOutIsAlwaysANumber() {
        evidence.leftOut("older", "agent", Long.MAX_VALUE);
        evidence.leftOut("older", "agent", 3);
        evidence.leftOut("older", "other", -1);
        evidence.leftOutOneMore("older", "reason");
        opened.jdbc.update(
                "insert into evidence_left_out (run_id, agent, pictures) values ('older', 'earlier', ?)",
                Long.MAX_VALUE);
        assertThat(evidence.leftOut("older")).isEqualTo(3 * EvidenceStore.MOST_LEFT_OUT + 1);
        evidence.leftOutOneMore("older", "earlier");
        assertThat(evidence.leftOutBy("older"))
                .containsEntry("earlier", EvidenceStore.MOST_LEFT_OUT)
                .containsEntry("agent", EvidenceStore.MOST_LEFT_OUT)
                .containsEntry("reason", 1L);
    }

    private void strip(String run, int session, String operation, Outcome outcome) {
        opened.timings()
                .store(List.of(new TimingStore.Row(
                        run,
                        Timing.builder("office/writer", operation, Group.B, outcome)
                                .session(session)
                                .sequence(5)
                                .iteration(2)
                                .wallFiredAt(Instant.parse("2026-01-01T00:00:00.5Z"))
                                .intendedAt(0)
                                .firedAt(0)
                                .lastWithoutAt(100)
                                .shownAt(200)
                                .build())));
        evidence.add(run, "s" + session + "-end.png", session, 5, null);
        evidence.add(run, "s" + session + "-strip.png", session, 5, new byte[] {1});
    }

    @Test
    void eachOperationHasOneFilmStripOfTheLatestRunAndOfATimingThatIsOk() {
        strip("older", 0, "open", Outcome.OK);
        strip("older", 1, "close", Outcome.OK);
        strip("newer", 0, "open", Outcome.TIMEOUT);
        strip("newer", 1, "open", Outcome.OK);

        assertThat(evidence.latestStrips("office/writer"))
                .containsExactly(
                        new StripOfOperation("close", "older", 1, 5, "ok", "s1-strip.png"),
                        new StripOfOperation("open", "newer", 1, 5, "ok", "s1-strip.png"));
        assertThat(evidence.latestStrips("office/calc")).isEmpty();
    }

    @Test
    void deletedRunsHaveNone() {
        strip("newer", 0, "open", Outcome.OK);
        opened.jdbc.update("update run set deleted_at = current_timestamp where id = 'newer'");

        assertThat(evidence.latestStrips("office/writer")).isEmpty();
    }
}
