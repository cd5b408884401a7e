package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.evidence.Exposure;
import io.deskmeter.agent.evidence.Film;
import io.deskmeter.agent.session.SessionNews.Phase;
import io.deskmeter.agent.step.Hands;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Condition;
import io.deskmeter.workload.Operation;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Until;
import io.deskmeter.workload.plan.PlannedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works a session's plan on its desktop: one operation after the other, one visit after the other. Lives on the session's executor; the
 * session's table calls it and the session does for it what {@link Host} says.
 */
final class Rounds {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    /** The session. */
    interface Host {
        void enter(SessionState state);

        /** Signals {@link Signal.Ring} then; replaces what was asked for before. */
        void ringAt(long instant);

        void noRing();

        /** From any thread: handles the signal on the session's executor. */
        void post(Signal signal);

        void end(Phase phase, String detail);
    }

    private final SessionSettings settings;
    private final Surroundings around;
    private final SessionListener listener;
    private final Host host;
    private final Workplace workplace;
    private final Screen screen;
    private final Sight sight;
    private final Film film;
    private final PlanCursor cursor;
    private final Recorder recorder;
    private final LongSupplier nanoTime;

    private boolean stopping;
    private int visits;

    /** When the user could go on: the think time counts from here. */
    private long freeAt;

    private @Nullable Visit visit;
    private @Nullable PlannedOperation planned;
    private @Nullable Work work;

    Rounds(
            SessionSettings settings,
            Surroundings around,
            SessionListener listener,
            Host host,
            Workplace workplace,
            Screen screen,
            Sight sight,
            Film film) {
        this.settings = settings;
        this.around = around;
        this.listener = listener;
        this.host = host;
        this.workplace = workplace;
        this.screen = screen;
        this.sight = sight;
        this.film = film;
        this.nanoTime = around.nanoTime();
        this.cursor = new PlanCursor(settings.plan(), settings.iterations());
        this.recorder = new Recorder(settings.session(), nanoTime, around.wall());
        this.freeAt = now();
    }

    /** Goes to the next operation, or ends the session. */
    void next() {
        if (stopping) {
            host.end(Phase.STOPPED, "");
            return;
        }
        planned = cursor.advance().orElse(null);
        if (planned == null) {
            host.end(Phase.FINISHED, "");
            return;
        }
        if (cursor.atIterationStart()) {
            listener.changed(new SessionNews(settings.session(), Phase.WORKING, "", cursor.iteration(), 0));
        }
        host.enter(SessionState.THINKING);
        host.ringAt(freeAt + planned.think().toNanos());
    }

    /** The think time is over. */
    void prepare() {
        host.enter(SessionState.PREPARING);
        long thoughtAt = freeAt + planned().think().toNanos();
        if (planned().firstOfWorkload()) {
            CompletableFuture<AppHost> opening = workplace.open(planned().workload(), ++visits);
            Entrance entrance =
                    new Entrance(opening, host -> enter(host, thoughtAt), nanoTime, settings.patience(), new Stage());
            work = entrance;
            entrance.begin();
        } else {
            prepare(thoughtAt);
        }
    }

    private void enter(AppHost appHost, long thoughtAt) {
        visit = new Visit(planned().workload(), appHost, this::launched);
        sight.enter(planned().workload());
        prepare(Math.max(thoughtAt, now()));
    }

    private void prepare(long thoughtAt) {
        work = new Preparation(before(), performer(), sight, nanoTime, settings.patience(), thoughtAt, new Stage());
        work.begin();
    }

    /** The unmeasured steps, and the wait for what a hand is to launch the application with. */
    private List<Step> before() {
        List<Step> before = new ArrayList<>(occurrence().before());
        boolean launches = occurrence().steps().stream().anyMatch(Step.Launch.class::isInstance);
        if (launches && visit != null && visit.launcher().isPresent()) {
            Step.Place place = visit.launcher().get().place();
            if (place instanceof Step.Place.On on) {
                before.add(new Step.Await(new Until(
                        new Condition.Appears(on.landmark()),
                        settings.patience().step())));
            }
        }
        return before;
    }

    private void launched(AppProcess process) {
        var unused = process.exited().thenAccept(code -> host.post(new Signal.AppExited(process, code)));
    }

    private void act(long intendedAt) {
        listener.working(
                settings.session(),
                planned().workload().id() + "/" + planned().operation().id(),
                around.wall().instant());
        work = new Action(
                occurrence(),
                performer(),
                sight,
                film,
                nanoTime,
                settings.patience(),
                cursor.atVisitEnd(),
                intendedAt,
                new Stage());
        work.begin();
    }

