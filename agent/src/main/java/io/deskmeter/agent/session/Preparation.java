package io.deskmeter.agent.session;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.ScreenMatcher;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Until;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The unmeasured steps before an operation. */
final class Preparation implements OperationPart {
    private final Iterator<Step> steps;
    private final boolean launches;
    private final StepExecutor stepExecutor;
    private final ScreenMatcher screenMatcher;
    private final LongSupplier nanoTime;
    private final Timeouts timeouts;
    private final Stage stage;
    private final long thoughtAt;
    private long preparedAt = Timing.NEVER;

    /**
     * When the step before sent its input, or its condition became true; {@link Timing#NEVER} if there is no such step. A frame that has arrived since
     * may be passed on only after the next {@code await} has begun, and counts for it.
     */
    private long since = Timing.NEVER;

    /** The condition of the current {@code await}. */
    private @Nullable Measurement awaited;

    /**
     * @param launches whether a step, measured or not, launches the application
     * @param thoughtAt end of the operation before + think time
     */
    Preparation(
            List<Step> steps,
            boolean launches,
            StepExecutor stepExecutor,
            ScreenMatcher screenMatcher,
            LongSupplier nanoTime,
            Timeouts timeouts,
            long thoughtAt,
            Stage stage) {
        this.steps = steps.iterator();
        this.launches = launches;
        this.stepExecutor = stepExecutor;
        this.screenMatcher = screenMatcher;
        this.nanoTime = nanoTime;
        this.timeouts = timeouts;
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
        if (!steps.hasNext()) {
            stage.prepared(intendedAt());
            return;
        }
        Step step = steps.next();
        if (step instanceof Step.Await await) {
            await(await.until());
        } else {
            stage.setTimer(nanoTime.getAsLong() + timeoutWith(step).toNanos());
            stage.whenDone(this, stepExecutor.perform(step));
        }
    }

    private long intendedAt() {
        return Math.max(thoughtAt, preparedAt);
    }

    /** A pause of the workload may be longer than the timeout of a step. */
    private Duration timeoutWith(Step step) {
        return step instanceof Step.Wait pause ? pause.duration().plus(timeouts.step()) : timeouts.step();
    }

    private void await(Until until) {
        long now = nanoTime.getAsLong();
        Watch watch = WatchFactory.await(until.condition(), screenMatcher, now);
        if (watch.holdsAlready()) {
            done(now, since);
            return;
        }
        long start = since == Timing.NEVER ? now : since;
        awaited = new Measurement(
                watch, screenMatcher, now - start + until.within().toNanos());
        awaited.fired(start);
        stage.setTimer(awaited.nextLookAt());
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
        awaited = null;
        next();
    }

    @Override
    public void stepDone(long firedAt) {
        done(nanoTime.getAsLong(), firedAt);
    }

    @Override
    public void stepFailed(Throwable cause) {
        stage.ended(failed(StepExecutor.outcomeOf(cause), "before: " + StepExecutor.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        if (awaited == null) {
            return;
        }
        awaited.frame(update);
        // A frame from before the wait may arrive only now, and may be the last one for long.
        if (update.arrivedAt() <= awaited.firedAt() && awaited.holdsAlready()) {
            done(nanoTime.getAsLong(), update.arrivedAt());
        } else {
            look(awaited);
        }
    }

    @Override
    public void onTimer() {
        if (awaited == null) {
            stage.ended(failed(
                    Outcome.TIMEOUT,
                    "before: a step was not done within " + timeouts.step().toSeconds() + " s"));
        } else {
            look(awaited);
        }
    }

    private void look(Measurement measurement) {
        switch (measurement.judge(nanoTime.getAsLong())) {
            case RUNNING -> stage.setTimer(measurement.nextLookAt());
            case SHOWN -> {
                long at = Objects.requireNonNull(measurement.answer()).certainAt();
                done(at, at);
            }
            case EXPIRED -> stage.ended(failed(Outcome.TIMEOUT, "before: not seen in time: " + measurement.describe()));
        }
    }

    @Override
    public void appExited(int code) {
        stage.ended(failed(Outcome.APPLICATION_FAILED, "before: the application exited with " + code));
    }

    @Override
    public OperationResult failed(Outcome outcome, String detail) {
        List<Rect> places = awaited == null ? List.of() : awaited.places();
        return new OperationResult(
                outcome, intendedAt(), Timing.NEVER, Timing.NEVER, Timing.NEVER, nanoTime.getAsLong(), detail, places);
    }
}
