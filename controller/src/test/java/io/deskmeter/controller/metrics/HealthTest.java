package io.deskmeter.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.faults.InternalFaults;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

class HealthTest {
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    /** Writes that fail as long as the disk is full. */
    private static final class Disk implements TransactionOperations {
        private final AtomicBoolean full = new AtomicBoolean();

        @Override
        public <T> T execute(TransactionCallback<T> action) {
            if (full.get()) {
                throw new TransactionSystemException("no space left");
            }
            return TransactionOperations.withoutTransaction().execute(action);
        }
    }

    @Test
    void theStoreIsDownFromAFailedWriteToTheNextThatSucceeds() {
        Disk disk = new Disk();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        TimedTransactions writes = new TimedTransactions(disk, registry, () -> NOW);
        StoreHealth health = new StoreHealth(Optional::empty, writes);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);

        disk.full.set(true);
        assertThatThrownBy(() -> writes.execute(status -> 1)).hasMessage("no space left");
        Health down = health.health();
        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
        assertThat(down.getDetails()).containsEntry("writeFailedAt", NOW).containsEntry("said", "no space left");

        disk.full.set(false);
        assertThat(writes.<Integer>execute(status -> 7)).isEqualTo(7);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(registry.get("deskmeter.store.writes")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("deskmeter.store.writes")
                        .tag("outcome", "done")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aStoreThatDoesNotAnswerIsDownAndNobodyWaitsForIt() {
        TimedTransactions writes = new TimedTransactions(new Disk(), new SimpleMeterRegistry(), () -> NOW);
        Health down = new StoreHealth(() -> Optional.of("it does not answer"), writes).health();
        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
        assertThat(down.getDetails()).containsEntry("why", "it does not answer");
    }

    @Test
    void aFatalFaultIsDownForGood() {
        InternalFaults faults = new InternalFaults(() -> NOW);
        FaultsHealth health = new FaultsHealth(faults);
        faults.report("a task", new IllegalStateException("odd"));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(health.health().getDetails()).containsEntry("count", 1L);
        faults.reportFatal("the end of a run", new IllegalStateException("no end"));
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails()).containsEntry("where", "the end of a run");
    }

    @Test
    void aMailboxThatIsStuckIsDown() throws Exception {
        ScheduledExecutorService mailbox = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch stuck = new CountDownLatch(1);
        try {
            MailboxHealth health = new MailboxHealth(mailbox, System::nanoTime, Duration.ofSeconds(20));
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            MailboxHealth hasty = new MailboxHealth(mailbox, System::nanoTime, Duration.ofMillis(50));
            Future<?> unused = mailbox.submit(() -> {
                stuck.await();
                return 0;
            });
            assertThat(hasty.health().getStatus()).isEqualTo(Status.DOWN);
            stuck.countDown();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        } finally {
            stuck.countDown();
            mailbox.shutdownNow();
        }
    }
}
