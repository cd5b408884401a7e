package io.deskmeter.agent.session;

import io.deskmeter.agent.evidence.Film;
import io.deskmeter.agent.watch.Answer;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.agent.watch.Watches;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.workload.Operation;
import io.deskmeter.workload.Step;
import java.util.Iterator;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The measured part of an operation: arms its condition, sends its input, watches until the condition holds. */
final class Action implements Work {
    private final Operation.Occurrence occurrence;
    private final Iterator<Step> steps;
    private final Performer performer;
    private final Sight sight;
    private final Film film;
    private final LongSupplier nanoTime;
    private final Patience patience;
    private final boolean lastOfVisit;
    private final long intendedAt;
    private final Stage stage;
    private @Nullable Measurement measurement;
    private boolean allSent;
    private long exitDeadline = Long.MAX_VALUE;

    /**
     * @param lastOfVisit then the application may exit as it likes: the condition decides
     * @param intendedAt when the input should leave
     */
    Action(
            Operation.Occurrence occurrence,
            Performer performer,
            Sight sight,
            Film film,
            LongSupplier nanoTime,
            Patience patience,
            boolean lastOfVisit,
            long intendedAt,
            Stage stage) {
        this.occurrence = occurrence;
        this.steps = occurrence.steps().iterator();
        this.performer = performer;
        this.sight = sight;
        this.film = film;
        this.nanoTime = nanoTime;
        this.patience = patience;
        this.lastOfVisit = lastOfVisit;
        this.intendedAt = intendedAt;
        this.stage = stage;
    }

    @Override
    public void begin() {
        boolean launches = occurrence.steps().stream().anyMatch(Step.Launch.class::isInstance);
        if (!launches && performer.visit().exitCode().isPresent()) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application had exited with "
                            + performer.visit().exitCode().getAsInt() + " before the input");
            return;
        }
        arm();
        if (armed().holdsAlready()) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "until: holds before the input (expected: false, else there is nothing to measure)");
            return;
        }
        stage.enter(SessionState.ACTING);
        // Should the screen never say when the first event left, this ends the operation all the same.
        stage.ringAt(nanoTime.getAsLong() + occurrence.until().within().toNanos());
        nextStep();
    }

    private void arm() {
        measurement = new Measurement(
                Watches.arm(occurrence.until().condition(), sight),
                sight,
                occurrence.until().within().toNanos());
        film.armed(sight.frame());
    }

    private Measurement armed() {
        return Objects.requireNonNull(measurement, "armed");
    }

    private void nextStep() {
        if (steps.hasNext()) {
            stage.whenDone(this, performer.perform(steps.next()));
            return;
        }
        allSent = true;
        stage.enter(SessionState.WATCHING);
        look();
    }

    @Override
    public void stepDone(long firedAt) {
        if (firedAt != Timing.NEVER) {
            armed().fired(firedAt);
        }
        nextStep();
    }

    @Override
    public void stepFailed(Throwable cause) {
        fail(Performer.outcomeOf(cause), Performer.detailOf(cause));
    }

    @Override
    public void frame(FrameUpdate update) {
        armed().frame(update);
        look();
        film.judged(sight.frame(), armed().likelyShownAt());
    }

    @Override
    public void ring() {
        look();
    }

    private void look() {
        long now = nanoTime.getAsLong();
        Measurement.State state = armed().judge(now);
        if (state == Measurement.State.SHOWN) {
            if (allSent) {
                stage.ended(shown(Objects.requireNonNull(armed().answer())));
            }
        } else if (state == Measurement.State.EXPIRED || neverFired(now)) {
            fail(Outcome.TIMEOUT, timeout());
        } else if (now >= exitDeadline) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application exited with "
                            + performer.visit().exitCode().orElse(0) + " and what was waited for was not seen");
        } else if (armed().firedAt() != Timing.NEVER) {
            stage.ringAt(Math.min(armed().nextLookAt(), exitDeadline));
        }
    }

    private boolean neverFired(long now) {
        return armed().firedAt() == Timing.NEVER
                && now - intendedAt >= occurrence.until().within().toNanos();
    }

    private String timeout() {
        return armed().firedAt() == Timing.NEVER
                ? "the screen did not take the input in time"
                : String.format(
                        Locale.ROOT,
                        "until: not seen within %.1f s: %s",
                        occurrence.until().within().toNanos() / 1e9,
                        armed().describe());
    }

    private Result shown(Answer answer) {
        return new Result(
                Outcome.OK,
                intendedAt,
                armed().firedAt(),
                answer.lastWithoutAt(),
                answer.shownAt(),
                answer.certainAt(),
                "",
                armed().places());
    }

    /** An application that was closed exits with 0, and the picture follows; one that crashed has failed, whatever the picture says. */
    @Override
    public void appExited(int code) {
        if (code != 0 && !lastOfVisit) {
            fail(
                    Outcome.APPLICATION_FAILED,
                    "the application exited with " + code + " (expected: runs); "
                            + performer.visit().tail());
            return;
        }
        exitDeadline = nanoTime.getAsLong() + patience.exit().toNanos();
        look();
    }

    private void fail(Outcome outcome, String detail) {
        stage.ended(failed(outcome, detail));
    }

    @Override
    public Result failed(Outcome outcome, String detail) {
        if (measurement == null) {
            return new Result(
                    outcome,
                    intendedAt,
                    Timing.NEVER,
                    Timing.NEVER,
                    Timing.NEVER,
                    nanoTime.getAsLong(),
                    detail,
                    java.util.List.of());
        }
        return new Result(
                outcome,
                intendedAt,
                measurement.firedAt(),
                measurement.lastFrameAt(),
                Timing.NEVER,
                nanoTime.getAsLong(),
                detail,
                measurement.places());
    }
}
