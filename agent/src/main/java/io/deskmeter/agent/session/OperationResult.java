package io.deskmeter.agent.session;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Rect;
import java.util.List;

/**
 * The result of an operation. Instants as in {@link Timing}.
 *
 * @param endedAt when the user can continue
 * @param places that were searched, for the evidence
 */
record OperationResult(
        Outcome outcome,
        long intendedAt,
        long firedAt,
        long lastWithoutAt,
        long shownAt,
        long endedAt,
        String detail,
        List<Rect> places) {

    /** Ended before any input was sent. */
    static OperationResult failed(Outcome outcome, long now, String detail) {
        return new OperationResult(
                outcome, Timing.NEVER, Timing.NEVER, Timing.NEVER, Timing.NEVER, now, detail, List.of());
    }
}
