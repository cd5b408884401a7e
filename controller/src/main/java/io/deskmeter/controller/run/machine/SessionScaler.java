package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.plan.SlotAllocator;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.verdict.Leftovers;
import io.deskmeter.workload.Plural;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Scales the sessions to the size of a load point. Surplus sessions stop at the end of their operation, the newest
 * first; if only a share of the sessions works some workload, those whose position is beyond the load point. If every
 * load point needs new logons, all sessions stop. Then the missing sessions start, one per logon interval. Owned by the
 * run's mailbox.
 */
final class SessionScaler {
    private final RunActionContext stage;
    private final RunContext runContext;
    private final AgentCommands commands;
    private final RunJournal journal;
    private final InstantSource wall;
    private final RunPlan plan;
    private final SlotAllocator slots;
    /** Positions of the load point whose sessions are not requested yet. */
    private final Deque<Integer> toStart = new ArrayDeque<>();

    private long openedAt;
    private @Nullable Future<?> nextStart;
    private boolean awaitsSurplusSessions;

    /**
     * Whether the next session waits for the host and user, or the agent, of one whose desktop is still being ended.
     */
    private boolean awaitsFreeSlot;

    SessionScaler(
            RunActionContext stage,
            RunContext runContext,
            AgentCommands commands,
            RunJournal journal,
            InstantSource wall) {
        this.stage = stage;
        this.runContext = runContext;
        this.commands = commands;
        this.journal = journal;
        this.wall = wall;
        this.plan = runContext.plan();
        this.slots = new SlotAllocator(plan.profile().target(), plan.accounts());
    }

    /** Sessions of the load point that are not requested yet. */
    int toStart() {
        return toStart.size();
    }

    /** Whether surplus sessions must have ended before new ones are started. */
    boolean awaitsSurplusSessions() {
        return awaitsSurplusSessions;
    }

    /** Begins with a load point. */
    void open(LoadPointProgress point) {
        openedAt = stage.nanoTime();
        List<SessionTracker.Entry> live = runContext.sessions().live();
        List<SessionTracker.Entry> surplus = surplus(point.sessions(), live);
        positionsToStart(point.sessions(), live, surplus);
        stage.note("load point of " + Plural.of(point.sessions(), "session") + ", " + toStart() + " to start"
                + (surplus.isEmpty() ? "" : ", " + surplus.size() + " to stop"));
        cancelStarts();
        // Sessions are numbered in the order of their start: the newest are last.
        for (int i = surplus.size() - 1; i >= 0; i--) {
            surplus.get(i).leave();
            commands.stop(surplus.get(i));
        }
        // Others may still be stopping since the previous point.
        awaitsSurplusSessions = !runContext.sessions().surplusSessions().isEmpty();
        if (!awaitsSurplusSessions) {
            startNext();
        }
    }

    /** As many of the lowest positions that no remaining session has as the load point lacks. */
    private void positionsToStart(int sessions, List<SessionTracker.Entry> live, List<SessionTracker.Entry> surplus) {
        BitSet taken = new BitSet();
        live.forEach(entry -> taken.set(entry.position()));
        surplus.forEach(entry -> taken.clear(entry.position()));
        toStart.clear();
        int position = taken.nextClearBit(0);
        for (int lacking = sessions - taken.cardinality(); lacking > 0; lacking--) {
            toStart.add(position);
            position = taken.nextClearBit(position + 1);
        }
    }

    private List<SessionTracker.Entry> surplus(int sessions, List<SessionTracker.Entry> live) {
        if (plan.profile().load().fresh()) {
            return live;
        }
        if (plan.profile().workloads().shares().isEmpty()) {
            return live.subList(Math.min(sessions, live.size()), live.size());
        }
        // A lost session leaves a gap, which a new one fills, so that the shares hold at each load point.
        return live.stream().filter(entry -> entry.position() >= sessions).toList();
    }

    /**
     * A session that was to continue is lost. If it was lost before the load point began, or while surplus sessions
     * still work, it was lost under the load of the previous point: another one is started in its place.
     *
     * @param lostAt when it was lost, by the monotonic clock, though the message may come later
     * @return whether it is replaced; otherwise the present load point has lost it
     */
    boolean replaces(int session, long lostAt) {
        boolean before = awaitsSurplusSessions || lostAt - openedAt < 0;
        if (!before || stage.state() != RunState.RAMPING_UP) {
            return false;
        }
        toStart.add(runContext.sessions().position(session));
        if (!awaitsSurplusSessions && toStart.size() == 1) {
            startNext();
        }
        return true;
    }

