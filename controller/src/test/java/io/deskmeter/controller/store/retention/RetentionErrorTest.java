package io.deskmeter.controller.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.engine.InsertTable;
import io.deskmeter.controller.store.engine.StoreEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention goes on after what it did not expect. */
class RetentionErrorTest {
    private static final int ENOUGH = 3;

    private final InternalFaults faults = new InternalFaults(InstantSource.system());
    private final CountDownLatch begun = new CountDownLatch(ENOUGH);

    /** An error of a library, such as one that is linked with another version of a class. */
    @Test
    void anErrorIsReportedAndTheNextHourComes(@TempDir Path folder) throws Exception {
        try (Opened opened = TestDatabase.H2.open(folder)) {
            Retention retention = new Retention(
                    new ActiveRuns(
                            (plan, listener) -> {
                                throw new IllegalStateException("no run is started here");
                            },
                            faults),
                    new RunDeletion(
                            opened.client,
                            opened.writes,
                            opened.data,
                            opened.derived,
                            InstantSource.system(),
                            opened.identity),
                    new RetentionStore(opened.client, opened.reads, opened.writes),
                    new DiskUsage(opened.reads, opened.data, opened.engine),
                    new FailingEngine(begun),
                    InstantSource.system(),
                    faults,
                    Duration.ofMillis(20));
            try {
                retention.started();
                assertThat(begun.await(20, TimeUnit.SECONDS))
                        .as("retention has begun %d times", ENOUGH)
                        .isTrue();
            } finally {
                retention.close();
            }
        }
        assertThat(faults.count()).isGreaterThanOrEqualTo(ENOUGH - 1);
        assertThat(faults.latest())
                .hasValueSatisfying(fault -> assertThat(fault.where()).contains("retention"));
    }

    /** What retention asks first. */
    private record FailingEngine(CountDownLatch begun) implements StoreEngine {
        @Override
        public void force() {
            begun.countDown();
            throw new NoSuchMethodError("of another version");
        }

        @Override
        public List<Integer> insert(InsertTable table, List<@Nullable Object[]> rows) {
            throw new UnsupportedOperationException("not needed by retention (expected: none)");
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public String writeFailure(Throwable failure, String cause) {
            return cause;
        }
    }
}
