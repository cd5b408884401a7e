package io.deskmeter.controller.metrics;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.faults.InternalFaults.Fault;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether there was an error after which this process cannot continue correctly. */
@Component("faultsHealthIndicator")
final class FaultsHealth extends AbstractHealthIndicator {
    private final InternalFaults faults;

    FaultsHealth(InternalFaults faults) {
        super("the number of faults is not available");
        this.faults = faults;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Optional<Fault> fatal = faults.fatal();
        if (fatal.isEmpty()) {
            health.up().withDetail("count", faults.count());
            return;
        }
        Fault fault = fatal.get();
        health.down()
                .withDetail("at", fault.at())
                .withDetail("where", fault.where())
                .withDetail("what", fault.what());
    }
}
