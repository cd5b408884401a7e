package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.measure.compare.Comparability;
import io.deskmeter.measure.compare.Comparison;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.compare.MetricComparison;
import io.deskmeter.measure.compare.MetricDifference;
import io.deskmeter.measure.compare.RunSides;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs of one side beside those of the baseline. */
final class SideComparison {
    private static final long SEED = 1;

    private final List<ComparedSide> baseline;
    private final List<ComparedSide> other;
    private final List<ComparedSide> history;
    private final Set<String> refusals = new LinkedHashSet<>();
    private final Set<String> remarks = new LinkedHashSet<>();

    SideComparison(List<ComparedSide> baseline, List<ComparedSide> other, List<ComparedSide> history) {
        this.baseline = baseline;
        this.other = other;
        this.history = history;
        check();
    }

    /** Whether a run may stand beside those of the baseline without a remark. */
    static boolean isAlike(List<ComparedSide> baseline, RunReport report) {
        Comparability comparability = Comparability.of(setup(baseline.get(0).report()), setup(report));
        return comparability.refusals().isEmpty()
                && comparability.remarks().isEmpty()
                && report.run().profile().equals(baseline.get(0).report().run().profile());
    }

    private Stream<ComparedSide> all() {
        return Stream.concat(baseline.stream(), other.stream());
    }

    /** The first run of the baseline stands for the others of its side, too: they must be alike. */
    private void check() {
        RunReport first = baseline.get(0).report();
        all().filter(side -> side != baseline.get(0)).forEach(side -> {
            Comparability comparability = Comparability.of(setup(first), setup(side.report()));
            refusals.addAll(comparability.refusals());
            remarks.addAll(comparability.remarks());
        });
        all().forEach(side -> {
            side.points().refusal().ifPresent(refusals::add);
            remarks.addAll(side.points().remarks());
            remarks.addAll(side.remarks());
        });
        for (MetricInfo metric : first.metrics()) {
            all().map(ComparedSide::report)
                    .filter(report -> report.metrics().stream().noneMatch(metric::isComparableWith))
                    .forEach(report -> remarks.add(
                            "metric " + metric.id() + ": " + report.run().id() + " does not measure it alike"));
        }
    }

    RunComparison.Compared compared() {
        boolean comparable = refusals.isEmpty();
        Optional<String> doubt = all().flatMap(side -> side.doubt().stream()).findFirst();
        if (comparable) {
            doubt.ifPresent(why -> remarks.add("nothing is concluded: " + why));
        }
        RunReport report = other.get(0).report();
        return new RunComparison.Compared(
                report.run().id(),
                report.run().title(),
                other.stream().map(side -> side.report().run().id()).toList(),
                List.copyOf(refusals),
                List.copyOf(remarks),
                baseline.get(0).report().verdict().capacity(),
                report.verdict().capacity(),
                Capacities.of(reports(baseline), reports(other)),
                variation(),
                comparable ? differences(doubt) : List.of(),
                comparable ? metrics(doubt) : List.of(),
                SetupDifferences.of(
                        baseline.stream().map(ComparedSide::seen).toList(),
                        other.stream().map(ComparedSide::seen).toList()));
    }

    private static List<RunReport> reports(List<ComparedSide> sides) {
        return sides.stream().map(ComparedSide::report).toList();
    }

    private String variation() {
        RunSides<ComparedSide> sides = sides();
        if (!sides.showVariation()) {
            return "not known: one run a side shows how its sessions vary, and not how equal runs do, so nothing is decided"
                    + " (expected: two runs or more of a side, or earlier runs of the same profile)";
        }
        return "estimated from " + Plural.of(baseline.size(), "run") + " of the baseline, " + other.size()
                + " compared, and " + history.size() + " earlier (" + Plural.of(sides.degreesOfFreedom(), "degree")
                + " of freedom)";
    }

    private RunSides<ComparedSide> sides() {
        return new RunSides<>(baseline, other, history);
    }

    private List<Difference> differences(Optional<String> doubt) {
        return Comparison.of(sides().map(ComparedSide::responses), Bootstrap.DEFAULT, SEED).stream()
                .map(difference -> doubt.map(difference::undecided).orElse(difference))
                .toList();
    }

    private List<MetricDifferenceFigures> metrics(Optional<String> doubt) {
        RunSides<MetricComparison.Values> values = sides().map(side -> side::values);
        List<MetricDifferenceFigures> figures = new ArrayList<>();
        for (MetricDifference difference : MetricComparison.of(common(), values, Bootstrap.DEFAULT, SEED)) {
            figures.add(
                    MetricDifferenceFigures.of(doubt.map(difference::undecided).orElse(difference)));
        }
        return figures;
    }

    /** The metrics that all have, defined in the same way. */
    private List<Metric> common() {
        return baseline.get(0).report().metrics().stream()
                .filter(metric ->
                        all().allMatch(side -> side.report().metrics().stream().anyMatch(metric::isComparableWith)))
                .flatMap(metric -> metric.metric().stream())
                .toList();
    }

    /** What of a run must be alike. */
    static Comparability.Setup setup(RunReport report) {
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
}
