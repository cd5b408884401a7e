package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.figure.LiveIntervals;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.RunSnapshot.StageView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the transition table: handles events one at a time, checks whether the stage is complete, enforces deadlines,
 * writes the journal and publishes snapshots. Owned by the run's mailbox, except {@link #post} and {@link #snapshot}.
 */
final class RunEngine implements RunActionContext {
    private static final Logger LOG = LoggerFactory.getLogger(RunEngine.class);

    /**
     * How long agents may take to end their sessions after an internal error: an agent that is released while it works
     * is not free for the next run.
     */
    private static final Duration FAULT_GRACE = Duration.ofSeconds(10);

    private final RunPlan plan;
    private final RunSettings settings;
    private final RunJournal journal;
    private final ScheduledExecutorService mailbox;
    private final Executor figures;
    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private final Consumer<RunSnapshot> listener;
    private final AgentPort agents;
    private final InternalFaults faults;
    private final RunContext runContext;
    private final AgentCommands commands;
    private final RunCoordinator coordinator;
    private final SnapshotFactory view;
    private final EtaEstimator etaEstimator;
    private final Queue<RunEvent> events = new ArrayDeque<>();

    private RunState state = RunState.CREATED;
    private Instant stateSince;
    private @Nullable Instant endedAt;
    private @Nullable Future<?> deadline;
    private int lastIterationStarted = -1;
    private boolean draining;
    /** A task of the run threw an unexpected exception: no further events are handled and the run ends as failed. */
    private boolean faulty;

    private volatile RunSnapshot published;

    RunEngine(
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
        this.agents = agents;
        this.faults = faults;
        this.plan = plan;
        this.settings = settings;
        this.journal = journal;
        this.mailbox = mailbox;
        this.figures = figures;
        this.nanoTime = nanoTime;
        this.wall = wall;
        this.listener = listener;
        this.runContext = new RunContext(plan);
        this.commands = new AgentCommands(plan, agents);
        this.coordinator = new RunCoordinator(this, runContext, commands, agents, journal, settings, wall);
        this.view = new SnapshotFactory(
                runContext,
                new LiveIntervals(
                        figures,
                        settings.intervalsEvery().toNanos(),
                        plan.profile().workloads().seed(),
                        nanoTime));
        this.etaEstimator = new EtaEstimator(plan);
        this.stateSince = plan.createdAt();
        this.published = view.snapshot(state, stage(), null, nanoTime.getAsLong());
    }

    RunContext runContext() {
        return runContext;
    }

    AgentCommands commands() {
        return commands;
    }

    RunCoordinator coordinator() {
        return coordinator;
    }

    /** The latest published moment. */
    RunSnapshot snapshot() {
        return published;
    }

    /** Whether messages of agents no longer change the run. */
    boolean closing() {
        return state.ended() || state == RunState.REPORTING;
    }

    /** Runs a message on the mailbox, and what follows from it. */
    void post(Runnable message) {
        mailbox.execute(guarded(message));
    }

    /** An exception in a task of the run ends the run; otherwise the run could hang. */
    private Runnable guarded(Runnable task) {
        return () -> {
            if (faulty) {
                return;
            }
            try {
                task.run();
                drain();
            } catch (Throwable e) {
                fault(e);
            }
        };
    }

