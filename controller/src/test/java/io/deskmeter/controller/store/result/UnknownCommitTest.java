package io.deskmeter.controller.store.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.ResultsStored;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A connection that is lost while it commits leaves open whether it did: the timings may be there though nobody was
 * told of them.
 */
class UnknownCommitTest {
    private final List<ResultsStored> events = new ArrayList<>();

    /** Commits, or rolls back, and then loses its connection once. */
    private static final class LostConnection implements TransactionOperations {
        private final TransactionTemplate transactions;
        private final boolean committed;
        private boolean lost;

        LostConnection(TransactionTemplate transactions, boolean committed) {
            this.transactions = transactions;
            this.committed = committed;
        }

        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            boolean loses = !lost;
            lost = true;
            T result = transactions.execute(status -> {
                T done = action.doInTransaction(status);
                if (loses && !committed) {
                    status.setRollbackOnly();
                }
                return done;
            });
            if (loses) {
                throw new TransactionSystemException("the connection was lost while committing");
            }
            return result;
        }
    }

    @Test
    void whatWasCommittedIsToldWhenItComesAgain(@TempDir Path folder) throws Exception {
        assertThat(resultsOf(folder, true)).containsExactly(List.of(1L, 2L), List.of());
        assertThat(events.get(0).duplicateTimings()).isZero();
        assertThat(events.get(1).duplicateTimings()).isEqualTo(2);
    }

    @Test
    void whatWasNotIsStoredAndTold(@TempDir Path folder) throws Exception {
        assertThat(resultsOf(folder, false)).containsExactly(List.of(1L, 2L), List.of());
    }

    /** The same two timings three times; the first write fails. */
    private List<List<Long>> resultsOf(Path folder, boolean committed) throws Exception {
        try (TestDatabase.Opened opened = TestDatabase.H2.open(folder)) {
            opened.jdbc.update("""
                    insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state,
                        created_at, reasons, environment)
                    values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')
                    """);
            WriteTransactions writes = new WriteTransactions(
                    new LostConnection(new TransactionTemplate(new JdbcTransactionManager(opened.source)), committed),
                    opened.engine);
            BatchStore batches = new BatchStore(
                    opened.timings(),
                    opened.samples(),
                    writes,
                    event -> events.add((ResultsStored) event),
                    new InternalFaults(() -> Instant.EPOCH));
            List<TimingStore.Row> rows = List.of(row(1), row(2));
            assertThatThrownBy(() -> batches.store(rows, List.of())).isInstanceOf(JournalException.class);
            batches.store(rows, List.of());
            batches.store(rows, List.of());
            return events.stream()
                    .map(event -> event.timings().stream().map(Timing::sequence).toList())
                    .toList();
        }
    }

    private static TimingStore.Row row(long sequence) {
        return new TimingStore.Row(
                "r",
                Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                        .sequence(sequence)
                        .iteration(2)
                        .intendedAt(0)
                        .firedAt(250_000)
                        .lastWithoutAt(8_000_000)
                        .shownAt(9_000_000)
                        .build());
    }
}
