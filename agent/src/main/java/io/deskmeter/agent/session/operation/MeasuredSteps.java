package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.session.control.SessionState;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.agent.watch.window.NewWindow;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measured part of an operation: arms the condition, sends the input, and evaluates frames until the condition is
 * true.
 */
public final class MeasuredSteps implements OperationPart {
    /**
     * The detail of an ok timing: the condition was already true when the last of several inputs was sent, and still
     * afterwards.
     */
    static final String ANSWERED_EARLY = "answered before the last input was sent";

    /**
     * The detail of an ok timing: what of the response the user needed to type. Equal for all timings of an operation.
     */
    static final String TYPING = "%.2f s of it are the pace of typing";

    private final Operation.Occurrence occurrence;
    private final Iterator<Step> steps;
    private final StepExecutor stepExecutor;
    private final LongSupplier begunAt;
    private final LongSupplier lastSentAt;
    private final ScreenMatcher screenMatcher;
    private final FrameRecorder frameRecorder;
    private final ScreenProber prober;
    private final LongSupplier nanoTime;
    private final Timeouts timeouts;
    private final WindowHandlers windows;
    private final boolean lastOfAppInstance;
    private final Stage stage;
    private long intendedAt;
    /** The number of remaining steps that send input or start a program. */
    private int inputsLeft;

    private Duration pausing = Duration.ZERO;
    private @Nullable Measurement measurement;
    private boolean allDone;

    /**
     * Whether the next step waits until no window of a handler is open, and the first one until the picture that it has
     * left rests.
     */
    private boolean held;

    /** Whether the last window has gone, or was given up, since this was looked at. */
    private boolean windowClosed;

    /** Whether the answer is there, and the screen is asked whether what was typed has arrived as meant. */
    private boolean lookingBack;

    /** Since when the first input waits until the picture rests that a window has left; never, if it does not. */
    private long restAwaitedSince = Timing.NEVER;

    private long lastFiredAt = Timing.NEVER;
    private long lastStepAt = Timing.NEVER;
    private long exitDeadline = Long.MAX_VALUE;

    /**
     * @param begunAt when the first input was sent of a step that takes time; never, if it has not been, or there is
     *     none
     * @param lastSentAt when the last input was sent so far: of a step that takes time that is not the first one;
     *     never, if none was
     * @param prober ended by the caller, with the operation
     * @param windows that handlers dismiss
     * @param lastOfAppInstance then the application may exit: the condition decides
     * @param intendedAt when the input should be sent
     */
    public MeasuredSteps(
            Operation.Occurrence occurrence,
            StepExecutor stepExecutor,
            LongSupplier begunAt,
            LongSupplier lastSentAt,
            ScreenMatcher screenMatcher,
            FrameRecorder frameRecorder,
            ScreenProber prober,
            LongSupplier nanoTime,
            Timeouts timeouts,
            WindowHandlers windows,
            boolean lastOfAppInstance,
            long intendedAt,
            Stage stage) {
        this.occurrence = occurrence;
        this.steps = occurrence.steps().iterator();
        this.inputsLeft = (int) occurrence.steps().stream()
                .filter(step -> !(step instanceof Step.Wait))
                .count();
        this.stepExecutor = stepExecutor;
        this.begunAt = begunAt;
        this.lastSentAt = lastSentAt;
        this.screenMatcher = screenMatcher;
        this.frameRecorder = frameRecorder;
        this.prober = prober;
        this.nanoTime = nanoTime;
        this.timeouts = timeouts;
        this.windows = windows;
        this.lastOfAppInstance = lastOfAppInstance;
        this.intendedAt = intendedAt;
        this.stage = stage;
    }

    @Override
    public void begin() {
        stage.enter(SessionState.ACTING);
        nextStep();
    }

