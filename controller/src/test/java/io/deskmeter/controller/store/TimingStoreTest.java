package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.run.ResourceFact;
import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.store.TimingStore.Row;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class TimingStoreTest {
    @SuppressWarnings("NullAway.Init")
    private DataDirectory data;

    @SuppressWarnings("NullAway.Init")
    private JdbcTemplate jdbc;

    @SuppressWarnings("NullAway.Init")
    private JdbcDataSource source;

    @SuppressWarnings("NullAway.Init")
    private WriteTransactions writes;

    @SuppressWarnings("NullAway.Init")
    private TimingStore store;

    @SuppressWarnings("NullAway.Init")
    private DerivedFiles derived;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        data = DataDirectory.take(folder);
        source = new JdbcDataSource();
        // One connection more than the store needs keeps the database open between two of its calls.
        source.setURL(data.jdbcUrl() + ";DB_CLOSE_DELAY=-1");
        Flyway.configure().dataSource(source).load().migrate();
        jdbc = new JdbcTemplate(source);
        derived = new DerivedFiles(data);
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(source));
        writes = new WriteTransactions(transactions, data);
        store = new TimingStore(jdbc, new ReadConnections(source), writes, derived);
        jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
            values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')\
            """);
    }

    @AfterEach
    void close() throws IOException {
        jdbc.execute("shutdown immediately");
        data.close();
    }

    private static Row row(long sequence, Outcome outcome) {
        return row(3, sequence, outcome);
    }

    private static Row row(int session, long sequence, Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        return new Row(
                "r",
                new Timing(
                        session,
                        sequence,
                        1,
                        "office/writer",
                        "open",
                        Group.B,
                        outcome,
                        Instant.parse("2026-01-01T00:00:00.123456Z"),
                        2_000_000_000,
                        -5,
                        7,
                        ok ? 9 : Timing.NEVER,
                        ok ? 11 : Timing.NEVER,
                        "détail"));
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
        jdbc.execute("drop table timing cascade");
        assertThatThrownBy(() -> store.store(List.of(row(1, Outcome.OK))))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith("cannot write to " + data.root() + ": ")
                .hasMessageContaining("neither disk space nor permissions")
                .hasMessageNotContaining("free some");
    }

    @Test
    void newTimingsRemoveWhatWasComputedFromTheOldOnes() {
        long generation = derived.generation("r");
        derived.keep("r", generation, "a", file -> Files.writeString(file, "of none"));
        assertThat(derived.file("r", "a")).exists();
        assertThat(store.store(List.of(row(1, Outcome.OK)))).hasSize(1);
        assertThat(derived.file("r", "a")).doesNotExist();
        derived.keep("r", generation, "a", file -> Files.writeString(file, "too late"));
        assertThat(derived.file("r", "a")).doesNotExist();
        derived.keep("r", derived.generation("r"), "a", file -> Files.writeString(file, "of one"));
        assertThat(derived.file("r", "a")).hasContent("of one");
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
    void whoPassesTimingsOnHoldsNoConnectionMeanwhile() {
        store.store(List.of(row(1, Outcome.OK)));
        JdbcConnectionPool one = JdbcConnectionPool.create(source);
        one.setMaxConnections(1);
        TimingStore narrow = new TimingStore(jdbc, new ReadConnections(one), writes, derived);
        List<Integer> inUse = new ArrayList<>();
        narrow.forEach("r", timing -> inUse.add(one.getActiveConnections()));
        ResourceFact fact = new ResourceFact(Instant.EPOCH, 1, 1, 1, 1, 1, 0, 0, 0, 0);
        narrow.store("r", "agent-1", fact);
        narrow.forEachSample("r", (agent, sample) -> inUse.add(one.getActiveConnections()));
        one.dispose();
        assertThat(inUse).containsExactly(0, 0);
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

    @Test
    void whoIsInterruptedWhileReadingDoesNotCloseTheStoreForOthers() throws InterruptedException {
        List<Row> rows =
                LongStream.range(0, 20_000).mapToObj(i -> row(i, Outcome.OK)).toList();
        store.store(rows);
        // What is read next is read from the disk.
        jdbc.execute("shutdown");
        List<Timing> read = new ArrayList<>();
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            store.forEach("r", read::add);
        });
        interrupted.start();
        interrupted.join();
        assertThat(read.size()).isEqualTo(rows.size());
        assertThat(all().size()).isEqualTo(rows.size());
    }
}
