package io.deskmeter.controller.metrics;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.link.server.LinkServer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/**
 * Whether agents can connect. Their number is shown but does not affect the status: without agents a controller can
 * still show results.
 */
@Component("linkHealthIndicator")
final class LinkHealth extends AbstractHealthIndicator {
    private final ObjectProvider<LinkServer> link;
    private final Fleet fleet;

    LinkHealth(ObjectProvider<LinkServer> link, Fleet fleet) {
        super("agents cannot connect");
        this.link = link;
        this.fleet = fleet;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        LinkServer server = link.getIfAvailable();
        if (server == null || !server.listens()) {
            health.outOfService();
            return;
        }
        health.up()
                .withDetail("port", server.port())
                .withDetail("agents", fleet.present().size())
                .withDetail("unauthenticated", server.unauthenticated())
                .withDetail("turnedAway", server.counts().turnedAway());
    }
}
