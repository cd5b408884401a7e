package io.deskmeter.controller.enrolment;

import io.deskmeter.controller.pairing.DesktopAgentBroker;
import io.deskmeter.link.server.AgentLink;
import org.springframework.stereotype.Component;

/**
 * Desktop agents that client agents have started with a ticket: they are admitted and revoked with the one that has
 * started them. Thread-safe.
 */
@Component
public final class StartedDesktops {
    private final DesktopAgentBroker broker;
    private final Enrolments enrolments;

    StartedDesktops(DesktopAgentBroker broker, Enrolments enrolments) {
        this.broker = broker;
        this.enrolments = enrolments;
    }

    /** Whether this is the ticket of a desktop that a client agent has started, which is not revoked. Does not wait. */
    public boolean admits(String ticket) {
        return broker.starter(ticket)
                .filter(client -> enrolments.revocation(client).isEmpty())
                .isPresent();
    }

    /** The id of the agent whose revocation ends this link. Does not wait. */
    public String responsible(AgentLink link) {
        String self = link.peer().id();
        return link.peer().isDesktop()
                ? broker.starter(link.hello().getLocation().getTicket()).orElse(self)
                : self;
    }
}
