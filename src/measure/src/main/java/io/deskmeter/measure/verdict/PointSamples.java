package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.workload.metric.Metric;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of the metrics of a load point when it is judged.
 *
 * @param plan of the run
 * @param steady samples of all iterations that count, in any order, those of lost sessions included
 */
public record PointSamples(MetricPlan plan, List<Sample> steady) {
    /** Where responses only are measured. */
    public static final PointSamples NONE = new PointSamples(MetricPlan.NONE, List.of());

    public PointSamples {
        steady = SampleList.copyOf(steady);
    }

    /**
     * The figures of each metric so far, for display while a load point is measured.
     *
     * @param timings of the same iterations
     * @param seed of the resampling: equal input and seed give equal figures
     */
    public List<MetricSummary> summaries(TimingList timings, Bootstrap bootstrap, long seed) {
        List<MetricSummary> summaries = new ArrayList<>();
        for (Metric metric : plan.metrics()) {
            summaries.add(MetricStatistics.of(metric, timings, this).summary(bootstrap, seed + summaries.size()));
        }
        return summaries;
    }

    /**
     * What each session gave of a metric, by session, as the verdict counts it; nothing of sessions that were to give
     * nothing.
     *
     * @param point what is known of the responses of the same iterations
     */
    public List<SampledSession> bySession(Metric metric, PointTimings point) {
        return MetricStatistics.bySession(metric, JudgedTimings.of(point).all(), this);
    }
}
