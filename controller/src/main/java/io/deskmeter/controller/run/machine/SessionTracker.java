package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.fact.CurrentOperation;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tracks all sessions of a run: agent, phase and iteration. Owned by the run's mailbox. */
final class SessionTracker {
    /** The largest number of sessions in a message; more are only counted. */
    private static final int NAMED = 20;

    private final Map<Integer, Entry> entries = new TreeMap<>();
    /** The number of an agent's sessions of which something is left. */
    private final Map<String, Integer> unfinished = new HashMap<>();

    /** One session. */
    static final class Entry {
        private final int session;
        private final int position;
        private final String agent;
        private SessionPhase phase = SessionPhase.ASKED;
        private int iteration = -1;
        private boolean leaving;
        private boolean loggedOn;
        private boolean lostWithAgent;
        private boolean endedUnasked;
        private long logonNanos;
        private long queuedNanos;
        /** Whether it has ended and its desktop is still being ended. */
        private boolean cleaningUp;

        private OptionalInt follows = OptionalInt.empty();
        private String detail = "";
        private String working = "";
        private @Nullable Instant workingSince;
        private @Nullable Timing last;

        private Entry(int session, int position, String agent) {
            this.session = session;
            this.position = position;
            this.agent = agent;
        }

        int session() {
            return session;
        }

        /** Among the sessions of its load point, from 0. */
        int position() {
            return position;
        }

        String agent() {
            return agent;
        }

        SessionPhase phase() {
            return phase;
        }

        /** The iteration it works on, −1 before the first; after its end the number of iterations done. */
        int iteration() {
            return iteration;
        }

        boolean live() {
            return !leaving && !phase.over();
        }

        /** Marks it as surplus: it has been stopped, and is not part of later load points. */
        void leave() {
            leaving = true;
        }

        boolean leaving() {
            return leaving;
        }

        /** Whether it is surplus and something of it is left. */
        boolean isSurplus() {
            return leaving && !gone();
        }

        /** Whether it has ended and nothing of it is left: its host and user, and its place on its agent, are free. */
        boolean gone() {
            return phase.over() && !cleaningUp;
        }

        boolean cleaningUp() {
            return cleaningUp;
        }

        /** Whether it was lost or failed, or ended by itself while load was measured: it is missing all the same. */
        boolean missing() {
            return endedUnasked || phase.discarded();
        }

        private void apply(SessionFact fact) {
            if (phase.over()) {
                cleaningUp &= !fact.phase().over() || fact.cleaningUp();
                return;
            }
            phase = fact.phase();
            cleaningUp = phase.over() && fact.cleaningUp();
            loggedOn |= fact.logonNanos() > 0 || phase.loggedOn();
            logonNanos = Math.max(logonNanos, fact.logonNanos());
            queuedNanos = Math.max(queuedNanos, fact.queuedNanos());
            detail = fact.detail();
            if (phase == SessionPhase.WORKING || phase == SessionPhase.FINISHED) {
                iteration = Math.max(iteration, fact.iteration());
            }
        }

        /**
         * How its logon ended.
         *
         * @param endedEarly whether its load point had failed by others before it could log on; else one that has not
         *     by now never came
         */
        private Logon logon(boolean endedEarly) {
            double queuedMs = queuedNanos / 1e6;
            if (logonNanos > 0) {
                return new Logon(session, Ending.OK, logonNanos / 1e6, queuedMs);
            }
            if (endedEarly && !loggedOn && !lostWithAgent && !phase.over()) {
                return new Logon(session, Ending.ENDED_EARLY, Double.NaN, queuedMs);
            }
            // Without a word of its agent nothing is known: neither of one that worked nor of one that was never
            // started.
            boolean untold = loggedOn || lostWithAgent || phase == SessionPhase.ASKED || phase == SessionPhase.FAULTED;
            return new Logon(session, untold ? Ending.NOT_DELIVERED : Ending.FAILED, Double.NaN, queuedMs);
        }

        /** Its agent was lost: what became of it is not known. */
        void lostWithAgent() {
            lostWithAgent = true;
        }

        /** Notes that its desktop was that of an earlier session, which may have left something. */
        void follow(int earlier) {
            follows = OptionalInt.of(earlier);
        }

