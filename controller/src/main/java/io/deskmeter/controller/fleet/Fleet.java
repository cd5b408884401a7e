package io.deskmeter.controller.fleet;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.Plural;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** All agents that have connected to this controller, except desktop agents of ended sessions. Thread-safe. */
@Component
public final class Fleet implements AgentPort {
    /** Longer than the grace period of agents. */
    private static final Duration KEPT_WITHOUT_LINK = Duration.ofMinutes(1);

    /** A peer with the secret of desktop agents may use many ids: of those without a link the oldest are forgotten. */
    static final int MOST_DESKTOPS_WITHOUT_LINK = 500;

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Set<String> draining;
    private final DrainState drained;

    /** The ids that no desktop agent may use; thread-safe. */
    private final Set<String> clients = ConcurrentHashMap.newKeySet();

    private final ClientAgentIds clientAgents;
    private final InstantSource wall;

    public Fleet(DrainState drained, ClientAgentIds clientAgents, InstantSource wall) {
        this.drained = drained;
        this.draining = drained.all();
        this.clientAgents = clientAgents;
        this.clients.addAll(clientAgents.all());
        this.wall = wall;
    }

    private static final class Member {
        private Hello hello;
        private @Nullable AgentLink link;
        private Instant since;
        private String runId = "";
        /**
         * The run that it worked on when it connected, until it has said that it is done; for an agent that was away
         * that may be one that has ended here.
         */
        private String saidRunId;

        private @Nullable AgentLoad load;

        private Member(Hello hello, Instant since) {
            this.hello = hello;
            this.since = since;
            this.saidRunId = hello.getRunId();
        }

        /** The run that keeps it from others; empty if it is free. */
        private String busyWith() {
            return runId.isEmpty() ? saidRunId : runId;
        }
    }

    /**
     * Why an agent must not use its id: it is that of an agent with another role; empty if it may. Does not wait for
     * the store.
     */
    public Optional<String> refusal(PeerIdentity peer) {
        boolean clientId = clients.contains(peer.id());
        boolean taken = peer.isDesktop() ? clientId : !clientId && isDesktop(peer.id());
        return taken
                ? Optional.of(
                        "agent_id: " + peer.id() + " is that of a " + (clientId ? "client agent" : "desktop agent")
                                + " (expected: an id that only " + peer.roleName()
                                + "s have had; hint: an agent with a new state folder gets a new id, or forget the agent on the page of agents)")
                : Optional.empty();
    }

    private synchronized boolean isDesktop(String agentId) {
        Member member = members.get(agentId);
        return member != null && isDesktop(member);
    }

    /** Who the agent with this id is; empty if none has connected. */
    public synchronized Optional<PeerIdentity> identity(String agentId) {
        return Optional.ofNullable(members.get(agentId)).map(member -> PeerIdentity.saidBy(member.hello));
    }

    /**
     * The id of a client agent that has been accepted is never again that of a desktop agent. May wait for the store.
     */
    public void accepted(PeerIdentity peer) {
        if (!peer.isDesktop() && clients.add(peer.id())) {
            try {
                clientAgents.add(peer.id());
            } catch (JournalException e) {
                // Asked again when it connects again.
                clients.remove(peer.id());
                throw e;
            }
        }
    }

    /**
     * Sets the agent's newest connection. An earlier one of another process, if it is still open, is closed.
     *
     * @return false if its id has meanwhile become that of an agent with another role; then it is not set
     */
    public boolean connected(AgentLink link) {
        AgentLink former;
        synchronized (this) {
            Hello hello = link.hello();
            if (refusal(link.peer()).isPresent()) {
                return false;
            }
            Member member = members.computeIfAbsent(hello.getAgentId(), id -> new Member(hello, wall.instant()));
            former = member.link;
            member.hello = hello;
            member.saidRunId = hello.getRunId();
            member.link = link;
            member.since = wall.instant();
        }
        if (former != null) {
            former.close("the agent connected again");
        }
        return true;
    }

