package io.deskmeter.controller.metrics;

import io.deskmeter.controller.metrics.TimedTransactions.Failure;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Whether the store responds, and whether the last write succeeded. */
@Component("storeHealthIndicator")
final class StoreHealth extends AbstractHealthIndicator {
    private final JdbcClient jdbc;
    private final TimedTransactions transactions;

    StoreHealth(JdbcClient jdbc, TimedTransactions transactions) {
        super("the store does not answer");
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        jdbc.sql("select 1").query(Integer.class).single();
        Failure failure = transactions.lastFailure();
        if (failure == null) {
            health.up();
        } else {
            health.down().withDetail("writeFailedAt", failure.at()).withDetail("said", failure.message());
        }
    }
}
