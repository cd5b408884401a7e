package io.deskmeter.controller.columns;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A timing as JSON; the same figures as a line of {@code timings.csv}.
 *
 * @param loadPoint index from 1; 0 outside of any
 * @param steady whether it counts for the verdict
 * @param firedAt a label, null if the input never left
 * @param responseMs null unless ok
 * @param resolutionMs how far the true response may lie below {@code responseMs}, null unless ok
 * @param lagMs how much later than intended the input left
 * @param thinkMs the planned pause
 * @param detail why it failed
 * @param handled how often a handler gave input for a window that had come
 */
@Schema(name = "Timing")
public record TimingView(
        int loadPoint,
        int session,
        long sequence,
        int iteration,
        boolean steady,
        String workload,
        String operation,
        String group,
        String outcome,
        @Nullable Instant firedAt,
        @Nullable Double responseMs,
        @Nullable Double resolutionMs,
        @Nullable Double lagMs,
        double thinkMs,
        String detail,
        int handled) {
    /** Of a timing from the store. */
    public static TimingView of(TimingPoint point) {
        Timing t = point.timing();
        boolean ok = t.outcome() == Outcome.OK;
        boolean fired = t.firedAt() != Timing.NEVER;
        return new TimingView(
                point.loadPoint(),
                t.session(),
                t.sequence(),
                t.iteration(),
                point.steady(),
                t.workload(),
                t.operation(),
                t.group().name(),
                t.outcome().label(),
                fired ? t.wallFiredAt() : null,
                ok ? t.responseNanos() / 1e6 : null,
                ok ? t.resolutionNanos() / 1e6 : null,
                fired ? t.lagNanos() / 1e6 : null,
                t.thinkNanos() / 1e6,
                t.detail(),
                t.handled());
    }
}