    private void fault(Throwable cause) {
        faults.report("run " + plan.id() + ", " + state.label(), cause);
        if (state.ended()) {
            return;
        }
        faulty = true;
        clearDeadline();
        runContext.fault("internal fault while " + state.label() + ": " + cause
                + " (hint: the controller's log has the details)");
        for (AssignedAgents.Member member : runContext.assignedAgents().left()) {
            attempt(
                    "end the run on " + member.name(),
                    () -> commands.end(member.id(), "internal fault of the controller"));
        }
        attempt("publish its fault", this::publish);
        Future<?> unused = mailbox.schedule(this::endFaulty, FAULT_GRACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Each step is independent, because the effects of the error are unknown. */
    private void endFaulty() {
        Instant at = wall.instant();
        state = RunState.FAILED;
        endedAt = at;
        attempt(
                "write down that it has failed",
                () -> journal.ended(
                        plan.id(),
                        state,
                        at,
                        List.copyOf(runContext.reasons()),
                        runContext.capacity(),
                        runContext.counts()));
        attempt("release its agents", () -> agents.release(plan.id()));
        publishEnd(at);
    }

    /** Without the view, which would throw again. */
    private void publishEnd(Instant at) {
        RunSnapshot last = published.ended(state, runContext.reasons(), at);
        published = last;
        attempt("publish its end", () -> listener.accept(last));
    }

    private void attempt(String what, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            faults.reportFatal("run " + plan.id() + " has a fault, and cannot " + what, e);
        }
    }

    /** Begins. */
    void start() {
        raise(RunEvent.START);
        publishAgain();
    }

    /** An iteration of the session has just started; its consequences are handled immediately. */
    void iterationStarted(int session) {
        etaEstimator.started(session, nanoTime.getAsLong());
        lastIterationStarted = session;
        drain();
        lastIterationStarted = -1;
    }

    void failStore(String message) {
        String reason = "the store failed: " + message;
        if (!state.ended() && !runContext.reasons().contains(reason)) {
            runContext.outcome(RunEvent.INVALIDATED, reason);
            raise(RunEvent.STORE_FAILED);
        }
    }

    @Override
    public void raise(RunEvent event) {
        events.add(event);
        drain();
    }

    /** Handles raised events, and the events that they raise, until none is left and the stage is not complete. */
    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            for (RunEvent event = next(); event != null; event = next()) {
                handle(event);
            }
        } finally {
            draining = false;
        }
    }

    private @Nullable RunEvent next() {
        RunEvent raised = events.poll();
        return raised != null
                ? raised
                : StageCompletion.met(state, runContext, coordinator.scaler()).orElse(null);
    }

    private void handle(RunEvent event) {
        Optional<TransitionTable.Row<RunState, RunEvent, RunActions>> row = RunTransitions.TABLE.find(state, event);
        if (row.isEmpty()) {
            runContext.unknown();
            LOG.warn("run {}: no transition for event {} in state {}", plan.id(), event, state);
            return;
        }
        RunState to = row.get().next();
        if (to != state) {
            enter(to);
        }
        row.get().action().accept(coordinator);
        if (event == RunEvent.ALL_STORED || event == RunEvent.DEADLINE || event == RunEvent.SURELY_FAILED) {
            runContext.awaitingTimings(false);
        }
    }

    private void enter(RunState to) {
        clearDeadline();
        StageView left = stage();
        state = to;
        stateSince = wall.instant();
        runContext.awaitingTimings(to == RunState.JUDGING);
        LOG.info("run {}: {}", plan.id(), to.label());
        if (!to.ended()) {
            write(() ->
                    journal.state(plan.id(), new StageProgress(left.done(), left.of(), left.what()), to, stateSince));
        }
        runContext.note(new StageNote(stateSince, to, to.title()));
    }

    @Override
    public RunState state() {
        return state;
    }

    @Override
    public void deadline(Duration after, RunEvent outcome, Supplier<String> missing) {
        deadline(after, missing, reason -> {
            if (outcome == RunEvent.COMPLETED) {
                runContext.remark(reason);
            } else {
                runContext.outcome(outcome, reason);
            }
            raise(RunEvent.DEADLINE);
        });
    }

    @Override
    public void deadline(Duration after, Supplier<String> missing, Consumer<String> passed) {
        clearDeadline();
        deadline = schedule(after, () -> {
            String reason = state.label() + ": longer than " + after.toSeconds() + " s; missing: " + missing.get();
            note(reason);
            passed.accept(reason);
        });
    }

    @Override
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    @Override
    public void clearDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        Future<?> unused = later(delay, task);
    }

    @Override
    public Future<?> later(Duration delay, Runnable task) {
        return schedule(delay, () -> {
            if (!state.ended()) {
                task.run();
            }
        });
    }

    private Future<?> schedule(Duration delay, Runnable task) {
        return mailbox.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> void computeAsync(String what, Supplier<T> work, Consumer<T> then) {
        try {
            figures.execute(() -> compute(what, work, then));
        } catch (RejectedExecutionException closed) {
            fail(what + " cannot be computed: " + closed.getMessage());
        }
    }

    /** A run that waits for a missing result would hang, so an Error is reported too, such as an OutOfMemoryError. */
    private <T> void compute(String what, Supplier<T> work, Consumer<T> then) {
        try {
            T result = work.get();
            post(() -> deliver(result, then));
        } catch (Throwable failure) {
            faults.report("run " + plan.id() + ": " + what, failure);
            post(() -> fail(what + " failed: " + failure));
        }
    }

    private <T> void deliver(T result, Consumer<T> then) {
        if (!closing()) {
            then.accept(result);
        }
    }

    private void fail(String reason) {
        if (!closing()) {
            runContext.outcome(RunEvent.GIVEN_UP, reason);
            raise(RunEvent.STOP);
        }
    }

    @Override
    public void note(String message) {
        note(new StageNote(wall.instant(), state, message));
    }

    /** Adds a line about one session. */
    void note(int session, String message) {
        note(new StageNote(wall.instant(), state, message, session));
    }

    private void note(StageNote note) {
        runContext.note(note);
        write(() -> journal.note(plan.id(), note));
    }

    @Override
    public boolean write(Runnable write) {
        try {
            write.run();
            return true;
        } catch (JournalException e) {
            LOG.error("run {}: {}", plan.id(), e.getMessage());
            LOG.debug("the write that failed", e);
            failStore(String.valueOf(e.getMessage()));
            return false;
        }
    }

    @Override
    public List<SessionTracker.Entry> notWarmedUp() {
        return StageCompletion.notWarmedUp(runContext);
    }

    @Override
    public int lastIterationStarted() {
        return lastIterationStarted;
    }

    @Override
    public void over() {
        Instant at = wall.instant();
        endedAt = at;
        events.clear();
        try {
            publish();
        } catch (RuntimeException | Error e) {
            faults.report("run " + plan.id() + ": its last snapshot", e);
            publishEnd(at);
        }
    }

    private void publishAgain() {
        if (state.ended()) {
            return;
        }
        after(settings.publishEvery(), this::publishAgain);
        try {
            publish();
        } catch (RuntimeException | Error e) {
            // The next one may succeed, and the run does not depend on them.
            faults.report("run " + plan.id() + ": a snapshot", e);
        }
    }

    private void publish() {
        published = view.snapshot(state, stage(), endedAt, nanoTime.getAsLong());
        listener.accept(published);
    }

    private StageView stage() {
        return StageCompletion.stage(
                state,
                runContext,
                stateSince,
                etaEstimator.remainingSeconds(
                        state, runContext, coordinator.scaler().toStart(), nanoTime.getAsLong()));
    }
}