    /** What is being worked; only in PREPARING, ACTING and WATCHING. */
    Work work() {
        return Objects.requireNonNull(work, "work");
    }

    /** Is this an answer to something that is over? */
    boolean isStale(Signal signal) {
        if (signal instanceof Signal.StepDone done) {
            return done.work() != work;
        }
        if (signal instanceof Signal.StepFailed failed) {
            return failed.work() != work;
        }
        return signal instanceof Signal.AppExited exited && (visit == null || visit.app() != exited.process());
    }

    /** Notes in any state that the application has exited. */
    void appExited(AppProcess process, int code) {
        if (visit != null && visit.app() == process) {
            visit.exited(code);
        }
    }

    /** The operation ends here and now. */
    void fail(Outcome outcome, String detail) {
        finish(resultOf(outcome, detail));
    }

    private Result resultOf(Outcome outcome, String detail) {
        return work == null ? Result.failed(outcome, now(), detail) : work.failed(outcome, detail);
    }

    private void finish(Result result) {
        record(result);
        if (result.outcome() == Outcome.OK) {
            freeAt = result.endedAt();
            if (cursor.atVisitEnd()) {
                closeApp();
            } else {
                next();
            }
            return;
        }
        String because = "skipped: " + planned().operation().id() + " before it failed";
        for (PlannedOperation skipped : cursor.skipVisit()) {
            listener.timed(recorder.record(skipped, Result.failed(Outcome.SKIPPED, now(), because)));
        }
        clearVisit();
    }

    private void record(Result result) {
        host.noRing();
        work = null;
        listener.working(settings.session(), "", around.wall().instant());
        Timing timing = recorder.record(planned(), result);
        film.ended(
                new Exposure(
                        timing,
                        occurrence().until().condition(),
                        planned().workload().folder(),
                        result.places()),
                sight.frame());
        listener.timed(timing);
    }

    private void closeApp() {
        AppProcess app = visit == null ? null : visit.app();
        if (app == null || !app.alive()) {
            clearVisit();
            return;
        }
        host.enter(SessionState.CLOSING_APP);
        host.ringAt(now() + settings.patience().closing().toNanos());
    }

    /** The application has not gone by itself. */
    void killApp() {
        LOG.warn(
                "session {}: {} was still running {} s after its last operation and is ended",
                settings.session(),
                visit == null ? "" : visit.workload().id(),
                settings.patience().closing().toSeconds());
        clearVisit();
    }

    /** Ends what is left of the application and its content. */
    void clearVisit() {
        host.enter(SessionState.CLOSING_APP);
        host.noRing();
        Visit over = visit;
        visit = null;
        CompletableFuture<Void> closing = over == null ? CompletableFuture.completedFuture(null) : over.close();
        var unused = closing.whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "session {}: content stays until the session ends: {}", settings.session(), failure.toString());
            }
            host.post(new Signal.AppGone());
        });
    }

    /** Nothing of the visit is left. */
    void visitOver() {
        freeAt = now();
        next();
    }

    /** No further operation is begun. */
    void stopWhenDone() {
        stopping = true;
    }

    /** The session ends in the middle of an operation, which is recorded as this. */
    void abandon(Outcome outcome, String detail) {
        if (planned != null) {
            record(resultOf(outcome, detail));
        }
    }

    /** Iterations begun. */
    int iterations() {
        return cursor.iteration() + 1;
    }

    private long now() {
        return nanoTime.getAsLong();
    }

    private PlannedOperation planned() {
        return Objects.requireNonNull(planned, "planned");
    }

    private Operation.Occurrence occurrence() {
        return planned().operation().occurrences().get(planned().occurrence());
    }

    private Performer performer() {
        return new Performer(Objects.requireNonNull(visit, "visit"), new Hands(screen, sight, around.timers()));
    }

    private final class Stage implements Work.Stage {
        @Override
        public void enter(SessionState entered) {
            host.enter(entered);
        }

        @Override
        public void whenDone(Work mine, CompletableFuture<Long> step) {
            var unused = step.whenComplete((firedAt, failure) -> host.post(
                    failure == null ? new Signal.StepDone(mine, firedAt) : new Signal.StepFailed(mine, root(failure))));
        }

        private Throwable root(Throwable failure) {
            return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        }

        @Override
        public void ringAt(long instant) {
            host.ringAt(instant);
        }

        @Override
        public void prepared(long intendedAt) {
            act(intendedAt);
        }

        @Override
        public void ended(Result result) {
            finish(result);
        }
    }
}
