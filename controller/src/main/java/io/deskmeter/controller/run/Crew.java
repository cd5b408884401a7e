package io.deskmeter.controller.run;

import io.deskmeter.controller.run.AgentPort.Reserved;
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

/** The agents that work for a run, and which of them are away for a moment or gone for good. Owned by the run's mailbox. */
final class Crew {
    private final Map<String, Member> members = new LinkedHashMap<>();

    /** One agent. */
    static final class Member {
        private final Reserved agent;
        private @Nullable Future<?> grace;
        private boolean gone;

        private Member(Reserved agent) {
            this.agent = agent;
        }

        Reserved agent() {
            return agent;
        }

        String id() {
            return agent.id();
        }

        boolean away() {
            return grace != null;
        }

        /** Its connection is broken; the timer ends the wait for it. */
        void leave(Future<?> timer) {
            grace = timer;
        }

        void comeBack() {
            if (grace != null) {
                grace.cancel(false);
                grace = null;
            }
        }

        /** Nothing more will come from it: it has ended its part, or is lost. */
        void go() {
            comeBack();
            gone = true;
        }
    }

    void hire(Collection<Reserved> agents) {
        agents.forEach(agent -> members.put(agent.id(), new Member(agent)));
    }

    boolean hired() {
        return !members.isEmpty();
    }

    /** The agent, unless it is no part of the run or is gone. */
    Optional<Member> find(String id) {
        return Optional.ofNullable(members.get(id)).filter(member -> !member.gone);
    }

    /** Those that are not gone. */
    List<Member> left() {
        return members.values().stream().filter(member -> !member.gone).toList();
    }

    /** Nobody is waited for any more. */
    void dismiss() {
        members.values().forEach(Member::comeBack);
    }

    /**
     * Who gets the next session.
     *
     * @param sessions how many an agent has
     */
    Optional<Member> next(ToIntFunction<String> sessions) {
        List<Member> left = left();
        List<Spread.Room> rooms = new ArrayList<>();
        left.forEach(member -> rooms.add(
                new Spread.Room(sessions.applyAsInt(member.id()), member.agent().limit())));
        return Spread.next(rooms).stream().mapToObj(left::get).findFirst();
    }

    /** {@code agent a on host-1, agent b on host-2}. */
    static String names(List<Member> members) {
        return members.stream()
                .map(member -> "agent " + member.id() + " on " + member.agent().host())
                .collect(Collectors.joining(", "));
    }
}
