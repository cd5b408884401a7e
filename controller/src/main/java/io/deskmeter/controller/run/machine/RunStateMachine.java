package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.CurrentOperation;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run. Public methods may be called by any thread and return immediately: they put a message into the mailbox.
 * {@link #snapshot()} and {@link #state()} show the latest published moment.
 */
public final class RunStateMachine {
    private static final Logger LOG = LoggerFactory.getLogger(RunStateMachine.class);

    private final RunPlan plan;
    private final RunEngine engine;
    private final RunContext runContext;
    private final RunCoordinator coordinator;

    /**
     * Makes a run that has not begun.
     *
     * @param mailbox one thread only; it owns all state of the run
     * @param figures computes what would hold the mailbox up
     * @param listener receives snapshots on the mailbox, at most as often as configured, and always the last one
     */
    public RunStateMachine(
            RunPlan plan,
            RunSettings settings,
            AgentPort agents,
            RunJournal journal,
            ScheduledExecutorService mailbox,
            Executor figures,
            LongSupplier nanoTime,
            InstantSource wall,
            Consumer<RunSnapshot> listener) {
        this(plan, settings, agents, journal, mailbox, figures, nanoTime, wall, listener, new InternalFaults(wall));
    }

    /** The same, and reports internal errors. */
    public RunStateMachine(
            RunPlan plan,
            RunSettings settings,
            AgentPort agents,
            RunJournal journal,
            ScheduledExecutorService mailbox,
            Executor figures,
            LongSupplier nanoTime,
            InstantSource wall,
            Consumer<RunSnapshot> listener,
            InternalFaults faults) {
        this.plan = plan;
        this.engine =
                new RunEngine(plan, settings, agents, journal, mailbox, figures, nanoTime, wall, listener, faults);
        this.runContext = engine.runContext();
        this.coordinator = engine.coordinator();
    }

    /** The run's plan. */
    public RunPlan plan() {
        return plan;
    }

    /** The latest published moment. */
    public RunSnapshot snapshot() {
        return engine.snapshot();
    }

    /** Begins. */
    public void start() {
        engine.post(engine::start);
    }

    /** Ends the run after the current operations. */
    public void stop(String why) {
        engine.post(() -> endOnRequest(RunEvent.STOP, why));
    }

    /** Ends the run now. */
    public void abort(String why) {
        engine.post(() -> endOnRequest(RunEvent.ABORT, why));
    }

    /** An agent has connected or was given back by another run. */
    public void agentMayBeFree() {
        engine.post(() -> {
            if (state() == RunState.PREPARING && !runContext.assignedAgents().anyAssigned()) {
                coordinator.tryReserve();
            }
        });
    }

    /**
     * An agent has connected.
     *
     * @param workingOn the run that it still works on, empty if none
     */
    public void agentConnected(String id, String instance, String workingOn) {
        engine.post(() -> {
            Optional<AssignedAgents.Member> member = state().ended()
                    ? Optional.empty()
                    : runContext.assignedAgents().find(id);
            member.ifPresent(present -> connected(present, instance, workingOn));
            if (member.isEmpty() && workingOn.equals(plan.id())) {
                // It was given up, or the run ended meanwhile: nobody else would tell it to end its sessions.
                coordinator.endGivenUp(id);
            }
        });
    }

    private void connected(AssignedAgents.Member member, String instance, String workingOn) {
        if (!member.agent().instance().equals(instance)) {
            coordinator.lost(member, member.name() + " was restarted during the run");
            return;
        }
        // Also where this run knows of no loss: a newer link may take the place of one that has not ended yet, and what
        // was sent to that one may not have arrived.
        boolean forgot = !workingOn.equals(plan.id())
                && runContext.sessions().unfinishedOf(member.id()).stream()
                        .anyMatch(entry -> entry.phase() != SessionPhase.ASKED);
        if (forgot) {
            coordinator.backWithoutSessions(member);
        } else {
            coordinator.back(member);
        }
    }

    /**
     * An agent's connection has ended.
     *
     * @param answered whether the agent has answered during that connection; if not, it was not back
     */
    public void agentDisconnected(String id, String reason, boolean answered) {
        engine.post(() -> {
            if (!engine.closing()) {
                runContext
                        .assignedAgents()
                        .find(id)
                        .filter(member -> !member.away())
                        .ifPresent(member -> coordinator.away(member, reason, answered));
            }
        });
    }

    /** An agent's connection has ended for good, because a person said so. */
    public void agentDismissed(String id, String reason) {
        engine.post(() -> {
            if (!engine.closing()) {
                runContext.assignedAgents().find(id).ifPresent(member -> coordinator.dismissed(member, reason));
            }
        });
    }

    /** A session has entered a new phase. */
    public void sessionChanged(SessionFact fact) {
        engine.post(() -> {
            boolean known = runContext.sessions().isKnown(fact);
            boolean wasGone = runContext.sessions().isGone(fact.session());
            if (!runContext.sessions().apply(fact)) {
                runContext.unknown();
                LOG.warn("run {}: session {} was never started ({})", plan.id(), fact.session(), fact.phase());
                return;
            }
            engine.commands()
                    .confirmed(
                            runContext.sessions().agentOf(fact.session()),
                            fact.session(),
                            fact.phase().over());
            boolean unasked = endedUnasked(fact);
            if (!known && (fact.phase().discarded() || unasked)) {
                if (unasked) {
                    runContext.sessions().endedUnasked(fact.session());
                }
                discard(fact);
            }
            // A session is told lost at once, and its host and user are free when its desktop is gone.
            if (!wasGone && runContext.sessions().isGone(fact.session())) {
                boolean loggedOn = runContext.sessions().refused(List.of(fact.session())) == 0;
                coordinator.scaler().left(fact.session(), loggedOn, fact.phase().discarded() || fact.leftOpen());
            }
            if (!known && fact.phase() == SessionPhase.WORKING) {
                engine.iterationStarted(fact.session());
            }
        });
    }

    /** Sessions continue until they are stopped: a session that has ended by itself is missing like a lost one. */
    private boolean endedUnasked(SessionFact fact) {
        return fact.phase().over()
                && RunTransitions.measures(state())
                && !runContext.sessions().leaving(fact.session());
    }

    private void discard(SessionFact fact) {
        engine.note(
                fact.session(),
                "session " + fact.session() + " " + fact.phase().label()
                        + (fact.detail().isEmpty() ? "" : ": " + fact.detail()));
        long lostAt = engine.nanoTime() - fact.ago().toNanos();
        LoadPointProgress before = runContext.previousOrNull();
        if (before != null && before.discardLate(fact.session(), lostAt)) {
            coordinator.judgeAgain(before, fact.session());
        }
        LoadPointProgress point = runContext.pointOrNull();
        if (point != null && coordinator.hasEnded(point)) {
            // The last point: nothing follows it but the end of the run.
            if (!runContext.sessions().leaving(fact.session()) && point.discardLate(fact.session(), lostAt)) {
                coordinator.judgeAgain(point, fact.session());
            }
        } else if (point != null
                && !runContext.sessions().leaving(fact.session())
                && !point.isOverAt(lostAt)
                && !coordinator.scaler().replaces(fact.session(), lostAt)) {
            point.discard(fact.session(), lostAt);
        }
    }

    /**
     * Timings are in the store.
     *
     * @param duplicates the number of timings among them that were already stored
     */
    public void timingsStored(List<Timing> timings, int duplicates) {
        engine.post(() -> {
            boolean over = engine.closing();
            timings.forEach(timing -> runContext.timing(timing, over));
            coordinator.timingsCame();
            runContext.duplicates(duplicates);
        });
    }

    /**
     * Samples of metrics are in the store; their timings are, too.
     *
     * @param duplicates how many came with them that were there already
     */
    public void samplesStored(List<Sample> samples, int duplicates) {
        engine.post(() -> {
            boolean over = engine.closing();
            samples.forEach(sample -> runContext.sample(sample, over));
            coordinator.timingsCame();
            runContext.duplicates(duplicates);
        });
    }

    /**
     * Timings or samples came that cannot be stored, now or later.
     *
     * @param why with the place where they are kept
     */
    public void timingsUnusable(int count, String why) {
        engine.post(() -> {
            if (runContext.unusable(count)) {
                engine.note(why);
            }
        });
    }

    /** The current operations of sessions, for display only. */
    public void working(List<CurrentOperation> sessions) {
        engine.post(() -> sessions.forEach(runContext.sessions()::working));
    }

    /** A sample of a host. */
    public void resources(HostSample sample) {
        engine.post(() -> runContext.resources(sample));
    }

    /** The agent has ended everything of the run. */
    public void agentDone(String id, String reason) {
        engine.post(() -> {
            Optional<AssignedAgents.Member> member = runContext.assignedAgents().find(id);
            if (member.isEmpty()) {
                runContext.unknown();
            } else if (state() == RunState.ENDING) {
                coordinator.done(member.get());
            } else if (!engine.closing()) {
                coordinator.lost(
                        member.get(), member.get().name() + " ended the run" + (reason.isEmpty() ? "" : ": " + reason));
            }
        });
    }

    /** Something of the run could not be stored. */
    public void storeFailed(String message) {
        engine.post(() -> engine.failStore(message));
    }

    /** The run may not go on here, for another controller may have it. */
    public void leaseLost(String why) {
        engine.post(() -> {
            if (!state().ended()) {
                runContext.outcome(RunEvent.INVALIDATED, why);
                endAgents();
                engine.raise(RunEvent.STORE_FAILED);
            }
        });
    }

    private void endOnRequest(RunEvent event, String why) {
        if (!state().ended()) {
            if (runContext.outcome() == null) {
                runContext.outcome(RunEvent.ENDED_ON_REQUEST, why);
            }
            if (event == RunEvent.ABORT) {
                endAgents();
            }
            engine.raise(event);
        }
    }

    /** Before the next state is stored, which may take time: sessions must end even if the store hangs. */
    private void endAgents() {
        if (RunTransitions.measures(state()) || state() == RunState.RAMPING_DOWN) {
            coordinator.endAgents();
        }
    }

    /** The present snapshot. */
    RunState state() {
        return engine.state();
    }
}
