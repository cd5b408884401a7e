package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.HelloLimits;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.server.AgentHandler;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingBatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the messages of agents where there is nothing but a check: no run, hence no timings, sessions or desktop
 * agents that belong to one.
 */
final class CheckedAgents implements AgentHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CheckedAgents.class);

    private final Fleet fleet;
    private final AgentCheckRequests requests;
    private final CompletableFuture<Void> first = new CompletableFuture<>();

    CheckedAgents(Fleet fleet, AgentCheckRequests requests) {
        this.fleet = fleet;
        this.requests = requests;
    }

    /** Completed when the first one has connected. */
    CompletableFuture<Void> first() {
        return first;
    }

    @Override
    public Optional<String> accept(Hello hello) {
        Optional<String> refusal = HelloLimits.refusal(hello);
        if (refusal.isEmpty()) {
            fleet.accepted(PeerIdentity.saidBy(hello));
        }
        return refusal;
    }

    @Override
    public void connected(AgentLink link) {
        LOG.info(
                "agent {} on {} connected",
                link.hello().getAgentId(),
                link.hello().getHost());
        if (!fleet.connected(link)) {
            link.close("agent_id: " + link.hello().getAgentId() + " is that of an agent with another role");
            return;
        }
        first.complete(null);
    }

    @Override
    public void disconnected(AgentLink link, String reason) {
        LOG.info("agent {} disconnected: {}", link.hello().getAgentId(), reason);
        fleet.disconnected(link);
    }

    @Override
    public void received(AgentLink link, FromAgent message) {
        String agent = link.hello().getAgentId();
        switch (message.getMessageCase()) {
            case CHECK_RESULT -> requests.answered(agent, message.getCheckResult());
            case RESOURCES -> {
                // Agents send the load of their machine at all times; a check asks them itself.
            }
            default -> LOG.warn("agent {}: message {} has no meaning in a check", agent, message.getMessageCase());
        }
    }

    /** Not acknowledged: the agent keeps them for a controller. */
    @Override
    public void timings(AgentLink link, List<TimingBatch> batches) {
        LOG.warn("agent {}: timings have no meaning in a check", link.hello().getAgentId());
    }
}
