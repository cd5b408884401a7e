package io.deskmeter.controller.report;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.measure.Bootstrap;
import io.deskmeter.measure.Comparability;
import io.deskmeter.measure.Comparison;
import io.deskmeter.measure.Difference;
import io.deskmeter.measure.Interval;
import io.deskmeter.measure.MetricComparison;
import io.deskmeter.measure.MetricDifference;
import io.deskmeter.measure.Response;
import io.deskmeter.workload.Better;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares runs with a baseline.
 *
 * @param sessions of the load points that are compared
 * @param baseline id of the first run
 * @param runs the others
 */
@Schema(name = "Comparison")
public record RunComparison(int sessions, String baseline, List<Compared> runs) {
    private static final long SEED = 1;

    public RunComparison {
        runs = List.copyOf(runs);
    }

    /**
     * One run beside the baseline.
     *
     * @param run id
     * @param title of its profile
     * @param refusals why the responses must not be compared; then there are no differences
     * @param remarks what else differs
     * @param baselineCapacity of the baseline, null if none was found
     * @param capacity of the run, null if none was found
     * @param capacities whether they differ, in words
     * @param differences of groups first, then of operations, each of its p50 and p95
     * @param metrics of each metric that both runs have, by the statistic that judges it
     */
    @Schema(name = "ComparedRun")
    public record Compared(
            String run,
            String title,
            List<String> refusals,
            List<String> remarks,
            @Nullable Integer baselineCapacity,
            @Nullable Integer capacity,
            String capacities,
            List<Difference> differences,
            List<MetricDifferenceFigures> metrics) {
        public Compared {
            refusals = List.copyOf(refusals);
            remarks = List.copyOf(remarks);
            differences = List.copyOf(differences);
            metrics = List.copyOf(metrics);
        }

        /** The groups whose p95 is certainly slower than this multiple of the baseline's. */
        public List<Difference> slowerThan(double ratio) {
            return differences.stream()
                    .filter(d ->
                            d.ofGroup() && d.quantile() == P95 && d.ratioCi().low() > ratio)
                    .toList();
        }
    }

    private static final double P95 = 0.95;

    /**
     * A run and where its responses and samples are.
     *
     * @param report of the run
     * @param responses those of its steady operations at the load points of these indices, from 1
     * @param samples known values of its steady samples there
     */
    public record Side(RunReport report, Source<Response> responses, Source<MetricValue> samples) {
        private Set<Integer> sizes() {
            return report.loadPoints().stream().map(LoadPoint::sessions).collect(Collectors.toCollection(TreeSet::new));
        }

        private Set<Integer> points(int sessions) {
            return report.loadPoints().stream()
                    .filter(point -> point.sessions() == sessions)
                    .map(LoadPoint::index)
                    .collect(Collectors.toSet());
        }

        private Measured at(int sessions) {
            Set<Integer> points = points(sessions);
            List<Response> all = responses.at(points);
            return new Measured(all, report.metrics().isEmpty() ? List.of() : values(all, samples.at(points)));
        }

        /** An operation that failed has no sample: it counts as one that is worse than any other. */
        private List<MetricValue> values(List<Response> all, List<MetricValue> known) {
            List<MetricValue> values = new ArrayList<>(known);
            for (MetricInfo metric : report.metrics()) {
                double worst = metric.metric()
                        .map(of -> of.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY)
                        .orElse(Double.NaN);
                all.stream()
                        .filter(response -> Double.isInfinite(response.millis()))
                        .filter(response -> metric.operations().contains(response.operation()))
                        .forEach(response -> values.add(new MetricValue(response.session(), metric.id(), worst)));
            }
            return values;
        }
    }

