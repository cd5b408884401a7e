package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.evidence.recorder.EvidenceRequest;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.gesture.Gesture;
import io.deskmeter.agent.gesture.GestureFinder;
import io.deskmeter.agent.gesture.GestureSender;
import io.deskmeter.agent.gesture.SentInputs;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.sample.EndedOperation;
import io.deskmeter.agent.sample.OperationSampler;
import io.deskmeter.agent.session.app.AppInstance;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.app.Launcher;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionState;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.operation.AppOpener;
import io.deskmeter.agent.session.operation.MeasuredSteps;
import io.deskmeter.agent.session.operation.OperationPart;
import io.deskmeter.agent.session.operation.PointerCheck;
import io.deskmeter.agent.session.operation.Preparation;
import io.deskmeter.agent.session.operation.StepExecutor;
import io.deskmeter.agent.session.result.Handled;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.agent.session.result.PauseMarks;
import io.deskmeter.agent.session.result.TimingRecorder;
import io.deskmeter.agent.step.InputSender;
import io.deskmeter.agent.step.OperationInput;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.probe.Responsiveness;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.plan.PlannedOperation;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a session's plan on its desktop: one operation after the other, one application instance after the other.
 * Used on the session's executor only. The session's transition table calls it, and it calls the session through
 * {@link Host}.
 */
