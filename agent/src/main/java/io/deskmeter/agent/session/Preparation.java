package io.deskmeter.agent.session;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.Watches;
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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The unmeasured steps before an operation. */
final class Preparation implements Work {
    private final Iterator<Step> steps;
    private final Performer performer;
    private final Sight sight;
    private final LongSupplier nanoTime;
    private final Patience patience;
    private final Stage stage;
    private final long thoughtAt;
    private long preparedAt = Timing.NEVER;

    /** Of the {@code await} that is being worked. */
    private @Nullable Measurement awaited;

    /** @param thoughtAt end of the operation before + think time */
    Preparation(
            List<Step> steps,
            Performer performer,
            Sight sight,
            LongSupplier nanoTime,
            Patience patience,
            long thoughtAt,
            Stage stage) {
        this.steps = steps.iterator();
        this.performer = performer;
        this.sight = sight;
        this.nanoTime = nanoTime;
        this.patience = patience;
        this.thoughtAt = thoughtAt;
        this.stage = stage;
    }

    @Override
    public void begin() {
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
            stage.ringAt(nanoTime.getAsLong() + patienceWith(step).toNanos());
            stage.whenDone(this, performer.perform(step));
        }
    }

    private long intendedAt() {
        return Math.max(thoughtAt, preparedAt);
    }

    /** A pause that was asked for may be longer than our patience with steps that should be quick. */
    private Duration patienceWith(Step step) {
        return step instanceof Step.Wait pause ? pause.duration().plus(patience.step()) : patience.step();
    }

    private void await(Until until) {
        long now = nanoTime.getAsLong();
        Watch watch = Watches.await(until.condition(), sight, now);
        if (watch.holdsAlready()) {
            done(now);
            return;
        }
        awaited = new Measurement(watch, sight, until.within().toNanos());
        awaited.fired(now);
        stage.ringAt(awaited.nextLookAt());
    }

    private void done(long at) {
        preparedAt = at;
        awaited = null;
        next();
    }

    @Override
    public void stepDone(long firedAt) {
        done(nanoTime.getAsLong());
    }

    @Override
    public void stepFailed(Throwable cause) {
        stage.ended(failed(Performer.outcomeOf(cause), "before: " + Performer.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        if (awaited == null) {
            return;
        }
        awaited.frame(update);
        // What the screen showed before we began to wait may reach us only now, and may be the last frame for long.
        if (update.arrivedAt() <= awaited.firedAt() && awaited.holdsAlready()) {
            done(nanoTime.getAsLong());
        } else {
            look(awaited);
        }
    }

    @Override
    public void ring() {
        if (awaited == null) {
            stage.ended(failed(
                    Outcome.TIMEOUT,
                    "before: a step was not done within " + patience.step().toSeconds() + " s"));
        } else {
            look(awaited);
        }
    }

    private void look(Measurement measurement) {
        switch (measurement.judge(nanoTime.getAsLong())) {
            case RUNNING -> stage.ringAt(measurement.nextLookAt());
            case SHOWN -> done(Objects.requireNonNull(measurement.answer()).certainAt());
            case EXPIRED -> stage.ended(failed(Outcome.TIMEOUT, "before: not seen in time: " + measurement.describe()));
        }
    }

    @Override
    public void appExited(int code) {
        stage.ended(failed(Outcome.APPLICATION_FAILED, "before: the application exited with " + code));
    }

    @Override
    public Result failed(Outcome outcome, String detail) {
        List<Rect> places = awaited == null ? List.of() : awaited.places();
        return new Result(
                outcome, intendedAt(), Timing.NEVER, Timing.NEVER, Timing.NEVER, nanoTime.getAsLong(), detail, places);
    }
}
