package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.port.AgentPort.Reserved;
import io.deskmeter.link.peer.AgentNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The agents that are assigned to a run, and whether each is connected, disconnected or lost. Owned by the run's
 * mailbox.
 */
final class AssignedAgents {
    private final Map<String, Member> members = new LinkedHashMap<>();

    /** One agent. */
    static final class Member {
        private final Reserved agent;
        private final String name;
        private @Nullable Future<?> grace;
        private @Nullable Long leftAt;
        private boolean gone;

        private Member(Reserved agent, String name) {
            this.agent = agent;
            this.name = name;
        }

        Reserved agent() {
            return agent;
        }

        String id() {
            return agent.id();
        }

        /** {@code agent host-1 (client)}, for messages. */
        String name() {
            return "agent " + name;
        }

        boolean away() {
            return grace != null;
        }

        /**
         * Its connection is lost.
         *
         * @param answered whether it has answered during that connection; if not, it has been away since an earlier
         *     loss
         */
        void leave(long nanoTime, boolean answered) {
            if (answered || leftAt == null) {
                leftAt = nanoTime;
            }
        }

        /** The timer limits the wait for it. */
        void await(Future<?> timer) {
            grace = timer;
        }

        /** For how long its connection has been lost, as far as this controller knows. */
        Duration awayFor(long nanoTime) {
            return leftAt == null ? Duration.ZERO : Duration.ofNanos(nanoTime - leftAt);
        }

        void reconnected() {
            if (grace != null) {
                grace.cancel(false);
                grace = null;
            }
        }

        /** It has finished, or is lost: no further messages are expected. */
        void go() {
            reconnected();
            gone = true;
        }
    }

    void assign(Collection<Reserved> agents) {
        Map<String, String> names = AgentNames.of(agents.stream()
                .map(agent -> AgentNames.Agent.of(agent.id(), agent.host(), agent.facts()))
                .toList());
        agents.forEach(agent ->
                members.put(agent.id(), new Member(agent, names.getOrDefault(agent.id(), agent.host()))));
    }

    boolean anyAssigned() {
        return !members.isEmpty();
    }

    /** The agent, unless it is not part of the run, has finished or is lost. */
    Optional<Member> find(String id) {
        return Optional.ofNullable(members.get(id)).filter(member -> !member.gone);
    }

    /** The agents that have not finished and are not lost. */
    List<Member> left() {
        return members.values().stream().filter(member -> !member.gone).toList();
    }

    /** Stops waiting for disconnected agents. */
    void stopWaiting() {
        members.values().forEach(Member::reconnected);
    }

    /**
     * The agent that gets the next session.
     *
     * @param sessions how many an agent has
     */
    Optional<Member> next(ToIntFunction<String> sessions) {
        List<Member> left = left();
        List<AgentBalancer.Room> rooms = new ArrayList<>();
        left.forEach(member -> rooms.add(new AgentBalancer.Room(
                sessions.applyAsInt(member.id()), member.agent().limit())));
        return AgentBalancer.next(rooms).stream().mapToObj(left::get).findFirst();
    }

    /** {@code agent host-1 (client), agent host-2 (client)}. */
    static String names(List<Member> members) {
        return members.stream().map(Member::name).collect(Collectors.joining(", "));
    }
}
