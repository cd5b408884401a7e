package io.deskmeter.measure.search;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointTimes;

/**
 * A load point for the search: its latest summary, over all its measurements.
 *
 * @param summary of all steady timings of the point, extensions included
 * @param extensions how often it was measured longer, 0 at first
 * @param brief whether it was asked for as a {@linkplain SearchDecision.Measure#brief() brief} one and not extended
 *     since
 * @param cpuShare how much of all cores under load was busy while it was measured, 0 to 1, NaN where nobody knows
 * @param times what it took
 */
public record MeasuredPoint(
        LoadPointSummary summary, int extensions, boolean brief, double cpuShare, PointTimes times) {
    /** With unknown times. */
    public MeasuredPoint(LoadPointSummary summary, int extensions, boolean brief, double cpuShare) {
        this(summary, extensions, brief, cpuShare, PointTimes.UNKNOWN);
    }

    /** With unknown CPU usage. */
    public MeasuredPoint(LoadPointSummary summary, int extensions) {
        this(summary, extensions, false, Double.NaN);
    }

    /** The same with what it took. */
    public MeasuredPoint took(PointTimes clock) {
        return new MeasuredPoint(summary, extensions, brief, cpuShare, clock);
    }

    int sessions() {
        return summary.sessions();
    }
}
