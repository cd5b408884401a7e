package io.deskmeter.controller.samples;

import java.util.List;

/**
 * A metric of a run: over time, as a distribution, and of each session.
 *
 * @param loadPoint of distribution and sessions, from 1; 0 where no load point has steady samples
 * @param series over time
 * @param distribution of the steady samples of the load point
 * @param sessions of the load point
 */
public record MetricDetails(
        MetricSummaryView metric,
        int loadPoint,
        MetricSeries series,
        MetricDistribution distribution,
        List<MetricSession> sessions) {
    public MetricDetails {
        sessions = List.copyOf(sessions);
    }
}
