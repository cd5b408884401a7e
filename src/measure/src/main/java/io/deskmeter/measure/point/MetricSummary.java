package io.deskmeter.measure.point;

import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.metric.Metric;

/**
 * The samples of a metric that were planned for one load point, whether a limit is set on it or not. An operation that
 * is a loss of the platform has a sample that is worse than any other, or as many as an answered one has, where each
 * second or move gives one. A sample that is unknown, or did not come though its operation ended well, enters nothing
 * and is counted.
 *
 * @param metric whose
 * @param count samples that entered the statistics, those of losses included
 * @param failed those of them that count as worse than any other
 * @param unknown samples without a value, and those that Deskmeter itself spoilt or lost; not in {@code count}
 * @param value of the metric's statistic, of those that count; NaN, like all statistics here, where {@code count} is 0
 * @param interval 95 % interval of {@code value}; with unknown samples it holds whatever those were; both ends
 *     infinitely bad where nothing was planned
 * @param best the statistic if all unknown samples were as good as they may be
 * @param worst the statistic if they were as bad as they may be
 * @param mean of the known values, without those that count as worse than any other; NaN where there are none
 * @param p5 5th percentile
 * @param p50 median
 * @param p95 95th percentile
 * @param reason how many are unknown, and mostly why, for people, without a full stop; empty where all are known
 */
public record MetricSummary(
        Metric metric,
        int count,
        int failed,
        int unknown,
        double value,
        Interval interval,
        double best,
        double worst,
        double mean,
        double p5,
        double p50,
        double p95,
        String reason) {}