    /** Starts no more sessions for the load point that was opened last. */
    void cancelStarts() {
        awaitsFreeSlot = false;
        if (nextStart != null) {
            nextStart.cancel(false);
            nextStart = null;
        }
    }

    /**
     * Sessions that delay the end of the load point cannot be used for the next one: they must end before it is
     * measured.
     */
    void dismiss(List<SessionTracker.Entry> hanging) {
        for (SessionTracker.Entry entry : hanging) {
            if (!entry.leaving() && !entry.phase().over()) {
                entry.leave();
                commands.stop(entry);
            }
        }
    }

    /** Continues when the surplus sessions have stopped. */
    void startMissing() {
        awaitsSurplusSessions = false;
        startNext();
    }

    /** The sessions that the load point waits for. */
    List<SessionTracker.Entry> missing() {
        Stream<SessionTracker.Entry> held =
                awaitsFreeSlot ? runContext.sessions().cleaningUp().stream() : Stream.empty();
        return Stream.of(runContext.sessions().surplusSessions().stream(), held, stage.notWarmedUp().stream())
                .flatMap(sessions -> sessions)
                .distinct()
                .toList();
    }

    private void startNext() {
        if (toStart.isEmpty() || stage.state() != RunState.RAMPING_UP) {
            return;
        }
        Optional<AssignedAgents.Member> agent = runContext.assignedAgents().next(this::sessionsOf);
        Optional<SlotAllocator.SessionSlot> slot =
                agent.flatMap(some -> slots.take(runContext.sessions().size()));
        if (slot.isEmpty() && !runContext.sessions().cleaningUp().isEmpty()) {
            awaitsFreeSlot = true;
            return;
        }
        if (slot.isEmpty()) {
            // There were enough slots and agents when the run started; sessions that do not release theirs are the
            // platform's.
            runContext
                    .point()
                    .fail(new PointFailure(
                            PointFailure.Kind.LOGONS_REFUSED,
                            "session " + runContext.sessions().size() + " could not be started: no "
                                    + (agent.isEmpty() ? "agent has room" : "host or user is free") + " for it"));
            stage.raise(RunEvent.POINT_FAILED);
            return;
        }
        start(agent.orElseThrow().id(), toStart.remove(), slot.get());
        if (!toStart.isEmpty()) {
            nextStart = stage.later(plan.profile().logonInterval(), this::startNext);
        }
    }

    private void start(String agent, int position, SlotAllocator.SessionSlot slot) {
        SessionTracker.Entry session = runContext.sessions().add(agent, position);
        runContext.point().logsOn(session.session());
        stage.write(() -> journal.session(plan.id(), session.session(), session.position(), agent, wall.instant()));
        slots.leftBy(slot).ifPresent(earlier -> {
            session.follow(earlier);
            stage.note("session " + session.session() + " uses the desktop of session " + earlier + ", " + slot
                    + ", which may not have been logged off");
        });
        commands.start(session, slot);
    }

    private int sessionsOf(String agent) {
        return runContext.sessions().unfinishedCount(agent);
    }

    /**
     * The session is over: its slot is free again.
     *
     * @param unsure whether it was lost, failed, or could not be logged off, so that its user may still be logged on
     */
    void left(int session, boolean loggedOn, boolean unsure) {
        free(session, loggedOn, unsure);
        if (awaitsFreeSlot) {
            awaitsFreeSlot = false;
            startNext();
        }
    }

    private void free(int session, boolean loggedOn, boolean unsure) {
        boolean logsOff = plan.profile()
                .target()
                .agentless()
                .map(agentless -> !agentless.logoff().isEmpty())
                .orElse(true);
        if (!loggedOn) {
            slots.free(session, SlotAllocator.Left.REFUSED);
        } else if (Leftovers.mayRemain(true, logsOff, unsure)) {
            slots.free(session, SlotAllocator.Left.LEFTOVER);
        } else {
            slots.free(session, SlotAllocator.Left.CLEAN);
        }
    }
}
