package io.deskmeter.controller.fleet;

import io.deskmeter.controller.run.AgentPort;
import io.deskmeter.controller.store.DrainedAgents;
import io.deskmeter.link.AgentLink;
import io.deskmeter.link.AgentNames;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** All agents that were ever connected to this controller, but those of sessions that have ended. Thread-safe. */
@Component
public final class Fleet implements AgentPort {
    /** Longer than an agent may be without its controller. */
    private static final Duration KEPT_WITHOUT_LINK = Duration.ofMinutes(1);

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Set<String> draining;
    private final DrainedAgents drained;
    private final InstantSource wall;

    Fleet(DrainedAgents drained, InstantSource wall) {
        this.drained = drained;
        this.draining = drained.all();
        this.wall = wall;
    }

    private static final class Member {
        private Hello hello;
        private @Nullable AgentLink link;
        private Instant since;
        private String runId = "";
        private @Nullable AgentLoad load;

        private Member(Hello hello, Instant since) {
            this.hello = hello;
            this.since = since;
        }
    }

    /** The agent's newest connection. A former one of another process, if it still stands, is closed. */
    public void connected(AgentLink link) {
        AgentLink former;
        synchronized (this) {
            Hello hello = link.hello();
            Member member = members.computeIfAbsent(hello.getAgentId(), id -> new Member(hello, wall.instant()));
            former = member.link;
            member.hello = hello;
            member.link = link;
            member.since = wall.instant();
        }
        if (former != null) {
            former.close("the agent connected again");
        }
    }

    /** A connection is gone; false if the agent has a newer one already. */
    public synchronized boolean disconnected(AgentLink link) {
        Member member = members.get(link.hello().getAgentId());
        if (member == null || member.link != link) {
            return false;
        }
        member.link = null;
        member.load = null;
        member.since = wall.instant();
        return true;
    }

    /** What the machine of a connected agent is busy with. */
    public synchronized void load(AgentLink link, AgentLoad load) {
        Member member = members.get(link.hello().getAgentId());
        if (member != null && member.link == link) {
            member.load = load;
        }
    }

    /** From now on the agent gets no new run, also after a restart; what it works on it works to its end. False where there is none of that id. */
    public synchronized boolean drain(String agentId) {
        if (!members.containsKey(agentId)) {
            return false;
        }
        drained.add(agentId);
        draining.add(agentId);
        return true;
    }

    /** The agent gets new runs again. False where there is none of that id. */
    public synchronized boolean resume(String agentId) {
        if (!members.containsKey(agentId) && !draining.contains(agentId)) {
            return false;
        }
        drained.remove(agentId);
        draining.remove(agentId);
        return true;
    }

    /** The result of a request to forget an agent. */
    public enum Forgotten {
        DONE,
        UNKNOWN,
        STILL_CONNECTED
    }

    /** Forgets an agent that is not connected, and that it was draining. Should it come back, it is a new one. */
    public synchronized Forgotten forget(String agentId) {
        Member member = members.get(agentId);
        if (member == null) {
            return Forgotten.UNKNOWN;
        }
        if (member.link != null) {
            return Forgotten.STILL_CONNECTED;
        }
        members.remove(agentId);
        drained.remove(agentId);
        draining.remove(agentId);
        return Forgotten.DONE;
    }

    @Override
    public synchronized List<Reserved> reserve(String runId, Wanted wanted) {
        List<Member> free = members.values().stream()
                .filter(member -> whyNot(member, wanted).isEmpty())
                .toList();
        if (room(free) < wanted.sessions()) {
            return List.of();
        }
        free.forEach(member -> member.runId = runId);
        return free.stream().map(Fleet::reserved).toList();
    }

    /** Sessions that they can take all together. */
    private static long room(List<Member> members) {
        boolean unlimited = members.stream().anyMatch(member -> member.hello.getSessionLimit() == 0);
        return unlimited
                ? Integer.MAX_VALUE
                : members.stream()
                        .mapToLong(member -> member.hello.getSessionLimit())
                        .sum();
    }

    private static Reserved reserved(Member member) {
        Hello hello = member.hello;
        return new Reserved(
                hello.getAgentId(),
                hello.getInstance(),
                hello.getHost(),
                hello.getVersion(),
                hello.getSessionLimit(),
                hello.getFactsMap());
    }

