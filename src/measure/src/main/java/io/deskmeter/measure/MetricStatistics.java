package io.deskmeter.measure;

import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.Statistic;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** The samples of one metric at one load point, as numbers. */
final class MetricStatistics {
    /** If a larger share of the samples is unknown, the rest says nothing of a limit. */
    static final double MOST_UNKNOWN = 0.05;

    private static final String NONE_CAME = "no sample came";

    private final Metric metric;
    private final List<SampledOperation> operations;
    private final SortedMap<Integer, DoubleStream.Builder> bySession = new TreeMap<>();
    private final DoubleStream.Builder values = DoubleStream.builder();
    private final Map<String, Integer> reasons = new HashMap<>();
    private final boolean ofSeconds;
    /** Samples of the longest operation that was answered: as many count for one that failed. */
    private int longest = 1;

    private int planned;
    private int failed;
    private int skipped;

    private MetricStatistics(Metric metric, List<SampledOperation> sampled) {
        this.metric = metric;
        this.ofSeconds = SampledSeconds.gives(metric);
        this.operations = sampled.stream()
                .filter(operation -> operation.metric().equals(metric.id()))
                .toList();
    }

    /**
     * The figures of one metric.
     *
     * @param judged all timings of the load point, one for each that never came included
     * @param seed of the resampling
     */
    static MetricSummary summary(
            Metric metric, TimingList judged, PointSamples samples, Bootstrap bootstrap, long seed) {
        return of(metric, judged, samples).summary(bootstrap, seed);
    }

    /** The values of each session, those of failed operations included; none where there are no values. */
    static List<double[]> bySession(Metric metric, TimingList judged, PointSamples samples) {
        return of(metric, judged, samples).sessions();
    }

    private static MetricStatistics of(Metric metric, TimingList judged, PointSamples samples) {
        MetricStatistics statistics =
                new MetricStatistics(metric, samples.plan().operations());
        judged.forEach(statistics::measure);
        judged.forEach(statistics::add);
        samples.steady().stream()
                .filter(sample -> sample.metric().equals(metric.id()))
                .forEach(statistics::add);
        return statistics;
    }

    /** Few operations give samples of one metric, so a search is as fast as a table. */
    private Optional<SampledOperation> operationOf(Timing timing) {
        return operations.stream().filter(operation -> operation.isOf(timing)).findFirst();
    }

    private void measure(Timing timing) {
        if (ofSeconds && timing.outcome() == Outcome.OK && operationOf(timing).isPresent()) {
            longest = Math.max(longest, SampledSeconds.of(timing));
        }
    }

    /** An operation that failed has no samples: it counts as if all of them were worse than any other. */
    private void add(Timing timing) {
        Optional<SampledOperation> operation = operationOf(timing);
        if (operation.isEmpty()) {
            return;
        }
        int samples = operation.get().samples();
        if (timing.outcome() == Outcome.OK) {
            planned += ofSeconds ? SampledSeconds.of(timing) : samples;
        } else if (timing.outcome().failed()) {
            int missing = ofSeconds ? longest : samples;
            planned += missing;
            failed += missing;
            for (int i = 0; i < missing; i++) {
                ofSession(timing.session()).accept(worst(metric));
            }
        } else if (timing.outcome() == Outcome.SKIPPED) {
            skipped++;
        }
    }

    private void add(Sample sample) {
        if (sample.timing() == Sample.NO_TIMING) {
            planned++;
        }
        if (sample.isKnown()) {
            values.accept(sample.value());
            ofSession(sample.session()).accept(sample.value());
        } else {
            reasons.merge(sample.unknown(), 1, Integer::sum);
        }
    }

    private DoubleStream.Builder ofSession(int session) {
        return bySession.computeIfAbsent(session, any -> DoubleStream.builder());
    }

    /** Worse than any value that was measured. */
    static double worst(Metric metric) {
        return metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private double worstStatistic() {
        return metric.statistic() instanceof Statistic.Within ? 0 : worst(metric);
    }

    /** Sorted by session: the same samples in another order must give the same interval. */
    private List<double[]> sessions() {
        return bySession.values().stream()
                .map(builder -> builder.build().sorted().toArray())
                .toList();
    }

    private MetricSummary summary(Bootstrap bootstrap, long seed) {
        List<double[]> sessions = sessions();
        double[] sorted =
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        int unknown = Math.max(0, planned - sorted.length);
        boolean nothing = sorted.length == 0;
        double worst = worstStatistic();
        // Nothing but skips means that nothing could be worked: as bad as can be, not unknown.
        double value = nothing && skipped > 0 && unknown == 0 ? worst : Statistics.of(metric.statistic(), sorted);
        return new MetricSummary(
                metric,
                sorted.length,
                failed,
                unknown,
                value,
                nothing ? new Interval(worst, worst) : bootstrap.interval(sessions, metric.statistic(), seed),
                Statistics.mean(values.build().sorted().toArray()),
                Responses.quantile(sorted, 0.05),
                Responses.quantile(sorted, 0.5),
                Responses.quantile(sorted, 0.95),
                reason(unknown, sorted.length + unknown));
    }

    private String reason(int unknown, int all) {
        if (unknown <= MOST_UNKNOWN * all) {
            return "";
        }
        int told = reasons.values().stream().mapToInt(Integer::intValue).sum();
        reasons.merge(NONE_CAME, Math.max(0, unknown - told), Integer::sum);
        String mostly = reasons.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(NONE_CAME);
        return unknown + " of " + Plural.of(all, "sample") + " of " + metric.id() + " unknown ("
                + FigureFormat.percent(unknown / (double) all) + ", bound: at most "
                + FigureFormat.percent(MOST_UNKNOWN) + "), mostly since " + mostly;
    }
}