    /**
     * Immediately before the first input: changes during a pause before it are part of the picture with which the
     * condition is armed.
     */
    private boolean arm() {
        OptionalInt exitCode = stepExecutor.appInstance().exitCode();
        if (!occurrence.launches() && exitCode.isPresent()) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application had exited with " + exitCode.getAsInt() + " before the input");
            return false;
        }
        try {
            measurement = new Measurement(
                    WatchFactory.arm(occurrence.until().condition(), screenMatcher), screenMatcher, within().toNanos());
        } catch (UnusableScreenException e) {
            fail(Outcome.APPLICATION_FAILED, "until: " + e.getMessage());
            return false;
        }
        if (windows.mayCome()) {
            armed().windowsMayCome(WindowHandlers.SEEN_NANOS);
        }
        if (windows.stays()) {
            armed().armedWithWindow();
        }
        frameRecorder.armed(screenMatcher.frame());
        if (armed().mayHoldAlready()) {
            failHeldBefore();
            return false;
        }
        if (inputsLeft > 1) {
            armed().moreInputFollows();
        }
        // If the screen never reports when the first event was sent, this ends the operation.
        stage.setTimer(nanoTime.getAsLong() + within().toNanos());
        return true;
    }

    private void failHeldBefore() {
        fail(
                Outcome.APPLICATION_FAILED,
                "until: true before the input (expected: false; a condition that is already true cannot be measured)"
                        + armed().doubt());
    }

    private Measurement armed() {
        return Objects.requireNonNull(measurement, "armed");
    }

    private void nextStep() {
        if (windows.isOpen()) {
            held = true;
            if (measurement == null) {
                stage.setTimer(nanoTime.getAsLong() + timeouts.step().toNanos());
            }
        } else if (measurement == null && windows.restsAt() > nanoTime.getAsLong()) {
            awaitRest(nanoTime.getAsLong());
        } else if (steps.hasNext()) {
            perform(steps.next());
        } else if (measurement != null || arm()) {
            watch();
        }
    }

    /** A server that stands still shows the picture from before; it may do so for ever. */
    private void awaitRest(long now) {
        restAwaitedSince = restAwaitedSince == Timing.NEVER ? now : restAwaitedSince;
        long deadline = restAwaitedSince + timeouts.step().toNanos();
        if (now >= deadline) {
            fail(Outcome.TIMEOUT, neverAtRest(timeouts));
        } else {
            held = true;
            stage.setTimer(Math.min(windows.restsAt(), deadline));
        }
    }

    /** Why a step has not begun that waited for the picture that a window has left. */
    static String neverAtRest(Timeouts timeouts) {
        return "the server has not answered for most of " + timeouts.step().toSeconds()
                + " s, so nothing tells whether the picture is at rest that the window of a handler has left (expected: an answer at once"
                + " when a small part of the picture is asked for; hint: does the server hang?)";
    }

    private void perform(Step step) {
        pausing = step instanceof Step.Wait pause ? pause.duration() : Duration.ZERO;
        if (step instanceof Step.Wait || measurement != null || arm()) {
            stepExecutor.perform(step, this, stage);
        }
    }

    private void watch() {
        allDone = true;
        armed().allInputSent(lastFiredAt);
        stage.enter(SessionState.WATCHING);
        look();
    }

    @Override
    public void stepDone(long firedAt) {
        if (lookingBack) {
            stage.ended(shown(Objects.requireNonNull(armed().answer())));
            return;
        }
        lastStepAt = nanoTime.getAsLong();
        if (measurement == null) {
            // The pause is intended: the first input is planned that much later.
            intendedAt += pausing.toNanos();
        } else if (firedAt != Timing.NEVER) {
            fired(measurement, firedAt);
            if (measurement.heldBeforeInput()) {
                failHeldBefore();
                return;
            }
        }
        nextStep();
    }

    private void fired(Measurement armed, long firedAt) {
        lastFiredAt = Math.max(firedAt, lastSentAt.getAsLong());
        inputsLeft--;
        if (inputsLeft == 0 && !windows.isOpen()) {
            armed.allInputSent(lastFiredAt);
        }
        armed.fired(firedAt);
        prober.begin(armed);
    }

    /**
     * A step that takes time has begun, and its other inputs follow: frames count from now on, each with the one
     * before, though none is the response before the last input.
     */
    private void noteBegun() {
        long firedAt = begunAt.getAsLong();
        if (armed().firedAt() == Timing.NEVER && firedAt != Timing.NEVER) {
            armed().moreInputFollows();
            armed().fired(firedAt);
            prober.begin(armed());
        }
    }

    /**
     * How long the condition may take, from the first input on: the pace of typing is the user's time, and not the
     * desktop's.
     */
    private Duration within() {
        return occurrence.until().within().plus(typingPace(occurrence));
    }

    @Override
    public void stepFailed(Throwable cause) {
        fail(StepExecutor.outcomeOf(cause), Defects.detailOf(cause));
    }

    @Override
    public void frame(FrameUpdate update) {
        if (measurement == null) {
            return;
        }
        noteBegun();
        Optional<String> resized = armed().whyNotComparable(update);
        if (resized.isPresent()) {
            fail(Outcome.APPLICATION_FAILED, "until: " + resized.get());
            return;
        }
        armed().frame(update);
        if (windowClosed) {
            goOn();
        } else {
            look();
        }
        frameRecorder.judged(screenMatcher.frame(), armed().likelyShownAt());
    }

    @Override
    public void windowsChanged() {
        windowClosed = !windows.isOpen();
        if (windowClosed) {
            // Not at once: the frame without the window has not been looked at.
            stage.setTimer(nanoTime.getAsLong());
        } else if (measurement != null) {
            measurement.windowCame();
        } else if (held) {
            stage.setTimer(nanoTime.getAsLong() + timeouts.step().toNanos());
        }
    }

    /** No window of a handler is open any more. */
    private void goOn() {
        windowClosed = false;
        if (measurement != null) {
            Measurement armed = measurement;
            windows.closed(armed);
            if (inputsLeft == 0) {
                measurement.allInputSent(lastFiredAt);
            }
        }
        if (held) {
            held = false;
            if (measurement == null) {
                intendedAt = Math.max(intendedAt, nanoTime.getAsLong());
            }
            nextStep();
        } else {
            look();
        }
    }

    @Override
    public void onTimer() {
        if (windowClosed || (held && !windows.isOpen())) {
            goOn();
        } else if (held && measurement == null) {
            fail(
                    Outcome.TIMEOUT,
                    "the window of a handler was not gone within "
                            + timeouts.step().toSeconds() + " s");
        } else {
            look();
        }
    }

    private void look() {
        if (measurement == null) {
            return;
        }
        noteBegun();
        long now = nanoTime.getAsLong();
        Measurement.State state = armed().judge(now);
        if (state == Measurement.State.SHOWN) {
            if (allDone && !lookingBack) {
                lookBack();
            }
        } else if (state == Measurement.State.EXPIRED || neverFired(now)) {
            timedOut();
        } else if (now >= exitDeadline) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application exited with "
                            + stepExecutor.appInstance().exitCode().orElse(0)
                            + " and the expected result was not seen");
        } else if (armed().firedAt() != Timing.NEVER) {
            stage.setTimer(Math.min(armed().nextLookAt(), exitDeadline));
        } else {
            stage.setTimer(intendedAt + within().toNanos());
        }
    }

    /** A server may say only after the text that Caps Lock is on, so what was typed counts when the answer is there. */
    private void lookBack() {
        CompletableFuture<Long> known = stepExecutor.lookBack();
        lookingBack = true;
        if (known.isDone() && !known.isCompletedExceptionally()) {
            stepDone(Timing.NEVER);
        } else {
            stage.whenDone(this, known);
        }
    }

    private boolean neverFired(long now) {
        return armed().firedAt() == Timing.NEVER && now - intendedAt >= within().toNanos();
    }

    private boolean answeredEarly(WatchResult answer) {
        return answer.shownAt() <= lastFiredAt;
    }

    private void timedOut() {
        if (armed().firedAt() == Timing.NEVER) {
            fail(Outcome.TIMEOUT, "the screen did not take the input in time");
            return;
        }
        Optional<NewWindow> window = frameRecorder.newWindow(screenMatcher.frame());
        String detail = String.format(
                Locale.ROOT,
                "until: %s within %.1f s: %s",
                armed().missed(),
                within().toNanos() / 1e9,
                window.map(this::behind).orElseGet(() -> armed().describe()));
        OperationResult result = failed(Outcome.TIMEOUT, detail);
        stage.ended(window.map(found -> result.withPlace(found.place())).orElse(result));
    }

    /**
     * A window is in front of the rest. The first one after a launch may be the application, which looks different
     * here.
     */
    private String behind(NewWindow window) {
        boolean mayBeApplication = occurrence.launches() && window.first();
        return window.words(armed().firedAt())
                + " (hint: if it asks something, a handler answers it: `handlers:` of the workload or the target); "
                + (mayBeApplication ? armed().describe() : armed().describeMiss());
    }

    private OperationResult shown(WatchResult answer) {
        return new OperationResult(
                Outcome.OK,
                intendedAt,
                armed().firedAt(),
                answer.lastWithoutAt(),
                answer.shownAt(),
                endedAt(answer),
                detail(answer),
                armed().places(),
                armed().intervals());
    }

    private String detail(WatchResult answer) {
        if (answeredEarly(answer)) {
            return ANSWERED_EARLY;
        }
        Duration pace = typingPace(occurrence);
        return pace.isZero() ? "" : String.format(Locale.ROOT, TYPING, pace.toNanos() / 1e9);
    }

    /** The time that the pace of its texts takes at least, from the first character of each to its last. */
    static Duration typingPace(Operation.Occurrence occurrence) {
        Duration sum = Duration.ZERO;
        for (Step step : occurrence.steps()) {
            sum = sum.plus(step instanceof Step.Type type ? type.paced() : Duration.ZERO);
        }
        return sum;
    }

    /** The operation does not end before its last step, even if that is a pause. */
    private long endedAt(WatchResult answer) {
        boolean busyLonger = !pausing.isZero() || answeredEarly(answer);
        return busyLonger ? Math.max(answer.certainAt(), lastStepAt) : answer.certainAt();
    }

    /**
     * An application that was closed exits with 0, and its picture changes afterwards; one that crashed or left a
     * gesture without its object has failed, regardless of the picture.
     */
    @Override
    public void appExited(int code) {
        boolean crashed = code != 0 && !lastOfAppInstance;
        boolean inGesture = !allDone && occurrence.gesture().isPresent();
        if (crashed || inGesture) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application exited with " + code + " (expected: runs); "
                            + stepExecutor.appInstance().tail());
            return;
        }
        exitDeadline = nanoTime.getAsLong() + timeouts.exit().toNanos();
        look();
    }

    private void fail(Outcome outcome, String detail) {
        stage.ended(failed(outcome, detail));
    }

    @Override
    public OperationResult failed(Outcome outcome, String detail) {
        if (measurement == null) {
            return new OperationResult(
                    outcome,
                    intendedAt,
                    Timing.NEVER,
                    Timing.NEVER,
                    Timing.NEVER,
                    nanoTime.getAsLong(),
                    detail,
                    List.of());
        }
        return new OperationResult(
                outcome,
                intendedAt,
                measurement.firedAt(),
                measurement.lastFrameAt(),
                Timing.NEVER,
                nanoTime.getAsLong(),
                detail,
                Stream.concat(measurement.places().stream(), measurement.moving().stream())
                        .toList());
    }
}