    /** A connection has ended; false if the agent already has a newer one. */
    public synchronized boolean disconnected(AgentLink link) {
        Member member = members.get(link.hello().getAgentId());
        if (member == null || member.link != link) {
            return false;
        }
        member.link = null;
        member.load = null;
        member.since = wall.instant();
        if (isDesktop(member)) {
            forgetEndedSessions();
        }
        return true;
    }

    /**
     * The agent has ended its sessions of a run.
     *
     * @return whether it worked on that run when it connected, so that it may be free from now on
     */
    public synchronized boolean runEnded(AgentLink link, String runId) {
        Member member = members.get(link.hello().getAgentId());
        if (member == null || member.link != link || runId.isEmpty() || !member.saidRunId.equals(runId)) {
            return false;
        }
        member.saidRunId = "";
        return true;
    }

    /** A message of the agent was refused. */
    public void refused(String agentId) {
        AgentLink link = linkOf(agentId);
        if (link != null) {
            link.refused();
        }
    }

    /** Sets the resource usage of a connected agent's machine. */
    public synchronized void load(AgentLink link, AgentLoad load) {
        Member member = members.get(link.hello().getAgentId());
        if (member != null && member.link == link) {
            member.load = load;
        }
    }

    /**
     * From now on the agent gets no new run, also after a restart; it continues its present run. False if the id is
     * unknown.
     */
    public synchronized boolean drain(String agentId) {
        if (!members.containsKey(agentId)) {
            return false;
        }
        drained.add(agentId);
        draining.add(agentId);
        return true;
    }

    /** The agent gets new runs again. False if the id is unknown. */
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

    /** Removes an agent that is not connected, with its drain state. If it reconnects, it is a new one. */
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
        clientAgents.remove(agentId);
        clients.remove(agentId);
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

    /** The total number of sessions that they can run. */
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

    /** Why an agent cannot get sessions now; empty if it can. */
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
            return Optional.of(
                    "is in use by run " + member.runId + " (hint: wait until it has ended, or start more agents)");
        }
        if (!member.saidRunId.isEmpty()) {
            return Optional.of("is still ending run " + member.saidRunId + " (hint: wait until it has ended)");
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
                    Plural.of(free.size(), "free agent") + " with room for " + Plural.of(room(free), "session")
                            + " (expected: room for "
                            + wanted.sessions()
                            + ", the maximum of the load; hint: start more agents, or raise --sessions of an agent)");
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
        AgentLink link = linkOf(agentId);
        return link != null && link.send(message);
    }

    private synchronized @Nullable AgentLink linkOf(String agentId) {
        Member member = members.get(agentId);
        return member == null ? null : member.link;
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
                .map(member ->
                        new Present(member.hello, member.busyWith(), draining.contains(member.hello.getAgentId())))
                .toList();
    }

    /**
     * All agents, for display.
     *
     * @param sessions the number of an agent's sessions by its id; none if the id is missing
     */
    public synchronized List<AgentView> views(Map<String, Integer> sessions) {
        forgetEndedSessions();
        return members.values().stream()
                .map(member -> view(member, sessions.getOrDefault(member.hello.getAgentId(), 0)))
                .toList();
    }

    /**
     * Removes desktop agents of ended sessions; every session has another one. A disconnected one reconnects before it
     * is removed.
     */
    private void forgetEndedSessions() {
        Instant longAgo = wall.instant().minus(KEPT_WITHOUT_LINK);
        List<Member> away = members.values().stream()
                .filter(member -> isDesktop(member) && member.link == null)
                .sorted(Comparator.comparing((Member member) -> member.since))
                .toList();
        Set<Member> over = Set.copyOf(away.subList(0, Math.max(0, away.size() - MOST_DESKTOPS_WITHOUT_LINK)));
        away.stream()
                .filter(member -> member.since.isBefore(longAgo) || over.contains(member))
                .forEach(member -> members.remove(member.hello.getAgentId()));
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
                member.busyWith().isEmpty() ? null : member.busyWith(),
                hello.getFactsMap(),
                hello.getWorkloadChecksumsMap(),
                isDesktop(member) ? "desktop" : "client",
                hello.getLocation().getUser(),
                hello.getLabelsList(),
                hello.getSessionLimit(),
                sessions,
                draining.contains(hello.getAgentId()),
                false,
                member.load);
    }
}
