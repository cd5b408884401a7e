package io.deskmeter.agent.session;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Rect;
import java.util.List;

/**
 * How an operation came out. Instants as in {@link Timing}.
 *
 * @param endedAt when the user could go on
 * @param places where it looked, for the evidence
 */
record Result(
        Outcome outcome,
        long intendedAt,
        long firedAt,
        long lastWithoutAt,
        long shownAt,
        long endedAt,
        String detail,
        List<Rect> places) {

    /** Ended before any input left. */
    static Result failed(Outcome outcome, long now, String detail) {
        return new Result(outcome, Timing.NEVER, Timing.NEVER, Timing.NEVER, Timing.NEVER, now, detail, List.of());
    }
}
