package io.deskmeter.controller.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.result.TimingStore.Row;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only an embedded store can get wrong. */
@Tag("slow")
class H2StoreTest {
    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private TimingStore store;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = TestDatabase.H2.open(folder);
        store = opened.timings();
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')""");
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private static Row row(long sequence) {
        return new Row(
                "r",
                Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                        .session(3)
                        .sequence(sequence)
                        .iteration(1)
                        .thinkNanos(2_000_000_000)
                        .intendedAt(-5)
                        .firedAt(7)
                        .lastWithoutAt(9)
                        .shownAt(11)
                        .build());
    }

    @Test
    void whoPassesTimingsOnHoldsNoConnectionMeanwhile() {
        store.store(List.of(row(1)));
        JdbcConnectionPool one = JdbcConnectionPool.create((JdbcDataSource) opened.source);
        one.setMaxConnections(1);
        TimingStore narrow = new TimingStore(opened.jdbc, new ReadConnections(one), opened.writes, opened.inserts());
        List<Integer> inUse = new ArrayList<>();
        narrow.forEach("r", timing -> inUse.add(one.getActiveConnections()));
        ResourceFact fact = new ResourceFact(Instant.EPOCH, 1, 1, 1, 1, 1, 0, 0, 0, 0);
        narrow.store("r", "agent-1", fact);
        narrow.forEachSample("r", (agent, sample) -> inUse.add(one.getActiveConnections()));
        one.dispose();
        assertThat(inUse).containsExactly(0, 0);
    }

    @Test
    void whoIsInterruptedWhileReadingDoesNotCloseTheStoreForOthers() throws InterruptedException {
        List<Row> rows = LongStream.range(0, 20_000).mapToObj(H2StoreTest::row).toList();
        store.store(rows);
        // What is read next is read from the disk.
        opened.jdbc.execute("shutdown");
        List<Timing> read = new ArrayList<>();
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            store.forEach("r", read::add);
        });
        interrupted.start();
        interrupted.join();
        assertThat(read.size()).isEqualTo(rows.size());
        assertThat(store.count("r")).isEqualTo(rows.size());
    }
}
