package io.deskmeter.controller.run;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.measure.Timing;
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
 * One run. Public methods may be called by any thread and return at once: they leave a message in the mailbox. {@link #snapshot()} and
 * {@link #state()} show the latest published moment.
 */
public final class RunMachine {
    private static final Logger log = LoggerFactory.getLogger(RunMachine.class);

    private final RunPlan plan;
    private final RunEngine engine;
    private final RunBooks books;
    private final RunConductor conductor;

    /**
     * Makes a run that has not begun.
     *
     * @param mailbox one thread only; it owns all state of the run
     * @param figures computes what would hold the mailbox up
     * @param listener gets snapshots, on the mailbox, never more often than the settings say, and always the last one
     */
    public RunMachine(
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

    /** The same, telling of faults of its own to others too. */
    public RunMachine(
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
        this.books = engine.books();
        this.conductor = engine.conductor();
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
            if (state() == RunState.PREPARING && !books.crew().hired()) {
                conductor.tryReserve();
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
            if (!state().ended()) {
                books.crew().find(id).ifPresent(member -> connected(member, instance, workingOn));
            }
        });
    }

    private void connected(Crew.Member member, String instance, String workingOn) {
        if (!member.agent().instance().equals(instance)) {
            conductor.lost(member, "agent " + member.id() + " was started anew while the run was on its way");
        } else if (member.away()) {
            boolean forgot = !workingOn.equals(plan.id())
                    && books.sessions().unfinishedOf(member.id()).stream()
                            .anyMatch(entry -> entry.phase() != SessionPhase.ASKED);
            if (forgot) {
                conductor.lost(member, "agent " + member.id() + " came back, but had ended its sessions");
            } else {
                conductor.back(member);
            }
        }
    }

    /** An agent's connection is gone. */
    public void agentDisconnected(String id, String reason) {
        engine.post(() -> {
            if (!engine.closing()) {
                books.crew()
                        .find(id)
                        .filter(member -> !member.away())
                        .ifPresent(member -> conductor.away(member, reason));
            }
        });
    }

    /** A session has come to a new phase. */
    public void sessionChanged(SessionFact fact) {
        engine.post(() -> {
            boolean known = books.sessions().isKnown(fact);
            if (!books.sessions().apply(fact)) {
                books.unknown();
                log.warn("run {}: session {} was never started ({})", plan.id(), fact.session(), fact.phase());
                return;
            }
            engine.commands()
                    .heard(
                            books.sessions().agentOf(fact.session()),
                            fact.session(),
                            fact.phase().over());
            if (known) {
                return;
            }
            if (fact.phase().discarded() || endedUnasked(fact)) {
                discard(fact);
            }
            if (fact.phase().over()) {
                conductor.headcount().left(fact.session(), books.sessions().refused(List.of(fact.session())) > 0);
            }
            if (fact.phase() == SessionPhase.WORKING) {
                engine.iterationStarted(fact.session());
            }
        });
    }

    /** Sessions go on until they are stopped: who has ended by itself is missing as much as who was lost. */
    private boolean endedUnasked(SessionFact fact) {
        return fact.phase().over()
                && RunTable.measures(state())
                && !books.sessions().leaving(fact.session());
    }

    private void discard(SessionFact fact) {
        engine.note(
                fact.session(),
                "session " + fact.session() + " " + fact.phase().label()
                        + (fact.detail().isEmpty() ? "" : ": " + fact.detail()));
        PointProgress point = books.pointOrNull();
        if (point != null && !books.sessions().leaving(fact.session())) {
            point.discard(fact.session(), engine.nanoTime());
        }
    }

    /**
     * Timings are in the store.
     *
     * @param duplicates how many came with them that were there already
     */
    public void timingsStored(List<Timing> timings, int duplicates) {
        engine.post(() -> {
            boolean over = engine.closing();
            timings.forEach(timing -> books.timing(timing, over));
            books.duplicates(duplicates);
        });
    }

    /**
     * Timings came that cannot be stored, now or later.
     *
     * @param why also where they are kept
     */
    public void timingsUnusable(int count, String why) {
        engine.post(() -> {
            if (books.unusable(count)) {
                engine.note(why);
            }
        });
    }

    /** What sessions work on now, a label that nothing depends on. */
    public void working(List<SessionWork> sessions) {
        engine.post(() -> sessions.forEach(books.sessions()::working));
    }

    /** A sample of a host. */
    public void resources(HostSample sample) {
        engine.post(() -> books.resources(sample));
    }

    /** The agent has nothing of the run left. */
    public void agentDone(String id, String reason) {
        engine.post(() -> {
            Optional<Crew.Member> member = books.crew().find(id);
            if (member.isEmpty()) {
                books.unknown();
            } else if (state() == RunState.ENDING) {
                conductor.done(member.get());
            } else if (!engine.closing()) {
                conductor.lost(
                        member.get(),
                        "agent " + id + " ended the run by itself" + (reason.isEmpty() ? "" : ": " + reason));
            }
        });
    }

    /** Something of the run could not be stored. */
    public void storeFailed(String message) {
        engine.post(() -> engine.failStore(message));
    }

    private void endOnRequest(RunEvent event, String why) {
        if (!state().ended()) {
            if (books.outcome() == null) {
                books.outcome(RunEvent.ENDED_ON_REQUEST, why);
            }
            engine.raise(event);
        }
    }

    /** Where the run stands. */
    RunState state() {
        return engine.state();
    }
}