    /** What was measured at the load points that are compared. */
    private record Measured(List<Response> responses, List<MetricValue> values) {
        /** The values of each session, sorted by session: equal input must give equal draws. */
        private List<double[]> sessions(Metric metric) {
            return values.stream()
                    .filter(value -> value.metric().equals(metric.id()))
                    .collect(Collectors.groupingBy(MetricValue::session, TreeMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .map(session ->
                            session.stream().mapToDouble(MetricValue::value).toArray())
                    .toList();
        }
    }

    /** Gives what was measured at load points. */
    public interface Source<T> {
        List<T> at(Set<Integer> loadPoints);
    }

    /**
     * Compares each run with the first.
     *
     * @param sides at least two
     * @param at the number of sessions to compare at; empty: the largest that was measured in all
     * @throws InvalidRequestException if there is no such load point in one of them
     */
    public static RunComparison of(List<Side> sides, OptionalInt at) {
        if (sides.size() < 2) {
            throw new InvalidRequestException("runs: " + sides.size() + " (expected: two or more, the baseline first)");
        }
        int sessions = sessions(sides, at);
        Side baseline = sides.get(0);
        Measured before = baseline.at(sessions);
        List<Compared> compared = new ArrayList<>();
        for (Side side : sides.subList(1, sides.size())) {
            compared.add(compare(baseline.report(), before, side, sessions));
        }
        return new RunComparison(sessions, baseline.report().run().id(), compared);
    }

    private static int sessions(List<Side> sides, OptionalInt at) {
        TreeSet<Integer> common = new TreeSet<>(sides.get(0).sizes());
        sides.forEach(side -> common.retainAll(side.sizes()));
        if (at.isPresent() ? common.contains(at.getAsInt()) : !common.isEmpty()) {
            return at.isPresent() ? at.getAsInt() : common.last();
        }
        String measured = sides.stream()
                .map(side -> side.report().run().id() + ": " + side.sizes())
                .collect(Collectors.joining("; "));
        throw new InvalidRequestException((at.isPresent() ? "at: " + at.getAsInt() : "runs")
                + " (expected: a number of sessions that was measured in all runs; measured were " + measured + ")");
    }

    private static Compared compare(RunReport baseline, Measured before, Side side, int sessions) {
        RunReport report = side.report();
        Comparability comparability = Comparability.of(setup(baseline), setup(report));
        boolean comparable = comparability.refusals().isEmpty();
        Measured after = comparable ? side.at(sessions) : new Measured(List.of(), List.of());
        List<Difference> differences =
                comparable ? Comparison.of(before.responses(), after.responses(), Bootstrap.DEFAULT, SEED) : List.of();
        List<MetricDifference> metrics = comparable
                ? MetricComparison.of(
                        common(baseline, report), before::sessions, after::sessions, Bootstrap.DEFAULT, SEED)
                : List.of();
        return new Compared(
                report.run().id(),
                report.run().title(),
                comparability.refusals(),
                comparability.remarks(),
                baseline.verdict().capacity(),
                report.verdict().capacity(),
                capacities(baseline, report),
                differences,
                metrics.stream().map(MetricDifferenceFigures::of).toList());
    }

    /** The metrics that both have, defined in the same way. */
    private static List<Metric> common(RunReport baseline, RunReport other) {
        return baseline.metrics().stream()
                .filter(metric -> other.metrics().stream().anyMatch(metric::isComparableWith))
                .flatMap(metric -> metric.metric().stream())
                .toList();
    }

    private static Comparability.Setup setup(RunReport report) {
        RunReport.Setup setup = report.setup();
        return new Comparability.Setup(
                report.verdict().valid(),
                setup.workloads(),
                shares(setup.shares()),
                Format.plain(setup.thinkMeanMs() / 1000) + " s ± " + Format.plain(setup.thinkSpreadPct()) + " %",
                "A " + threshold(report, Group.A) + ", B " + threshold(report, Group.B),
                setup.mode(),
                setup.desktop());
    }

    private static String shares(Map<String, Double> shares) {
        return shares.isEmpty()
                ? "none"
                : shares.entrySet().stream()
                        .map(share -> share.getKey() + " " + Format.plain(share.getValue()) + " %")
                        .collect(Collectors.joining(", "));
    }

    private static String threshold(RunReport report, Group group) {
        return Format.plain(report.thresholds().getOrDefault(group, Double.NaN) / 1000) + " s";
    }

    private static String capacities(RunReport baseline, RunReport other) {
        Interval a = baseline.verdict().capacityInterval();
        Interval b = other.verdict().capacityInterval();
        if (a == null || b == null) {
            return "not both runs found a capacity";
        }
        if (!baseline.thresholds().equals(other.thresholds())) {
            return "not comparable: different thresholds";
        }
        if (b.low() > a.high()) {
            return "more: the intervals do not overlap";
        }
        return b.high() < a.low() ? "less: the intervals do not overlap" : "no clear difference: the intervals overlap";
    }
}
