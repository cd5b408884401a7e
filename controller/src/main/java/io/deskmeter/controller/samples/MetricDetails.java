package io.deskmeter.controller.samples;

import io.deskmeter.controller.report.BandCounts;
import java.util.List;

/**
 * A metric of a run: over time, as a distribution, and of each session.
 *
 * @param loadPoint of distribution and sessions, from 1; 0 where no load point has steady samples
 * @param series over time
 * @param distribution of the steady samples of the load point
 * @param sessions of the load point
 * @param bands of each load point: how many of its steady samples lie in which band of the metric; none where it has no
 *     bands
 */
public record MetricDetails(
        MetricSummaryView metric,
        int loadPoint,
        MetricSeries series,
        MetricDistribution distribution,
        List<MetricSession> sessions,
        List<BandCounts> bands) {
    public MetricDetails {
        sessions = List.copyOf(sessions);
        bands = List.copyOf(bands);
    }
}
