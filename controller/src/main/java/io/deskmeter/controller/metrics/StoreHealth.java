package io.deskmeter.controller.metrics;

import io.deskmeter.controller.metrics.TimedTransactions.Failure;
import io.deskmeter.controller.store.engine.StoreWatch;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether the store answers, by who asks it every second, and whether the last write succeeded. */
@Component("storeHealthIndicator")
final class StoreHealth extends AbstractHealthIndicator {
    private final Supplier<Optional<String>> silence;
    private final TimedTransactions transactions;

    @Autowired
    StoreHealth(StoreWatch watch, TimedTransactions transactions) {
        this(watch::silence, transactions);
    }

    /** @param silence that the store does not answer; empty if it does */
    StoreHealth(Supplier<Optional<String>> silence, TimedTransactions transactions) {
        super("the store does not answer");
        this.silence = silence;
        this.transactions = transactions;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Optional<String> why = silence.get();
        if (why.isPresent()) {
            health.down().withDetail("why", why.get());
            return;
        }
        Failure failure = transactions.lastFailure();
        if (failure == null) {
            health.up();
        } else {
            health.down().withDetail("writeFailedAt", failure.at()).withDetail("said", failure.message());
        }
    }
}
