package io.deskmeter.controller.metrics;

import io.deskmeter.controller.store.lease.ControllerLease;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether this controller may work on runs of a shared store. */
@Component("leaseHealthIndicator")
final class LeaseHealth extends AbstractHealthIndicator {
    private final ControllerLease lease;

    LeaseHealth(ControllerLease lease) {
        super("the state of the lease is not available");
        this.lease = lease;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Optional<String> refusal = lease.refusal();
        if (refusal.isEmpty()) {
            health.up();
        } else {
            health.down().withDetail("why", refusal.get());
        }
    }
}