final class PlanExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(PlanExecutor.class);

    private static final String LEFT_OPEN =
            "the application may have been left open that an operation used which Deskmeter itself spoilt";

    /** The session. */
    interface Host {
        void enter(SessionState state);

        /** Signals {@link SessionEvent.TimerExpired} at an instant; replaces the previous request. */
        void setTimer(long instant);

        void cancelTimer();

        /** From any thread: handles the signal on the session's executor. */
        void post(SessionEvent signal);

        void end(Phase phase, String detail);
    }

    private final SessionSettings settings;
    private final SessionContext context;
    private final SessionListener listener;
    private final Host host;
    private final SessionDesktop desktop;
    private final Screen screen;
    private final ScreenMatcher screenMatcher;
    private final FrameRecorder frameRecorder;
    private final SessionSamplers samplers;
    private final ScreenProber prober;
    private final Responsiveness responsiveness;
    private final WindowHandlers windows;
    private final PlanCursor cursor;
    private final TimingRecorder recorder;
    private final LongSupplier nanoTime;

    private boolean stopping;
    private int appInstances;

    /** Whether Deskmeter itself spoilt an operation whose application stays open, and none has been answered since. */
    private boolean mayHaveLeftOpen;

    private final PauseMarks pauseMarks;

    /** When the user can continue: the think time starts here. */
    private long freeAt;

    /** When the preparation of the current operation began. */
    private long begunAt;

    private @Nullable AppInstance appInstance;
    private @Nullable PlannedOperation planned;
    private @Nullable OperationPart work;

    /** Whether the timing of the current operation has been passed on, which has no second one. */
    private boolean told;

    /** Of the current operation. */
    private OperationInput input;

    /** The step of the current operation that is sending input. */
    private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    PlanExecutor(
            SessionSettings settings,
            SessionContext context,
            SessionListener listener,
            Host host,
            SessionDesktop desktop,
            Screen screen,
            ScreenMatcher screenMatcher,
            FrameRecorder frameRecorder,
            SessionSamplers samplers,
            ScreenProber prober,
            WindowHandlers windows) {
        this.settings = settings;
        this.context = context;
        this.listener = listener;
        this.host = host;
        this.desktop = desktop;
        this.screen = screen;
        this.screenMatcher = screenMatcher;
        this.frameRecorder = frameRecorder;
        this.samplers = samplers;
        this.prober = prober;
        this.responsiveness = prober.keepAsking();
        this.windows = windows;
        windows.serve(new Windows());
        this.input = new OperationInput(screen);
        this.nanoTime = context.nanoTime();
        this.cursor = new PlanCursor(settings.plan(), settings.iterations());
        this.recorder = new TimingRecorder(settings.session(), nanoTime, context.wall());
        this.pauseMarks = new PauseMarks(context.pauses());
        this.freeAt = now();
    }

    /** Begins the next operation, or ends the session. */
    void next() {
        if (stopping) {
            host.end(Phase.STOPPED, "");
            return;
        }
        planned = cursor.advance().orElse(null);
        told = false;
        if (planned == null) {
            host.end(Phase.FINISHED, "");
            return;
        }
        if (cursor.atIterationStart()) {
            listener.changed(new SessionUpdate(settings.session(), Phase.WORKING, "", cursor.iteration(), now()));
        }
        windows.begin(occurrence().landmarks().collect(Collectors.toSet()));
        host.enter(SessionState.THINKING);
        host.setTimer(freeAt + planned.think().toNanos());
    }

    /** The think time is over. */
    void prepare() {
        begunAt = now();
        host.enter(SessionState.PREPARING);
        long thoughtAt = freeAt + planned().think().toNanos();
        if (planned().firstOfWorkload()) {
            CompletableFuture<AppInstanceControl> opening =
                    desktop.open(planned().workload(), ++appInstances);
            AppOpener opener =
                    new AppOpener(opening, host -> enter(host, thoughtAt), nanoTime, settings.timeouts(), new Stage());
            work = opener;
            opener.begin();
        } else {
            prepare(thoughtAt);
        }
    }

    private void enter(AppInstanceControl appHost, long thoughtAt) {
        appInstance = new AppInstance(planned().workload(), appHost, this::launched);
        screenMatcher.enter(planned().workload());
        windows.enter(planned().workload().handlers());
        prepare(Math.max(thoughtAt, now()));
    }

    private void prepare(long thoughtAt) {
        input = new OperationInput(screen);
        boolean launches = occurrence().launches() || occurrence().launchesBefore();
        work = new Preparation(
                before(),
                launches,
                stepExecutor(PlanExecutor::noGesture),
                screenMatcher,
                frameRecorder,
                prober,
                nanoTime,
                settings.timeouts(),
                windows,
                thoughtAt,
                new Stage());
        work.begin();
    }

    /** The unmeasured steps, and those that lead to the input that launches the application. */
    private List<Step> before() {
        List<Step> toLauncher = appInstance == null
                ? List.of()
                : appInstance.launcher().map(Launcher::before).orElse(List.of());
        List<Step> before = new ArrayList<>();
        for (Step step : occurrence().before()) {
            if (step instanceof Step.Launch) {
                before.addAll(toLauncher);
            }
            before.add(step);
        }
        if (occurrence().launches()) {
            before.addAll(toLauncher);
        }
        return before;
    }

    private void launched(AppProcess process) {
        var unused = process.exited().thenAccept(code -> host.post(new SessionEvent.AppExited(process, code)));
    }

    /** A gesture is measured only on a screen that follows the pointer. */
    private void prepared(long intendedAt) {
        Optional<Step.Gesture> gesture = occurrence().gesture();
        if (gesture.isEmpty()) {
            StepExecutor executor = stepExecutor(PlanExecutor::noGesture);
            act(intendedAt, executor, executor.input()::begunAt);
            return;
        }
        PointerCheck check = new PointerCheck(
                () -> GestureFinder.find(gesture.get(), screenMatcher),
                input,
                screenMatcher,
                nanoTime,
                new Stage(),
                found -> follow(found, Math.max(intendedAt, now())));
        work = check;
        check.begin();
    }

    private void follow(Gesture gesture, long intendedAt) {
        Optional<Path> content =
                Objects.requireNonNull(appInstance, "application instance").content();
        SentInputs sent = samplers.begin(gesture, content);
        act(intendedAt, stepExecutor(sending(gesture, sent)), sent::begunAt);
    }

    private Supplier<CompletableFuture<Long>> sending(Gesture gesture, SentInputs sent) {
        OperationInput own = input;
        return () -> GestureSender.send(own, context.timers(), nanoTime, gesture.inputs(), sent)
                .whenComplete((begunAt, failure) -> {
                    if (failure != null) {
                        own.close(); // at once: the session may be busy with frames
                    }
                });
    }

    private static CompletableFuture<Long> noGesture() {
        throw new IllegalStateException("gesture: none is prepared (expected: the only step of a measured part)");
    }

    /**
     * @param begunAt when the first input was sent of a step that takes time; never, if it has not been, or there is
     *     none
     */
    private void act(long intendedAt, StepExecutor stepExecutor, LongSupplier begunAt) {
        listener.working(
                settings.session(),
                planned().workload().id() + "/" + planned().operation().id(),
                context.wall().instant());
        samplers.each(sampler -> sampler.armed(planned().operation()));
        work = new MeasuredSteps(
                occurrence(),
                stepExecutor,
                begunAt,
                input::lastFiredAt,
                screenMatcher,
                frameRecorder,
                prober,
                nanoTime,
                settings.timeouts(),
                windows,
                cursor.atAppInstanceEnd(),
                intendedAt,
                new Stage());
        work.begin();
    }

    /** The current part; only in PREPARING, ACTING and WATCHING. */
    OperationPart work() {
        return Objects.requireNonNull(work, "work");
    }

    /** Something was sensed of the desktop. */
    void observe(Observation observation) {
        if (observation instanceof Observation.Picture picture) {
            windows.see(picture.update());
        }
        if (work != null) {
            work.observe(observation);
        }
    }

    /** A step of the current part has been performed. */
    void stepDone(long firedAt) {
        work().stepDone(firedAt);
        windows.go();
    }

    /** Whether the event belongs to a part of an operation that has ended. */
    boolean isStale(SessionEvent signal) {
        if (signal instanceof SessionEvent.StepDone done) {
            return done.work() != work;
        }
        if (signal instanceof SessionEvent.StepFailed failed) {
            return failed.work() != work;
        }
        return signal instanceof SessionEvent.AppExited exited
                && (appInstance == null || appInstance.app() != exited.process());
    }

    /** Notes in any state that the application has exited. */
    void appExited(AppProcess process, int code) {
        if (appInstance != null && appInstance.app() == process) {
            appInstance.exited(code);
        }
    }

    /** Whether an operation is under way that has no timing yet. */
    boolean isUntold() {
        return !told;
    }

    /** The operation ends here and now. */
    void fail(Outcome outcome, String detail) {
        finish(resultOf(outcome, detail));
    }

    private OperationResult resultOf(Outcome outcome, String detail) {
        return work == null ? OperationResult.failed(outcome, now(), detail) : work.failed(outcome, detail);
    }

    private void finish(OperationResult result) {
        List<PlannedOperation> skippedOperations =
                result.outcome() == Outcome.OK ? List.of() : cursor.skipAppInstance();
        Outcome recorded;
        try {
            if (cursor.atIterationEnd()) {
                // Before the last timing of the iteration, so that it is never waited for.
                samplers.iteration(
                        settings.session(),
                        planned().iteration(),
                        MetricSource.UNRESPONSIVE,
                        responsiveness.until(now()));
            }
        } finally {
            recorded = record(result);
        }
        if (result.outcome() == Outcome.OK) {
            mayHaveLeftOpen = false;
            freeAt = result.endedAt();
            if (cursor.atAppInstanceEnd()) {
                closeApp();
            } else {
                next();
            }
            return;
        }
        String because = "skipped: " + planned().operation().id() + " before it failed";
        for (PlannedOperation skipped : skippedOperations) {
            listener.timed(recorder.record(skipped, OperationResult.failed(Outcome.SKIPPED, now(), because)));
        }
        boolean staysOpen = desktop.applicationMayBeOpen();
        mayHaveLeftOpen = staysOpen && recorded == Outcome.HARNESS_ERROR;
        clearAppInstance();
    }

    /** Deskmeter itself may be why an application is in the way that nobody has ended. */
    private OperationResult markedAfterSpoilt(OperationResult result) {
        return mayHaveLeftOpen && result.outcome() != Outcome.OK && result.maySpoil()
                ? result.spoilt(LEFT_OPEN)
                : result;
    }

    /** @return the outcome as it is told: what Deskmeter itself may have spoilt is a harness-error */
    private Outcome record(OperationResult found) {
        Handled handled = windows.handled(found.firedAt(), found.shownAt() == Timing.NEVER ? now() : found.shownAt());
        OperationResult withoutPauses = markedAfterSpoilt(handled.marked(found));
        underWay = CompletableFuture.completedFuture(null);
        input.close();
        prober.end();
        host.cancelTimer();
        work = null;
        listener.working(settings.session(), "", context.wall().instant());
        OperationResult result = pauseMarks.marked(withoutPauses, begunAt, now());
        Timing timing = recorder.record(planned(), result, handled.times());
        frameRecorder.ended(
                new EvidenceRequest(
                        timing,
                        occurrence().until().condition(),
                        planned().workload().folder(),
                        result.places()),
                screenMatcher.frame());
        listener.timed(timing);
        told = true;
        EndedOperation ended = new EndedOperation(
                planned().workload(),
                planned().operation(),
                occurrence().until().condition(),
                timing,
                result.intervals());
        samplers.each(sampler -> sampler.answered(ended));
        return timing.outcome();
    }

    private void closeApp() {
        AppProcess app = appInstance == null ? null : appInstance.app();
        if (app == null || !app.alive()) {
            clearAppInstance();
            return;
        }
        host.enter(SessionState.CLOSING_APP);
        windows.rest();
        host.setTimer(now() + settings.timeouts().closing().toNanos());
    }

    /** The application has not exited by itself. */
    void killApp() {
        LOG.warn(
                "session {}: {} was still running {} s after its last operation and is ended",
                settings.session(),
                appInstance == null ? "" : appInstance.workload().id(),
                settings.timeouts().closing().toSeconds());
        clearAppInstance();
    }

    /** Ends the remaining processes of the application and removes its content. */
    void clearAppInstance() {
        samplers.each(OperationSampler::applicationEnds);
        host.enter(SessionState.CLOSING_APP);
        host.cancelTimer();
        windows.leave();
        AppInstance over = appInstance;
        appInstance = null;
        CompletableFuture<Void> closing = over == null ? CompletableFuture.completedFuture(null) : over.close();
        var unused = closing.whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "session {}: content is kept until the session ends: {}",
                        settings.session(),
                        failure.toString());
            }
            host.post(new SessionEvent.AppGone());
        });
    }

    /** The application instance has ended and its content is removed. */
    void appInstanceClosed() {
        freeAt = now();
        next();
    }

    /** No further operation is begun. */
    void stopWhenDone() {
        stopping = true;
    }

    /** The session ends during an operation, which is recorded with this outcome. */
    void abandon(Outcome outcome, String detail) {
        if (planned != null) {
            record(resultOf(outcome, detail));
        }
    }

    /** The session ends. */
    void close() {
        input.close();
        prober.close();
    }

    /** The number of iterations begun. */
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

    private StepExecutor stepExecutor(Supplier<CompletableFuture<Long>> gesture) {
        return new StepExecutor(
                Objects.requireNonNull(appInstance, "application instance"),
                new InputSender(input, screenMatcher, context.timers()),
                () -> samplers.each(OperationSampler::inputLeaves),
                gesture);
    }

    private final class Windows implements WindowHandlers.Host {
        @Override
        public boolean isInputUnderWay() {
            return !underWay.isDone();
        }

        @Override
        public long lastSentAt() {
            return input.lastFiredAt();
        }

        @Override
        public void windowsChanged() {
            if (work != null) {
                work.windowsChanged();
            }
        }
    }

    private final class Stage implements OperationPart.Stage {
        @Override
        public void enter(SessionState entered) {
            host.enter(entered);
        }

        @Override
        public void whenDone(OperationPart mine, CompletableFuture<Long> step) {
            var unused = step.whenComplete((firedAt, failure) -> host.post(
                    failure == null
                            ? new SessionEvent.StepDone(mine, firedAt)
                            : new SessionEvent.StepFailed(mine, root(failure))));
        }

        @Override
        public void whenSent(OperationPart mine, CompletableFuture<Long> step) {
            underWay = step;
            whenDone(mine, step);
        }

        private Throwable root(Throwable failure) {
            return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        }

        @Override
        public void setTimer(long instant) {
            host.setTimer(instant);
        }

        @Override
        public void prepared(long intendedAt) {
            PlanExecutor.this.prepared(intendedAt);
        }

        @Override
        public void ended(OperationResult result) {
            finish(result);
        }
    }
}