        /** Whether it ever had a usable desktop. */
        boolean loggedOn() {
            return loggedOn;
        }

        SessionView view() {
            boolean busy = phase == SessionPhase.WORKING && !working.isEmpty();
            Timing done = last;
            return new SessionView(
                    session,
                    agent,
                    phase.label(),
                    Math.max(0, iteration),
                    detail,
                    busy ? working : "",
                    busy ? workingSince : null,
                    done == null ? "" : done.workload() + "/" + done.operation(),
                    done == null ? "" : done.outcome().label(),
                    done == null || done.outcome() != Outcome.OK ? null : done.responseNanos() / 1e6,
                    done == null ? "" : done.group().name());
        }
    }

    /**
     * A new session on that agent; numbers rise from 0 and are never used again.
     *
     * @param position among the sessions of its load point
     */
    Entry add(String agent, int position) {
        Entry added = new Entry(entries.size(), position, agent);
        entries.put(added.session, added);
        unfinished.merge(agent, 1, Integer::sum);
        return added;
    }

    /** The position of a session. */
    int position(int session) {
        return Objects.requireNonNull(entries.get(session), "session").position;
    }

    /** The position of every session, by its number. */
    Map<Integer, Integer> positions() {
        Map<Integer, Integer> positions = new HashMap<>();
        entries.forEach((session, entry) -> positions.put(session, entry.position));
        return positions;
    }

    /** Notes a fact; false if no such session was ever started. */
    boolean apply(SessionFact fact) {
        Entry entry = entries.get(fact.session());
        if (entry == null) {
            return false;
        }
        boolean before = entry.gone();
        entry.apply(fact);
        if (entry.gone() != before) {
            unfinished.merge(entry.agent, before ? 1 : -1, Integer::sum);
        }
        return true;
    }

    /** A timing of an iteration proves that the session works on it, even if the message about it was lost. */
    void worked(Timing timing) {
        Entry entry = entries.get(timing.session());
        if (entry == null) {
            return;
        }
        // Batches that are sent again after a broken connection arrive late.
        if (entry.last == null || entry.last.sequence() < timing.sequence()) {
            entry.last = timing;
        }
        if (!entry.phase.over()) {
            entry.phase = SessionPhase.WORKING;
            entry.loggedOn = true;
            entry.iteration = Math.max(entry.iteration, timing.iteration());
        }
    }

    /** The current operation of a session, for display only. */
    void working(CurrentOperation work) {
        Entry entry = entries.get(work.session());
        if (entry != null) {
            entry.working = work.operation();
            entry.workingSince = work.since();
        }
    }

    /** The iteration that a session works on, or worked on last; −1 before the first. */
    int iteration(int session) {
        Entry entry = entries.get(session);
        return entry == null ? -1 : entry.iteration;
    }

    /** The agent of a session. */
    String agentOf(int session) {
        return Objects.requireNonNull(entries.get(session), "session").agent;
    }

    /** Whether a fact is already known: after a reconnect agents report their sessions again. */
    boolean isKnown(SessionFact fact) {
        Entry entry = entries.get(fact.session());
        return entry != null
                && entry.phase == fact.phase()
                && (entry.phase != SessionPhase.WORKING || entry.iteration >= fact.iteration());
    }

    /** Whether nothing of a session is left. */
    boolean isGone(int session) {
        Entry entry = entries.get(session);
        return entry != null && entry.gone();
    }

    /** Ended sessions whose desktops are still being ended. */
    List<Entry> cleaningUp() {
        return entries.values().stream().filter(Entry::cleaningUp).toList();
    }

    boolean knows(int session) {
        return entries.containsKey(session);
    }

    /** A session has ended by itself while load was measured. */
    void endedUnasked(int session) {
        Objects.requireNonNull(entries.get(session), "session").endedUnasked = true;
    }

    boolean leaving(int session) {
        Entry entry = entries.get(session);
        return entry != null && entry.leaving;
    }

    /** Surplus sessions of which something is left. */
    List<Entry> surplusSessions() {
        return entries.values().stream().filter(Entry::isSurplus).toList();
    }

    /** All that were ever started. */
    Collection<Entry> entries() {
        return entries.values();
    }

