package io.deskmeter.link.peer;

import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Names of agents in messages and reports, the same as on the web pages: host, role and user, such as {@code vm-1
 * (client)} or {@code vdi-1 (desktop, ann)}. Ids do not tell a reader which machine is meant.
 */
public final class AgentNames {
    private AgentNames() {}

    /**
     * What an agent is named by.
     *
     * @param id distinguishes agents with the same name
     * @param host of the agent
     * @param desktop whether it is a desktop agent
     * @param user of the session that a desktop agent runs in; empty if unknown
     */
    public record Agent(String id, String host, boolean desktop, String user) {
        /** An agent as it describes itself. */
        public static Agent of(Hello hello) {
            return new Agent(
                    hello.getAgentId(),
                    hello.getHost(),
                    hello.getRole() == AgentRole.AGENT_ROLE_DESKTOP,
                    hello.getLocation().getUser());
        }

        /** An agent of a stored run, whose facts contain the role. */
        public static Agent of(String id, String host, Map<String, String> facts) {
            return new Agent(id, host, "desktop".equals(facts.get("role")), "");
        }
    }

    /** The name of a single agent. */
    public static String of(Hello hello) {
        return of(Agent.of(hello));
    }

    /** The name of a single agent. */
    public static String of(Agent agent) {
        return name(agent, "");
    }

    /**
     * The names of several agents by id. Agents with the same host, role and user are numbered in the order of their
     * ids.
     */
    public static Map<String, String> of(Collection<Agent> agents) {
        Map<List<Object>, List<Agent>> alike = agents.stream()
                .sorted(Comparator.comparing(Agent::id))
                .collect(Collectors.groupingBy(agent -> List.of(agent.host(), agent.desktop(), agent.user())));
        Map<String, String> names = new HashMap<>();
        for (List<Agent> group : alike.values()) {
            for (int i = 0; i < group.size(); i++) {
                names.put(group.get(i).id(), name(group.get(i), group.size() == 1 ? "" : " " + (i + 1)));
            }
        }
        return names;
    }

    private static String name(Agent agent, String number) {
        String role = (agent.desktop() ? "desktop" : "client") + number;
        return agent.host() + " (" + role + (agent.user().isEmpty() ? "" : ", " + agent.user()) + ")";
    }
}
