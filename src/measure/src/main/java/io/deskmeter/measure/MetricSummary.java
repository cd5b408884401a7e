package io.deskmeter.measure;

import io.deskmeter.workload.Metric;

/**
 * The steady samples of a metric at one load point, whether a limit is set on it or not. An operation that failed or was lost has a sample that is worse than
 * any other, or as many as an answered one has, where each second gives one; a sample that is unknown, or did not come though its operation ended well, enters nothing and is counted.
 *
 * @param metric whose
 * @param count samples that entered the statistics, those of failed operations included
 * @param failed those of them that count as worse than any other
 * @param unknown samples without a value; not in {@code count}
 * @param value of the metric's statistic; NaN, like all statistics here, where {@code count} is 0 and nothing was skipped
 * @param interval 95 % interval of {@code value}; both ends infinitely bad where {@code value} is that or NaN
 * @param mean of the known values, without those that count as worse than any other; NaN where there are none
 * @param p5 5th percentile
 * @param p50 median
 * @param p95 95th percentile
 * @param reason why nothing can be said of a limit, for people, without a full stop: too much is unknown; empty otherwise
 */
public record MetricSummary(
        Metric metric,
        int count,
        int failed,
        int unknown,
        double value,
        Interval interval,
        double mean,
        double p5,
        double p50,
        double p95,
        String reason) {}
