package io.deskmeter.bench.metrics;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.run.Thresholds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one session measured over one delivery, in the figures that a report has. */
record Measured(Delivery delivery, List<Timing> timings, LoadPointSummary summary, double lookingMs, double metricsMs) {
    /** Metrics may cost so much of what looking costs. */
    private static final double MOST_OF_LOOKING = 0.05;

    private static final long SEED = 1;

    static Measured of(Delivery delivery, Workload workload, List<Timing> timings, List<Sample> samples, Costs costs) {
        LoadPointSummary summary = Judge.judge(
                new PointTimings(1, Set.of(), timings, List.of()),
                new PointSamples(MetricPlan.of(List.of(workload)), samples),
                Thresholds.DEFAULT,
                Map.of(),
                SEED);
        return new Measured(delivery, List.copyOf(timings), summary, costs.lookingMs(), costs.metricsMs());
    }

    MetricSummary metric(MetricSource source) {
        return summary.metrics().stream()
                .filter(metric -> metric.metric().source().equals(source.id()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("workload: measures no " + source.id()
                        + " (expected: one that declares all metrics of pictures)"));
    }

    private long failed() {
        return timings.stream().filter(timing -> timing.outcome() != Outcome.OK).count();
    }

    Map<String, @Nullable Object> row() {
        MetricSummary atMatch = metric(MetricSource.PICTURE_SIMILARITY_AT_MATCH);
        MetricSummary atRest = metric(MetricSource.PICTURE_SIMILARITY);
        MetricSummary time = metric(MetricSource.TIME_TO_FINAL_PICTURE);
        MetricSummary gap = metric(MetricSource.FRAME_GAP);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "metrics");
        row.put("case", delivery.words());
        row.put("operations", timings.size());
        row.put("failed", failed());
        row.put("samples", atRest.count());
        row.put("unknown", atRest.unknown());
        row.put("similarityAtMatchP5", atMatch.p5());
        row.put("similarityAtMatchP50", atMatch.p50());
        row.put("similarityP5", atRest.p5());
        row.put("similarityP50", atRest.p50());
        row.put("finalPictureP50Ms", time.p50());
        row.put("finalPictureP95Ms", time.p95());
        row.put("frameGapP50Ms", gap.p50());
        row.put("frameGapP95Ms", gap.p95());
        row.put("pass", failed() == 0 && atRest.reason().isEmpty());
        return row;
    }

    /** What the metrics cost, beside what looking for landmarks costs at the same time. */
    Map<String, @Nullable Object> cost() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "cost");
        row.put("case", delivery.words());
        row.put("operations", timings.size());
        row.put("lookingMsPerOperation", lookingMs / timings.size());
        row.put("metricsMsPerOperation", metricsMs / timings.size());
        row.put("metricsOfLookingPct", 100 * metricsMs / lookingMs);
        row.put("pass", metricsMs <= MOST_OF_LOOKING * lookingMs);
        return row;
    }
}
