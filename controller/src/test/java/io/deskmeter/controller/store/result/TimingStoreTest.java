package io.deskmeter.controller.store.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.engine.PostgresEngine;
import io.deskmeter.controller.store.result.TimingStore.Row;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TimingStoreTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private TimingStore store;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        store = opened.timings();
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
            values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')\
            """);
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private static Row row(long sequence, Outcome outcome) {
        return row(3, sequence, outcome);
    }

    private static Row row(int session, long sequence, Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        return new Row(
                "r",
                Timing.builder("office/writer", "open", Group.B, outcome)
                        .session(session)
                        .sequence(sequence)
                        .iteration(1)
                        .wallFiredAt(Instant.parse("2026-01-01T00:00:00.123456Z"))
                        .thinkNanos(2_000_000_000)
                        .intendedAt(-5)
                        .firedAt(7)
                        .lastWithoutAt(ok ? 9 : Timing.NEVER)
                        .shownAt(ok ? 11 : Timing.NEVER)
                        .detail("détail")
                        .handled(ok ? 2 : 0)
                        .build());
    }

    private List<Timing> all() {
        List<Timing> timings = new ArrayList<>();
        store.forEach("r", timings::add);
        return timings;
    }

    @Test
    void everyTimingIsStoredOnceAndComesBackAsItWas() {
        assertThat(store.store(List.of(row(1, Outcome.OK), row(2, Outcome.TIMEOUT))))
                .hasSize(2);
        assertThat(store.store(List.of(row(2, Outcome.TIMEOUT), row(3, Outcome.OK))))
                .containsExactly(row(3, Outcome.OK));
        assertThat(all())
                .containsExactly(
                        row(1, Outcome.OK).timing(),
                        row(2, Outcome.TIMEOUT).timing(),
                        row(3, Outcome.OK).timing());
        assertThat(store.latest("r", 3, 2))
                .containsExactly(
                        row(3, Outcome.OK).timing(), row(2, Outcome.TIMEOUT).timing());
        assertThat(store.find("r", 3, 2)).contains(row(2, Outcome.TIMEOUT).timing());
        assertThat(store.find("r", 4, 2)).isEmpty();
        assertThat(store.count("r")).isEqualTo(3);
        assertThat(store.store(List.of(row(4, Outcome.OK)))).hasSize(1);
        assertThat(store.count("r")).isEqualTo(4);
    }

    @Test
    void aBatchOfWhichOneCannotBeStoredIsNotStoredAtAll() {
        Row unknownRun = new Row("nobody", row(2, Outcome.OK).timing());
        assertThatThrownBy(() -> store.store(List.of(row(1, Outcome.OK), unknownRun)))
                .isInstanceOf(JournalException.class);
        assertThat(all()).isEmpty();
    }

    @Test
    void aWriteThatFailsSaysWhereAndWhatWasExpected() {
        opened.jdbc.execute("drop table timing cascade");
        assertThatThrownBy(() -> store.store(List.of(row(1, Outcome.OK))))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith("cannot write to ")
                .hasMessageContaining("(expected: ")
                .hasMessageNotContaining("free some");
    }

    /**
     * Detail is what an application or a server said: any characters. Many rows get into PostgreSQL in another way than
     * a few.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, PostgresEngine.MANY})
    void anyCharactersOfADetailComeBackAsTheyWere(int more) {
        Timing plain = row(1, Outcome.TIMEOUT).timing();
        List<String> details = new ArrayList<>(List.of(
                "", "a\tb\nc\rd\\e", "\\N", "\\.", "\"'`,;{}", "\u00e9\u4e16\ud83d\ude00", " \\t ", "NULL", "null"));
        details.addAll(Collections.nCopies(more, "one of many"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < details.size(); i++) {
            rows.add(new Row("r", withDetail(plain, i + 1, details.get(i))));
        }
        assertThat(store.store(rows)).isEqualTo(rows);
        assertThat(all().stream().map(Timing::detail)).isEqualTo(details);
    }

    private static Timing withDetail(Timing timing, long sequence, String detail) {
        return timing.like(timing.outcome()).sequence(sequence).detail(detail).build();
    }

    @Test
    void aTimingThatABatchHasTwiceIsStoredOnce() {
        assertThat(store.store(List.of(row(1, Outcome.OK), row(1, Outcome.OK)))).hasSize(1);
        assertThat(all()).hasSize(1);
    }

    @Test
    void ofManyTimingsThoseThatCameBeforeOrTwiceAreLeftOut() {
        List<Row> many = LongStream.range(0, PostgresEngine.MANY)
                .mapToObj(i -> row(i, Outcome.OK))
                .toList();
        store.store(List.of(many.get(3), many.get(77)));
        List<Row> batch = new ArrayList<>(many);
        batch.add(many.get(5));
        assertThat(store.store(batch))
                .hasSize(many.size() - 2)
                .doesNotContain(many.get(3), many.get(77))
                .contains(many.get(5));
        assertThat(store.store(batch)).isEmpty();
        assertThat(store.count("r")).isEqualTo(many.size());
    }

    /** Agents send again what was not acknowledged, on several links at once. */
    @Test
    void writersOfTheSameTimingsAtTheSameTimeStoreEachOnce() throws Exception {
        List<Row> rows = LongStream.range(0, 2_000)
                .mapToObj(i -> row((int) (i % 7), i, Outcome.OK))
                .toList();
        AtomicInteger stored = new AtomicInteger();
        List<Thread> writers = new ArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            // Some write few at once, some many.
            int batch = writer % 2 == 0 ? 100 : 2 * PostgresEngine.MANY;
            Thread thread = new Thread(() -> {
                for (int from = 0; from < rows.size(); from += batch) {
                    stored.addAndGet(
                            store.store(rows.subList(from, from + batch)).size());
                }
            });
            thread.setUncaughtExceptionHandler((who, failure) -> failures.add(failure));
            writers.add(thread);
            thread.start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(failures).isEmpty();
        assertThat(stored).hasValue(rows.size());
        assertThat(store.count("r")).isEqualTo(rows.size());
    }

    @Test
    void newTimingsRemoveWhatWasComputedFromTheOldOnes() {
        long generation = opened.derived.generation("r");
        opened.derived.keep("r", generation, "a", file -> Files.writeString(file, "of none"));
        assertThat(opened.derived.file("r", "a")).exists();
        assertThat(store.store(List.of(row(1, Outcome.OK)))).hasSize(1);
        assertThat(opened.derived.file("r", "a")).doesNotExist();
        opened.derived.keep("r", generation, "a", file -> Files.writeString(file, "too late"));
        assertThat(opened.derived.file("r", "a")).doesNotExist();
        opened.derived.keep("r", opened.derived.generation("r"), "a", file -> Files.writeString(file, "of one"));
        assertThat(opened.derived.file("r", "a")).hasContent("of one");
    }

    @Test
    void whatIsReadPageByPageIsWholeAndInOrderAndAsItWasAtTheBeginning() {
        List<Row> rows = LongStream.range(0, 7_000)
                .mapToObj(i -> row((int) (i % 3), i, Outcome.OK))
                .toList();
        store.store(rows);
        List<Timing> read = new ArrayList<>();
        store.forEach("r", timing -> {
            if (read.isEmpty()) {
                store.store(List.of(row(2, 8_000, Outcome.OK), row(7, 1, Outcome.OK)));
            }
            read.add(timing);
        });
        List<Timing> expected = rows.stream()
                .map(Row::timing)
                .sorted(Comparator.comparing(Timing::session).thenComparing(Timing::sequence))
                .toList();
        assertThat(read.equals(expected)).isTrue();
        assertThat(all().size()).isEqualTo(7_002);
    }

    @Test
    void whoIsInterruptedWhileWritingDoesNotCloseTheStoreForOthers() throws InterruptedException {
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            store.store(List.of(row(1, Outcome.OK)));
        });
        interrupted.start();
        interrupted.join();
        assertThat(store.store(List.of(row(2, Outcome.OK)))).hasSize(1);
        assertThat(all()).hasSize(2);
    }
}
