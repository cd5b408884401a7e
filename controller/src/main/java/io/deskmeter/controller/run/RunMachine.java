package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.run.RunJournal.StageNote;
import io.deskmeter.controller.run.RunSnapshot.StageView;
import io.deskmeter.measure.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run. Public methods may be called by any thread and return at once: they leave a message in the mailbox. {@link #snapshot()} and
 * {@link #state()} show the latest published moment.
 */
public final class RunMachine implements RunStage {
    private static final Logger log = LoggerFactory.getLogger(RunMachine.class);

    private final RunPlan plan;
    private final RunSettings settings;
    private final RunJournal journal;
    private final ScheduledExecutorService mailbox;
    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private final Consumer<RunSnapshot> listener;
    private final RunBooks books;
    private final RunCommands commands;
    private final RunConductor conductor;
    private final LiveView view;
    private final Pace pace;
    private final Queue<RunEvent> events = new ArrayDeque<>();

    private RunState state = RunState.CREATED;
    private Instant stateSince;
    private @Nullable Instant endedAt;
    private @Nullable Future<?> deadline;
    private int justStarted = -1;
    private boolean draining;
    private volatile RunSnapshot published;

    /**
     * @param mailbox one thread only; it owns all state of the run
     * @param listener gets snapshots, on the mailbox, never more often than the settings say, and always the last one
     */
    public RunMachine(
            RunPlan plan,
            RunSettings settings,
            AgentPort agents,
            RunJournal journal,
            ScheduledExecutorService mailbox,
            LongSupplier nanoTime,
            InstantSource wall,
            Consumer<RunSnapshot> listener) {
        this.plan = plan;
        this.settings = settings;
        this.journal = journal;
        this.mailbox = mailbox;
        this.nanoTime = nanoTime;
        this.wall = wall;
        this.listener = listener;
        this.books = new RunBooks(plan);
        this.commands = new RunCommands(plan, agents);
        this.conductor = new RunConductor(this, books, commands, agents, journal, settings, wall);
        this.view = new LiveView(books);
        this.pace = new Pace(plan);
        this.stateSince = plan.createdAt();
        this.published = view.snapshot(state, stage(), null);
    }

    /** The run's plan. */
    public RunPlan plan() {
        return plan;
    }

    /** The latest published moment. */
    public RunSnapshot snapshot() {
        return published;
    }

    /** Begins. */
    public void start() {
        post(() -> {
            raise(RunEvent.START);
            publishAgain();
        });
    }

    /** Ends the run after the current operations. */
    public void stop(String why) {
        post(() -> endOnRequest(RunEvent.STOP, why));
    }

    /** Ends the run now. */
    public void abort(String why) {
        post(() -> endOnRequest(RunEvent.ABORT, why));
    }

    /** An agent has connected or was given back by another run. */
    public void agentMayBeFree() {
        post(() -> {
            if (state == RunState.PREPARING && !books.crew().hired()) {
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
        post(() -> {
            if (!state.ended()) {
                books.crew().find(id).ifPresent(member -> connected(member, instance, workingOn));
            }
        });
    }

    private void connected(Crew.Member member, String instance, String workingOn) {
        if (!member.agent().instance().equals(instance)) {
            conductor.lost(member, "agent " + member.id() + " was started anew while the run was on its way");
        } else if (member.away()) {
            boolean forgot = !workingOn.equals(plan.id()) && books.sessions().size() > 0;
            if (forgot) {
                conductor.lost(member, "agent " + member.id() + " came back, but had ended its sessions");
            } else {
                conductor.back(member);
            }
        }
    }

    /** An agent's connection is gone. */
    public void agentDisconnected(String id, String reason) {
        post(() -> {
            if (!state.ended() && state != RunState.REPORTING) {
                books.crew()
                        .find(id)
                        .filter(member -> !member.away())
                        .ifPresent(member -> conductor.away(member, reason));
            }
        });
    }

    /** A session has come to a new phase. */
    public void sessionChanged(SessionFact fact) {
        post(() -> {
            if (!books.sessions().apply(fact)) {
                books.unknown();
                log.warn("run {}: session {} was never started ({})", plan.id(), fact.session(), fact.phase());
                return;
            }
            if (fact.phase().discarded()) {
                discard(fact);
            }
            if (fact.phase().over()) {
                conductor.headcount().left(fact.session());
            }
            if (fact.phase() == SessionPhase.WORKING) {
                pace.started(fact.session(), nanoTime.getAsLong());
                justStarted = fact.session();
            }
            drain();
            justStarted = -1;
        });
    }

    private void discard(SessionFact fact) {
        note("session " + fact.session() + " " + fact.phase().label()
                + (fact.detail().isEmpty() ? "" : ": " + fact.detail()));
        PointProgress point = books.pointOrNull();
        if (point != null && !books.sessions().leaving(fact.session())) {
            point.discard(fact.session());
        }
    }

    /**
     * Timings are in the store.
     *
     * @param duplicates how many came with them that were there already
     */
    public void timingsStored(List<Timing> timings, int duplicates) {
        post(() -> {
            boolean over = state.ended() || state == RunState.REPORTING;
            timings.forEach(timing -> books.timing(timing, over));
            books.duplicates(duplicates);
            drain();
        });
    }

    /** A sample of the machine under load. */
    public void resources(ResourceFact fact) {
        post(() -> books.resources(fact));
    }

    /** The agent has nothing of the run left. */
    public void agentDone(String id, String reason) {
        post(() -> {
            Optional<Crew.Member> member = books.crew().find(id);
            if (member.isEmpty()) {
                books.unknown();
            } else if (state == RunState.ENDING) {
                conductor.done(member.get());
            } else if (!state.ended() && state != RunState.REPORTING) {
                conductor.lost(
                        member.get(),
                        "agent " + id + " ended the run by itself" + (reason.isEmpty() ? "" : ": " + reason));
            }
        });
    }

    /** Something of the run could not be stored. */
    public void storeFailed(String message) {
        post(() -> failStore(message));
    }

    private void endOnRequest(RunEvent event, String why) {
        if (!state.ended()) {
            if (books.outcome() == null) {
                books.outcome(RunEvent.ENDED_ON_REQUEST, why);
            }
            raise(event);
        }
    }

    private void failStore(String message) {
        String reason = "the store failed: " + message;
        if (!state.ended() && !books.reasons().contains(reason)) {
            books.outcome(RunEvent.INVALIDATED, reason);
            raise(RunEvent.STORE_FAILED);
        }
    }

    private void post(Runnable message) {
        mailbox.execute(() -> {
            message.run();
            drain();
        });
    }

    @Override
    public void raise(RunEvent event) {
        events.add(event);
        drain();
    }

    /** Handles what was raised, and what that raises, until nothing is left and no barrier is met. */
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
                : Barriers.met(state, books, conductor.headcount()).orElse(null);
    }

    private void handle(RunEvent event) {
        Optional<TransitionTable.Row<RunState, RunEvent, RunActions>> row = RunTable.TABLE.find(state, event);
        if (row.isEmpty()) {
            books.unknown();
            log.warn("run {}: nothing is said of {} in state {}", plan.id(), event, state);
            return;
        }
        RunState to = row.get().next();
        if (to != state) {
            enter(to);
        }
        row.get().action().accept(conductor);
        if (event == RunEvent.ALL_STORED || event == RunEvent.DEADLINE) {
            books.awaitingTimings(false);
        }
    }

    private void enter(RunState to) {
        clearDeadline();
        state = to;
        stateSince = wall.instant();
        books.awaitingTimings(to == RunState.JUDGING);
        log.info("run {}: {}", plan.id(), to.label());
        if (!to.ended()) {
            write(() -> journal.state(plan.id(), to, stateSince));
        }
        books.note(new StageNote(stateSince, to, to.title()));
    }

    @Override
    public RunState state() {
        return state;
    }

    @Override
    public void deadline(Duration after, RunEvent outcome, Supplier<String> missing) {
        clearDeadline();
        deadline = schedule(after, () -> {
            String reason = state.label() + ": longer than " + after.toSeconds() + " s; missing: " + missing.get();
            note(reason);
            if (outcome == RunEvent.COMPLETED) {
                books.remark(reason);
            } else {
                books.outcome(outcome, reason);
            }
            raise(RunEvent.DEADLINE);
        });
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
        return mailbox.schedule(
                () -> {
                    task.run();
                    drain();
                },
                delay.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void note(String message) {
        StageNote note = new StageNote(wall.instant(), state, message);
        books.note(note);
        write(() -> journal.note(plan.id(), note));
    }

    @Override
    public boolean write(Runnable write) {
        try {
            write.run();
            return true;
        } catch (JournalException e) {
            log.error("run {}: {}", plan.id(), e.getMessage());
            log.debug("the write that failed", e);
            failStore(String.valueOf(e.getMessage()));
            return false;
        }
    }

    @Override
    public List<SessionBook.Entry> cold() {
        return Barriers.cold(books);
    }

    @Override
    public int justStarted() {
        return justStarted;
    }

    @Override
    public void over() {
        endedAt = wall.instant();
        events.clear();
        publish();
    }

    private void publishAgain() {
        if (!state.ended()) {
            publish();
            after(settings.publishEvery(), this::publishAgain);
        }
    }

    private void publish() {
        published = view.snapshot(state, stage(), endedAt);
        listener.accept(published);
    }

    private StageView stage() {
        return Barriers.stage(
                state,
                books,
                stateSince,
                pace.remainingSeconds(state, books, conductor.headcount().toStart(), nanoTime.getAsLong()));
    }
}
