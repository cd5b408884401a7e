package io.deskmeter.measure.compare;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.FalseDiscovery;
import io.deskmeter.measure.statistics.Statistics;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.Statistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the metrics of the runs of two sides differ, and how sure that is, as {@link Comparison} does it with responses:
 * a run is one value, its statistic. Metrics are one family of {@link FalseDiscovery}.
 */
public final class MetricComparison {
    private final RunSides<Values> sides;
    private final Bootstrap bootstrap;
    private final SplittableRandom seeds;

    private MetricComparison(RunSides<Values> sides, Bootstrap bootstrap, long seed) {
        this.sides = sides;
        this.bootstrap = bootstrap;
        this.seeds = new SplittableRandom(seed);
    }

    /** Gives the values of a metric of each session of a run, sorted by session. */
    public interface Values {
        List<SessionValues> of(Metric metric);
    }

    /**
     * Compares metrics; one of which a run has no value is {@link Finding#NOT_COMPARABLE}.
     *
     * @param metrics that all runs measure in the same way
     * @param seed equal input and seeds give equal differences
     */
    public static List<MetricDifference> of(
            List<Metric> metrics, RunSides<Values> sides, Bootstrap bootstrap, long seed) {
        return new MetricComparison(sides, bootstrap, seed).differences(metrics);
    }

    /** @param result null if the figures are not comparable */
    private record Found(MetricDifference difference, Contrast.@Nullable Result result) {
        double chance() {
            return result == null ? Double.NaN : result.chance();
        }
    }

    private List<MetricDifference> differences(List<Metric> metrics) {
        List<Found> found = new ArrayList<>();
        metrics.forEach(metric -> found.add(compare(metric)));
        double[] adjusted = FalseDiscovery.adjusted(
                found.stream().mapToDouble(Found::chance).toArray());
        return IntStream.range(0, found.size())
                .mapToObj(i -> finding(found.get(i), adjusted[i]))
                .toList();
    }

    private MetricDifference finding(Found found, double adjusted) {
        Contrast.Result result = found.result();
        if (result == null) {
            return found.difference();
        }
        boolean higherIsBetter = found.difference().higherIsBetter();
        Finding finding = result.finding(adjusted, 1 - bootstrap.confidence(), higherIsBetter);
        double worse = higherIsBetter ? 1 - result.above() : result.above();
        return found.difference().with(worse, adjusted, finding, result.reason(finding));
    }

    private Found compare(Metric metric) {
        RunSides<List<SessionValues>> sessions = sides.map(values -> values.of(metric));
        boolean everywhere = Stream.concat(sessions.baseline().stream(), sessions.other().stream())
                .allMatch(MetricComparison::isKnown);
        if (!everywhere) {
            return new Found(
                    MetricDifference.absent(metric, "no known value of it in a run (expected: in all runs)"), null);
        }
        RunSides<RunFigure> figures = new RunSides<>(
                        sessions.baseline(),
                        sessions.other(),
                        sessions.history().stream()
                                .filter(MetricComparison::isKnown)
                                .toList())
                .map(run -> figure(metric, run));
        Contrast.Result result = new Contrast(figures, bootstrap.confidence()).result();
        double base = Contrast.mean(figures.baseline());
        double seen = Contrast.mean(figures.other());
        boolean comparable = Double.isFinite(base) || Double.isFinite(seen);
        MetricDifference difference = new MetricDifference(
                metric,
                base,
                seen,
                Comparison.minus(base, seen),
                result.interval(),
                Double.NaN,
                figures.baseline().stream().map(RunFigure::seen).toList(),
                figures.other().stream().map(RunFigure::seen).toList(),
                Stream.concat(sessions.baseline().stream(), sessions.other().stream())
                        .flatMap(List::stream)
                        .mapToInt(SessionValues::unknown)
                        .sum(),
                result.spread(),
                Double.NaN,
                Finding.NOT_COMPARABLE,
                comparable ? "" : "too much failed on both sides");
        return new Found(difference, comparable ? result : null);
    }

    private static boolean isKnown(List<SessionValues> run) {
        return run.stream().anyMatch(session -> session.known().length > 0);
    }

    private RunFigure figure(Metric metric, List<SessionValues> run) {
        Statistic statistic = metric.statistic();
        List<SessionValues> sessions = run.stream()
                .filter(session -> session.known().length + session.unknown() > 0)
                .toList();
        long seed = seeds.nextLong();
        boolean allKnown = sessions.stream().allMatch(session -> session.unknown() == 0);
        List<double[]> known = sessions.stream().map(SessionValues::known).toList();
        double seen = statistic(metric, known);
        if (allKnown) {
            return RunFigure.known(seen, estimates(metric, known, seed), sessions.size());
        }
        double least = statistic instanceof Statistic.Within ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        double most = statistic instanceof Statistic.Within within ? within.low() : Double.POSITIVE_INFINITY;
        List<double[]> low =
                sessions.stream().map(session -> session.with(least)).toList();
        List<double[]> high =
                sessions.stream().map(session -> session.with(most)).toList();
        return new RunFigure(
                statistic(metric, low),
                seen,
                statistic(metric, high),
                estimates(metric, low, seed),
                estimates(metric, high, seed),
                sessions.size());
    }

    private double[] estimates(Metric metric, List<double[]> sessions, long seed) {
        return Arrays.stream(bootstrap.estimates(sessions, metric.statistic(), seed))
                .map(value -> orWorst(metric, value))
                .toArray();
    }

    private static double statistic(Metric metric, List<double[]> sessions) {
        double[] sorted =
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        return orWorst(metric, Statistics.of(metric.statistic(), sorted));
    }

    /** What failed is infinitely bad, whatever the best of the unknown values might be: their sum is not a number. */
    private static double orWorst(Metric metric, double value) {
        double worst = metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        return Double.isNaN(value) ? worst : value;
    }
}
