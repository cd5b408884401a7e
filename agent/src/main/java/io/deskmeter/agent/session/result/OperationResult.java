package io.deskmeter.agent.session.result;

import io.deskmeter.agent.series.Series;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation. Instants as in {@link Timing}.
 *
 * @param endedAt when the user could go on
 * @param places where it looked, for the evidence
 * @param intervals between the frames from the input on; null where there is no answer
 */
public record OperationResult(
        Outcome outcome,
        long intendedAt,
        long firedAt,
        long lastWithoutAt,
        long shownAt,
        long endedAt,
        String detail,
        List<Rect> places,
        @Nullable Series intervals) {

    /** Of an operation without an answer. */
    public OperationResult(
            Outcome outcome,
            long intendedAt,
            long firedAt,
            long lastWithoutAt,
            long shownAt,
            long endedAt,
            String detail,
            List<Rect> places) {
        this(outcome, intendedAt, firedAt, lastWithoutAt, shownAt, endedAt, detail, places, null);
    }

    /** The same with another place for the evidence. */
    public OperationResult withPlace(Rect place) {
        List<Rect> more = Stream.concat(places.stream(), Stream.of(place)).toList();
        return new OperationResult(
                outcome, intendedAt, firedAt, lastWithoutAt, shownAt, endedAt, detail, more, intervals);
    }

    /** The same with another detail. */
    OperationResult withDetail(String other) {
        return new OperationResult(
                outcome, intendedAt, firedAt, lastWithoutAt, shownAt, endedAt, other, places, intervals);
    }

    /** The same, spoilt by Deskmeter itself: how the platform would have done is not known. */
    public OperationResult spoilt(String why) {
        return new OperationResult(
                Outcome.HARNESS_ERROR,
                intendedAt,
                firedAt,
                Timing.NEVER,
                Timing.NEVER,
                endedAt,
                why + "; otherwise: " + outcome.label() + (detail.isEmpty() ? "" : ": " + detail),
                places);
    }

    /**
     * Whether something that Deskmeter did may have spoilt it: skipped operations measured nothing, and a lost desktop
     * is lost with its session, whatever that was.
     */
    public boolean maySpoil() {
        return outcome != Outcome.SKIPPED && outcome != Outcome.DESKTOP_LOST && outcome != Outcome.HARNESS_ERROR;
    }

    /** Ended before any input was sent. */
    public static OperationResult failed(Outcome outcome, long now, String detail) {
        return new OperationResult(
                outcome, Timing.NEVER, Timing.NEVER, Timing.NEVER, Timing.NEVER, now, detail, List.of());
    }
}
