package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Counts and times transactions with their outcome. */
public final class TimedTransactions implements TransactionOperations {
    private final TransactionOperations transactions;
    private final MeterRegistry registry;
    private final InstantSource wall;
    private final Timer done;
    private final Timer failed;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

    /**
     * The last write, if it failed.
     *
     * @param message of the database
     */
    public record Failure(Instant at, String message) {}

    public TimedTransactions(TransactionOperations transactions, MeterRegistry registry, InstantSource wall) {
        this.transactions = transactions;
        this.registry = registry;
        this.wall = wall;
        this.done =
                Meters.timer(ControllerMeter.STORE_WRITES, "outcome", "done").register(registry);
        this.failed =
                Meters.timer(ControllerMeter.STORE_WRITES, "outcome", "failed").register(registry);
    }

    @Override
    public <T extends @Nullable Object> T execute(TransactionCallback<T> action) throws TransactionException {
        Timer.Sample sample = Timer.start(registry);
        Timer outcome = failed;
        try {
            T result = transactions.execute(action);
            outcome = done;
            failure.set(null);
            return result;
        } catch (RuntimeException | Error e) {
            failure.set(new Failure(wall.instant(), String.valueOf(e.getMessage())));
            throw e;
        } finally {
            sample.stop(outcome);
        }
    }

    /** Null if the last write succeeded. */
    public @Nullable Failure lastFailure() {
        return failure.get();
    }
}