    /** Sessions that are neither ended nor surplus. */
    List<Entry> live() {
        return entries.values().stream().filter(Entry::live).toList();
    }

    /**
     * Sessions of which something is left: those that have not ended, and those whose desktops are still being ended.
     */
    List<Entry> unfinished() {
        return entries.values().stream().filter(e -> !e.gone()).toList();
    }

    /** Sessions of an agent of which something is left. */
    List<Entry> unfinishedOf(String agent) {
        return unfinished().stream().filter(e -> e.agent.equals(agent)).toList();
    }

    /** Why the first session that was lost or failed did so: {@code session 0: no room}; empty if unknown. */
    String firstLoss() {
        return entries.values().stream()
                .filter(e -> !e.live() && !e.detail.isBlank())
                .map(e -> "session " + e.session + ": " + e.detail)
                .findFirst()
                .orElse("");
    }

    /** Their number, updated with each change. */
    int unfinishedCount(String agent) {
        return unfinished.getOrDefault(agent, 0);
    }

    /** The first that satisfies it, in the order of their start. */
    Optional<Entry> first(Predicate<Entry> which) {
        return entries.values().stream().filter(which).findFirst();
    }

    int size() {
        return entries.size();
    }

    int count(Predicate<Entry> which) {
        return (int) entries.values().stream().filter(which).count();
    }

    /** How the logons of those sessions ended, as far as they have. */
    List<Logon> logons(Collection<Integer> sessions, boolean endedEarly) {
        return sessions.stream()
                .map(session -> Objects.requireNonNull(entries.get(session), "session"))
                .map(entry -> entry.logon(endedEarly))
                .toList();
    }

    /** The reason of the first of these sessions that has one: {@code session 3: logon: wrong password}; else empty. */
    String example(Collection<Integer> sessions) {
        return sessions.stream()
                .sorted()
                .map(entries::get)
                .filter(e -> e != null && !e.detail.isBlank())
                .map(e -> "session " + e.session + ": " + e.detail)
                .findFirst()
                .orElse("");
    }

    /** All sessions that an error of Deskmeter ended, with the error. */
    Map<Integer, String> faults() {
        return faults(entries.keySet());
    }

    /** Those of them that an error of Deskmeter ended, with the error. */
    Map<Integer, String> faults(Collection<Integer> sessions) {
        Map<Integer, String> faults = new TreeMap<>();
        for (int session : sessions) {
            Entry entry = entries.get(session);
            if (entry != null && entry.phase == SessionPhase.FAULTED) {
                faults.put(session, entry.detail);
            }
        }
        return faults;
    }

    /** How many of those sessions never had a usable desktop. */
    int refused(Collection<Integer> sessions) {
        return (int) sessions.stream()
                .map(entries::get)
                .filter(e -> e != null && !e.loggedOn)
                .count();
    }

    /** Sessions, ended ones included, on desktops that earlier ones may have left something on. */
    Set<Integer> everFollowed() {
        return entries.values().stream()
                .filter(entry -> entry.follows.isPresent())
                .map(Entry::session)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Live sessions on desktops that earlier ones may have left something on. */
    List<Entry> followers() {
        return live().stream().filter(entry -> entry.follows.isPresent()).toList();
    }

    /** Whether a session of the run ever had a usable desktop. */
    boolean anyLoggedOn() {
        return entries.values().stream().anyMatch(Entry::loggedOn);
    }

    /** The live sessions that do not satisfy it, for display: {@code session 2 (starting), session 5 (iteration 1)}. */
    static String names(Collection<Entry> missing) {
        String more = missing.size() > NAMED ? " and " + (missing.size() - NAMED) + " more" : "";
        return missing.stream()
                .limit(NAMED)
                .map(e -> "session " + e.session
                        + (e.phase == SessionPhase.WORKING
                                ? " (iteration " + e.iteration + ")"
                                : " (" + e.phase.label() + (e.cleaningUp ? ", its desktop is being ended)" : ")")))
                .collect(Collectors.joining(", ", "", more));
    }

    List<SessionView> views() {
        List<SessionView> views = new ArrayList<>();
        entries.values().forEach(entry -> views.add(entry.view()));
        return views;
    }
}
