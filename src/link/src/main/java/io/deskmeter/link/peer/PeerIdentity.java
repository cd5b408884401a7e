package io.deskmeter.link.peer;

import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;

/**
 * Who the peer of a link is and as what it may act, as far as its credential proves it. Two identities of one id with
 * different roles never exist.
 *
 * @param id of the agent
 * @param role {@link AgentRole#AGENT_ROLE_CLIENT} or {@link AgentRole#AGENT_ROLE_DESKTOP}
 */
public record PeerIdentity(String id, AgentRole role) {
    public PeerIdentity {
        if (role != AgentRole.AGENT_ROLE_CLIENT && role != AgentRole.AGENT_ROLE_DESKTOP) {
            throw new IllegalArgumentException(
                    "role: " + role + " (expected: that of client agents or of desktop agents)");
        }
    }

    /** What a hello message says of its sender; an agent of a version before roles is a client agent. */
    public static PeerIdentity saidBy(Hello hello) {
        return new PeerIdentity(
                hello.getAgentId(),
                hello.getRole() == AgentRole.AGENT_ROLE_DESKTOP
                        ? AgentRole.AGENT_ROLE_DESKTOP
                        : AgentRole.AGENT_ROLE_CLIENT);
    }

    public boolean isDesktop() {
        return role == AgentRole.AGENT_ROLE_DESKTOP;
    }

    /** {@code client agent} or {@code desktop agent}, for messages. */
    public String roleName() {
        return isDesktop() ? "desktop agent" : "client agent";
    }
}
