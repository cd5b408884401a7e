package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.agent.watch.window.NewWindow;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.time.Duration;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The unmeasured steps before an operation. */
public final class Preparation implements OperationPart {
    private final ListIterator<Step> steps;
    private final boolean launches;
    private final StepExecutor stepExecutor;
    private final ScreenMatcher screenMatcher;
    private final FrameRecorder frameRecorder;
    private final ScreenProber prober;
    private final LongSupplier nanoTime;
    private final Timeouts timeouts;
    private final Stage stage;
    private final WindowHandlers windows;
    private final long thoughtAt;
    private long preparedAt = Timing.NEVER;

    /**
     * When the step before sent its input, or its condition became true; {@link Timing#NEVER} if there is no such step.
     * A frame that has arrived since may be passed on only after the next {@code await} has begun, and counts for it.
     */
    private long since = Timing.NEVER;

    /**
     * Whether the current step is a text, and when all keys of the last one had left: a slow server takes them one by
     * one.
     */
    private boolean typing;

    private long typedAt = Timing.NEVER;

    /** When the current step must be done. */
    private long stepDeadline;

    /** Whether the next step waits until no window of a handler is open, and the picture rests that one has left. */
    private boolean held;

    /** Until when that picture must rest; {@link Timing#NEVER} where it is not waited for. */
    private long restDeadline = Timing.NEVER;

    /** Whether the last window has gone, or was given up, since this was looked at. */
    private boolean windowClosed;

    /** The condition of the current {@code await}. */
    private @Nullable Measurement awaited;

    /** What is awaited after the input that is being sent. */
    private @Nullable ChangesByInput byInput;

    /**
     * @param launches whether a step, measured or not, launches the application
     * @param prober ended by the caller, with the operation
     * @param windows that handlers dismiss
     * @param thoughtAt end of the operation before + think time
     */
    public Preparation(
            List<Step> steps,
            boolean launches,
            StepExecutor stepExecutor,
            ScreenMatcher screenMatcher,
            FrameRecorder frameRecorder,
            ScreenProber prober,
            LongSupplier nanoTime,
            Timeouts timeouts,
            WindowHandlers windows,
            long thoughtAt,
            Stage stage) {
        this.steps = steps.listIterator();
        this.launches = launches;
        this.stepExecutor = stepExecutor;
        this.screenMatcher = screenMatcher;
        this.frameRecorder = frameRecorder;
        this.prober = prober;
        this.nanoTime = nanoTime;
        this.timeouts = timeouts;
        this.windows = windows;
        this.thoughtAt = thoughtAt;
        this.stage = stage;
    }

    @Override
    public void begin() {
        // An application that ended during the think time shows nothing any more: a wait would end as a timeout.
        OptionalInt exitCode = stepExecutor.appInstance().exitCode();
        if (!launches && exitCode.isPresent()) {
            stage.ended(failed(
                    Outcome.APPLICATION_FAILED, "before: the application had exited with " + exitCode.getAsInt()));
            return;
        }
        next();
    }

    private void next() {
        if (windows.isOpen()) {
            held = true;
            stepDeadline = nanoTime.getAsLong() + timeouts.step().toNanos();
            stage.setTimer(stepDeadline);
            return;
        }
        if (!steps.hasNext()) {
            stage.prepared(intendedAt());
            return;
        }
        Step step = steps.next();
        long now = nanoTime.getAsLong();
        Optional<Step> answered = step instanceof Step.Wait ? Optional.empty() : following();
        if (step instanceof Step.Await await) {
            await(await.until());
        } else if (ChangesByInput.areAwaited(answered) && windows.restsAt() > now) {
            steps.previous();
            awaitRest(now);
        } else {
            restDeadline = Timing.NEVER;
            byInput = ChangesByInput.armed(answered, screenMatcher, windows, now, stepExecutor.input()::firstSentAt)
                    .orElse(null);
            stepDeadline = now + timeoutWith(step).toNanos();
            stage.setTimer(stepDeadline);
            typing = step instanceof Step.Type;
            stepExecutor.input().stepBegins();
            stepExecutor.perform(step, this, stage);
        }
    }

    /** What a window has left is no picture to compare with. A server that stands still may show it for ever. */
    private void awaitRest(long now) {
        restDeadline = restDeadline == Timing.NEVER ? now + timeouts.step().toNanos() : restDeadline;
        if (now >= restDeadline) {
            stage.ended(failed(Outcome.TIMEOUT, "before: " + MeasuredSteps.neverAtRest(timeouts)));
        } else {
            held = true;
            stage.setTimer(Math.min(windows.restsAt(), restDeadline));
        }
    }

    private Optional<Step> following() {
        if (!steps.hasNext()) {
            return Optional.empty();
        }
        Step next = steps.next();
        steps.previous();
        return Optional.of(next);
    }

    private long intendedAt() {
        return Math.max(thoughtAt, preparedAt);
    }

    /** A pause of the workload, or the pace of a text, may take longer than the timeout of a step. */
    private Duration timeoutWith(Step step) {
        Duration intended = step instanceof Step.Wait pause
                ? pause.duration()
                : step instanceof Step.Type type ? type.paced() : Duration.ZERO;
        return intended.plus(timeouts.step());
    }

