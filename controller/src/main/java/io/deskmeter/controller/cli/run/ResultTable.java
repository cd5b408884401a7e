package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPoint.GroupFigures;
import io.deskmeter.controller.report.RunReport.Expected;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints the result of a run: load points and capacity. */
final class ResultTable {
    private static final String[] HEAD = {
        "sessions",
        "A p50/p95 s [95 % interval]",
        "B p50/p95 s [95 % interval]",
        "failed",
        "discarded",
        "host CPU",
        "harness CPU",
        "verdict"
    };

    private static final String[] LIMITS = {
        "sessions", "limit on", "limit", "measured [95 % interval]", "n", "failed", "unknown", "verdict"
    };

    private final PrintStream out;

    ResultTable(PrintStream out) {
        this.out = out;
    }

    void print(RunSnapshot end) {
        List<String[]> rows = end.loadPoints().stream().map(ResultTable::row).toList();
        if (!rows.isEmpty()) {
            out.println();
            new TextTable(out).print(HEAD, rows);
            out.println();
            printLimits(end);
        }
        CapacityView capacity = end.capacity();
        if (capacity != null) {
            out.println(sentence(capacity, end.loadPoints().stream().anyMatch(LoadPoint::pass)));
        }
        if (!end.state().equals(RunState.FINISHED.label())) {
            out.println("The run is " + end.state()
                    + (end.reasons().isEmpty() ? "." : ": " + String.join("; ", end.reasons())));
        } else {
            end.reasons().forEach(remark -> out.println("Note: " + remark));
        }
    }

    /** Each limit of a metric at each load point; nothing where none is set. */
    private void printLimits(RunSnapshot end) {
        List<String[]> rows = end.loadPoints().stream()
                .flatMap(point -> point.criteria().stream()
                        .filter(criterion -> !criterion.criterion().startsWith("group"))
                        .map(criterion -> limit(point, criterion)))
                .toList();
        if (!rows.isEmpty()) {
            new TextTable(out).print(LIMITS, rows);
            out.println();
        }
    }

    private static String[] limit(LoadPoint point, CriterionFigures criterion) {
        String unit = criterion.unit().equals("1") ? "" : " " + criterion.unit();
        return new String[] {
            String.valueOf(point.sessions()),
            criterion.statistic() + " of " + criterion.criterion(),
            (criterion.better().equals("higher") ? "at least " : "at most ") + plain(criterion.limit()) + unit,
            Double.isFinite(criterion.value())
                    ? plain(criterion.value()) + unit + " ["
                            + end(criterion.interval().low()) + ".."
                            + end(criterion.interval().high()) + "]"
                    : TextFormat.UNKNOWN,
            String.valueOf(criterion.count()),
            String.valueOf(criterion.failed()),
            String.valueOf(criterion.unknown()),
            verdict(criterion)
        };
    }

    private static String verdict(CriterionFigures criterion) {
        String word = criterion.verdict().name().toLowerCase(Locale.ROOT);
        return criterion.reason().isEmpty() ? word : word + " (" + criterion.reason() + ")";
    }

    private static String end(double value) {
        return Double.isFinite(value) ? plain(value) : "∞";
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }

    /** What was expected, and what became of it. */
    void printExpectations(List<Expected> expectations) {
        if (expectations.isEmpty()) {
            return;
        }
        List<String[]> rows = expectations.stream()
                .map(e -> new String[] {e.metric() + " " + e.expected(), e.state(), e.words()})
                .toList();
        out.println();
        new TextTable(out).print(new String[] {"expected", "verdict", "measured"}, rows);
        out.println();
    }

    private static String[] row(LoadPoint point) {
        return new String[] {
            String.valueOf(point.sessions()),
            group(point.figures(Group.A)),
            group(point.figures(Group.B)),
            String.valueOf(point.losses()),
            String.valueOf(point.discarded()),
            percent(point.resources().cpuPct()),
            percent(point.harness().generatorCpuPct()),
            point.verdictWords() + remark(point)
        };
    }

    private static String percent(double value) {
        return Double.isFinite(value) ? TextFormat.percent(value) : TextFormat.UNKNOWN;
    }

    /** Notes on the verdict. */
    static String remark(LoadPoint point) {
        LoadPoint.Failure failure = point.failure();
        String why = failure == null ? "" : " (" + failure.kind() + ")";
        why += point.notJudged() == null ? "" : " (" + point.notJudged() + ")";
        why += point.endedEarly() == null ? "" : ", ended early";
        return point.notDelivered() == 0
                ? why
                : why + ", " + Plural.of(point.notDelivered(), "operation") + " not delivered";
    }

    private static String group(GroupFigures group) {
        if (group.count() == 0) {
            return TextFormat.UNKNOWN;
        }
        return figure(group.p50Ms()) + "/" + figure(group.p95Ms()) + " ["
                + figure(group.p95Ci().low()) + ".." + figure(group.p95Ci().high()) + "]";
    }

    /** If there are operations, a missing figure is infinite: too many were lost. */
    private static String figure(double millis) {
        return Double.isFinite(millis) ? TextFormat.number(millis) : "∞";
    }

    /** The same words as in the report. */
    private static String sentence(CapacityView capacity, boolean onePassed) {
        return RunVerdict.of(capacity.capacity(), onePassed, null, null, List.of())
                .sentence();
    }
}
