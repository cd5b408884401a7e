package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.util.List;

/**
 * As many timings as a chart can show, drawn evenly from any number. Failed operations are kept in preference, because
 * they are rare and relevant.
 *
 * @param ok drawn from those that ended ok
 * @param failed drawn from those that were started and did not
 * @param total started, drawn or not
 * @param totalFailed failed, drawn or not
 * @param neverStarted neither drawn nor in {@code total}
 */
public record PointSample(
        List<TimingPoint> ok, List<TimingPoint> failed, int total, int totalFailed, int neverStarted) {
    /** Draws at most {@code limit}, of which at most a fifth failed. */
    public static PointSample of(Iterable<TimingPoint> points, int limit) {
        Reservoir<TimingPoint> failed = new Reservoir<>(limit / 5);
        Reservoir<TimingPoint> ok = new Reservoir<>(limit);
        int neverStarted = 0;
        for (TimingPoint point : points) {
            if (point.timing().firedAt() == Timing.NEVER) {
                neverStarted++;
            } else if (point.timing().outcome() == Outcome.OK) {
                ok.offer(point);
            } else {
                failed.offer(point);
            }
        }
        List<TimingPoint> drawn = ok.drawn()
                .subList(0, Math.min(ok.drawn().size(), limit - failed.drawn().size()));
        return new PointSample(drawn, failed.drawn(), ok.seen() + failed.seen(), failed.seen(), neverStarted);
    }

    public int shown() {
        return ok.size() + failed.size();
    }
}