    private void await(Until until) {
        long now = nanoTime.getAsLong();
        long start = since == Timing.NEVER ? now : since;
        ChangesByInput changes = byInput;
        byInput = null;
        Optional<String> resized = changes == null ? Optional.empty() : changes.whyNotComparable();
        if (resized.isPresent()) {
            stage.ended(failed(Outcome.APPLICATION_FAILED, "before: " + resized.get()));
            return;
        }
        Watch watch;
        try {
            watch = changes == null ? WatchFactory.await(until.condition(), screenMatcher, now) : changes.await(now);
        } catch (UnusableScreenException e) {
            stepFailed(e);
            return;
        }
        if (watch.holdsAlready()) {
            done(now, since);
            return;
        }
        Optional<WatchResult> answered = changes == null ? Optional.empty() : changes.answer();
        if (answered.isPresent()) {
            answered(answered.get());
            return;
        }
        Measurement measurement = new Measurement(
                watch, screenMatcher, now - start + until.within().toNanos());
        awaited = measurement;
        if (windows.mayCome()) {
            measurement.windowsMayCome(
                    WindowHandlers.SEEN_NANOS, stepExecutor.input().lastSentAt());
        }
        if (windows.stays()) {
            measurement.armedWithWindow();
        }
        measurement.fired(start);
        prober.begin(measurement);
        frameRecorder.armed(screenMatcher.frame());
        if (changes != null) {
            seeWhatCame(changes, measurement);
        }
        look(measurement);
    }

    /** As if the frames since the input had come now: what is awaited besides the changes has not seen them. */
    private void seeWhatCame(ChangesByInput changes, Measurement measurement) {
        if (changes.hadWindow()) {
            measurement.windowCame();
        }
        changes.shown().ifPresent(measurement::frame);
        if (changes.hadWindow()) {
            windows.closed(measurement);
        }
    }

    /**
     * Continues with the next step.
     *
     * @param at when this one was done
     * @param after from which frames on the next one counts
     */
    private void done(long at, long after) {
        preparedAt = at;
        since = after;
        if (awaited != null) {
            awaited = null;
            prober.end();
        }
        next();
    }

    @Override
    public void stepDone(long firedAt) {
        typedAt = typing ? nanoTime.getAsLong() : typedAt;
        done(nanoTime.getAsLong(), firedAt);
    }

    @Override
    public void stepFailed(Throwable cause) {
        stage.ended(failed(StepExecutor.outcomeOf(cause), "before: " + Defects.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        if (awaited == null) {
            if (byInput != null) {
                byInput.frame(update);
            }
            return;
        }
        Optional<String> resized = awaited.whyNotComparable(update);
        if (resized.isPresent()) {
            stage.ended(failed(Outcome.APPLICATION_FAILED, "before: " + resized.get()));
            return;
        }
        awaited.frame(update);
        frameRecorder.judged(screenMatcher.frame(), Timing.NEVER);
        // A frame from before the wait may arrive only now, and may be the last one for long.
        if (windowClosed) {
            goOn();
        } else if (windows.isOpen()) {
            look(awaited);
        } else if (update.arrivedAt() <= awaited.firedAt() && awaited.holdsAlready()) {
            done(nanoTime.getAsLong(), update.arrivedAt());
        } else {
            look(awaited);
        }
    }

    @Override
    public void windowsChanged() {
        windowClosed = !windows.isOpen();
        if (byInput != null) {
            byInput.windowsChanged();
        }
        if (windowClosed) {
            // Not at once: the frame without the window has not been looked at.
            stage.setTimer(nanoTime.getAsLong());
        } else if (awaited != null) {
            awaited.windowCame();
        } else {
            // Another one may have gone right before, of which the timer was to tell.
            stepDeadline = held ? nanoTime.getAsLong() + timeouts.step().toNanos() : stepDeadline;
            stage.setTimer(stepDeadline);
        }
    }

    /** No window of a handler is open any more. */
    private void goOn() {
        windowClosed = false;
        if (held) {
            held = false;
            preparedAt = nanoTime.getAsLong();
            next();
        } else if (awaited != null) {
            windows.closed(awaited);
            look(awaited);
        } else {
            stage.setTimer(stepDeadline);
        }
    }

    @Override
    public void onTimer() {
        if (windowClosed || (held && !windows.isOpen())) {
            goOn();
        } else if (awaited == null) {
            String what = held ? "the window of a handler was not gone" : "a step was not done";
            stage.ended(failed(
                    Outcome.TIMEOUT,
                    "before: " + what + " within " + timeouts.step().toSeconds() + " s"));
        } else {
            look(awaited);
        }
    }

    private void look(Measurement measurement) {
        switch (measurement.judge(nanoTime.getAsLong())) {
            case RUNNING -> stage.setTimer(measurement.nextLookAt());
            case SHOWN -> answered(Objects.requireNonNull(measurement.answer()));
            case EXPIRED -> expired(measurement);
        }
    }

    /** The next step is not late before the last one has sent all of its input. */
    private void answered(WatchResult answer) {
        long at = answer.certainAt();
        done(Math.max(at, Math.max(typedAt, stepExecutor.input().lastSentAt())), at);
    }

    private void expired(Measurement measurement) {
        Optional<NewWindow> window = frameRecorder.newWindow(screenMatcher.frame());
        String why = window.map(found -> found.words(measurement.firedAt())
                        + " (hint: if it asks something, a handler answers it: `handlers:` of the workload or the target); "
                        + measurement.describeMiss())
                .orElseGet(measurement::describe);
        OperationResult result = failed(Outcome.TIMEOUT, "before: " + measurement.missed() + " in time: " + why);
        stage.ended(window.map(found -> result.withPlace(found.place())).orElse(result));
    }

    @Override
    public void appExited(int code) {
        stage.ended(failed(Outcome.APPLICATION_FAILED, "before: the application exited with " + code));
    }

    @Override
    public OperationResult failed(Outcome outcome, String detail) {
        List<Rect> places = awaited == null
                ? List.of()
                : Stream.concat(awaited.places().stream(), awaited.moving().stream())
                        .toList();
        return new OperationResult(
                outcome, intendedAt(), Timing.NEVER, Timing.NEVER, Timing.NEVER, nanoTime.getAsLong(), detail, places);
    }
}