    /** Empty for one that can be given sessions now. */
    private Optional<String> whyNot(Member member, Wanted wanted) {
        List<String> labels = new ArrayList<>(wanted.labels());
        labels.removeAll(member.hello.getLabelsList());
        List<String> lacking = lacking(member, wanted.checksums());
        if (isDesktop(member)) {
            return Optional.of("runs in a desktop session (expected: a client agent)");
        }
        if (member.link == null) {
            return Optional.of("is not connected");
        }
        if (draining.contains(member.hello.getAgentId())) {
            return Optional.of("is draining (hint: resume it)");
        }
        if (!labels.isEmpty()) {
            return Optional.of("has no label " + String.join(", ", labels));
        }
        if (!member.runId.isEmpty()) {
            return Optional.of("works for run " + member.runId);
        }
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of("has other workloads: " + String.join(", ", lacking)
                        + " (expected: equal folders on both machines)");
    }

    private static List<String> lacking(Member member, Map<String, String> checksums) {
        List<String> lacking = new ArrayList<>();
        checksums.forEach((workload, checksum) -> {
            String theirs = member.hello.getWorkloadChecksumsMap().get(workload);
            if (!checksum.equals(theirs)) {
                lacking.add(workload + (theirs == null ? " is missing" : " differs"));
            }
        });
        return lacking.stream().sorted().toList();
    }

    @Override
    public synchronized String whyNoAgents(Wanted wanted) {
        List<String> reasons = new ArrayList<>();
        List<Member> free = new ArrayList<>();
        Map<String, String> names = AgentNames.of(members.values().stream()
                .map(member -> AgentNames.Agent.of(member.hello))
                .toList());
        members.forEach((id, member) -> whyNot(member, wanted)
                .ifPresentOrElse(why -> reasons.add("agent " + names.get(id) + " " + why), () -> free.add(member)));
        if (!free.isEmpty()) {
            reasons.add(
                    0,
                    "room for " + room(free) + " sessions on " + free.size() + " agents (expected: " + wanted.sessions()
                            + ", the most that the load asks for; hint: more agents, or --sessions N)");
        }
        return reasons.isEmpty()
                ? "an agent (none is connected; hint: deskmeter agent --controller HOST:PORT)"
                : String.join("; ", reasons);
    }

    @Override
    public synchronized void release(String runId) {
        members.values().stream().filter(m -> m.runId.equals(runId)).forEach(m -> m.runId = "");
    }

    @Override
    public boolean send(String agentId, FromController message) {
        AgentLink link;
        synchronized (this) {
            Member member = members.get(agentId);
            link = member == null ? null : member.link;
        }
        return link != null && link.send(message);
    }

    /**
     * An agent that is connected now.
     *
     * @param hello its hello message
     * @param runId of the run that it works for, empty if it is free
     * @param draining whether it gets no new run
     */
    public record Present(Hello hello, String runId, boolean draining) {
        public boolean isDesktop() {
            return hello.getRole() == AgentRole.AGENT_ROLE_DESKTOP;
        }

        /** {@code agent host-1 (client)}, for messages. */
        @Override
        public String toString() {
            return "agent " + AgentNames.of(hello);
        }
    }

    /** All that are connected now. */
    public synchronized List<Present> present() {
        return members.values().stream()
                .filter(member -> member.link != null)
                .map(member -> new Present(member.hello, member.runId, draining.contains(member.hello.getAgentId())))
                .toList();
    }

    /**
     * All agents as users see them.
     *
     * @param sessions how many an agent has now, by its id; none if it is not named
     */
    public synchronized List<AgentView> views(Map<String, Integer> sessions) {
        forgetEndedSessions();
        return members.values().stream()
                .map(member -> view(member, sessions.getOrDefault(member.hello.getAgentId(), 0)))
                .toList();
    }

    /** A desktop agent is as long as its session; every session has another. One whose line was cut comes back sooner than it is forgotten. */
    private void forgetEndedSessions() {
        Instant longAgo = wall.instant().minus(KEPT_WITHOUT_LINK);
        members.values().removeIf(member -> isDesktop(member) && member.link == null && member.since.isBefore(longAgo));
    }

    private static boolean isDesktop(Member member) {
        return member.hello.getRole() == AgentRole.AGENT_ROLE_DESKTOP;
    }

    private AgentView view(Member member, int sessions) {
        Hello hello = member.hello;
        return new AgentView(
                hello.getAgentId(),
                hello.getHost(),
                hello.getVersion(),
                member.link != null,
                member.since,
                member.runId.isEmpty() ? null : member.runId,
                hello.getFactsMap(),
                hello.getWorkloadChecksumsMap(),
                isDesktop(member) ? "desktop" : "client",
                hello.getLocation().getUser(),
                hello.getLabelsList(),
                hello.getSessionLimit(),
                sessions,
                draining.contains(hello.getAgentId()),
                member.load);
    }
}
