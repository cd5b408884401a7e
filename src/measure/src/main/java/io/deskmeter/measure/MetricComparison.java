package io.deskmeter.measure;

import io.deskmeter.workload.Metric;
import io.deskmeter.workload.Statistic;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** How the metrics of two runs differ, and how sure that is; resampled and expanded as {@link Comparison} does it with responses. */
public final class MetricComparison {
    private final Bootstrap bootstrap;
    private final SplittableRandom seeds;

    private MetricComparison(Bootstrap bootstrap, long seed) {
        this.bootstrap = bootstrap;
        this.seeds = new SplittableRandom(seed);
    }

    /**
     * One side of a comparison.
     *
     * @param steady timings of one load point
     * @param samples of the same load point
     */
    public record Side(List<Timing> steady, PointSamples samples) {
        public Side {
            steady = TimingList.copyOf(steady);
        }
    }

    /**
     * Compares the metrics that both runs measure alike, in the order of the baseline; one of which either side has no value is left out.
     *
     * @param seed equal input and seeds give equal differences
     */
    public static List<MetricDifference> of(Side baseline, Side other, Bootstrap bootstrap, long seed) {
        List<Metric> common = baseline.samples().plan().metrics().stream()
                .filter(metric -> other.samples().plan().metrics().contains(metric))
                .toList();
        return of(common, metric -> values(metric, baseline), metric -> values(metric, other), bootstrap, seed);
    }

    /** Gives the values of a metric of each session, sorted by session, those of failed operations included as infinitely bad. */
    public interface Values {
        List<double[]> of(Metric metric);
    }

    /**
     * Compares metrics by their values; one of which either side has no value is left out.
     *
     * @param seed equal input and seeds give equal differences
     */
    public static List<MetricDifference> of(
            List<Metric> metrics, Values baseline, Values other, Bootstrap bootstrap, long seed) {
        MetricComparison comparison = new MetricComparison(bootstrap, seed);
        return metrics.stream()
                .flatMap(metric -> comparison.compare(metric, baseline.of(metric), other.of(metric)).stream())
                .toList();
    }

    private Optional<MetricDifference> compare(Metric metric, List<double[]> before, List<double[]> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        Statistic statistic = metric.statistic();
        double[] differences = Comparison.pairs(
                bootstrap.estimates(before, statistic, seeds.nextLong()),
                bootstrap.estimates(after, statistic, seeds.nextLong()),
                Comparison::minus);
        Expansion expansion = new Expansion(Math.min(before.size(), after.size()), bootstrap.confidence());
        double base = statistic(metric, before);
        double seen = statistic(metric, after);
        double above = expansion.certainty(differences);
        MetricDifference difference = new MetricDifference(
                metric, base, seen, Comparison.minus(base, seen), expansion.interval(differences), above);
        return Optional.of(difference.higherIsBetter() ? difference.withWorse(1 - above) : difference);
    }

    private static List<double[]> values(Metric metric, Side side) {
        return MetricStatistics.bySession(metric, TimingList.copyOf(side.steady()), side.samples());
    }

    private static double statistic(Metric metric, List<double[]> sessions) {
        return Statistics.of(
                metric.statistic(),
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray());
    }
}
