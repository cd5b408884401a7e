package io.deskmeter.controller.cli;

import io.deskmeter.controller.report.RunReport.Expected;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.run.CapacityView;
import io.deskmeter.controller.run.CriterionView;
import io.deskmeter.controller.run.PointResources;
import io.deskmeter.controller.run.PointView;
import io.deskmeter.controller.run.PointView.GroupView;
import io.deskmeter.controller.run.RunSnapshot;
import io.deskmeter.controller.run.RunState;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
            out.println(sentence(capacity, end.loadPoints().stream().anyMatch(PointView::pass)));
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
                        .filter(criterion -> !criterion.ofGroup())
                        .map(criterion -> limit(point, criterion)))
                .toList();
        if (!rows.isEmpty()) {
            new TextTable(out).print(LIMITS, rows);
            out.println();
        }
    }

    private static String[] limit(PointView point, CriterionView criterion) {
        String unit = criterion.unit().equals("1") ? "" : " " + criterion.unit();
        return new String[] {
            String.valueOf(point.sessions()),
            criterion.statistic() + " of " + criterion.criterion(),
            (criterion.better().equals("higher") ? "at least " : "at most ") + plain(criterion.limit()) + unit,
            criterion.value() == null
                    ? TextFormat.UNKNOWN
                    : plain(criterion.value()) + unit + " [" + end(criterion.low()) + ".." + end(criterion.high())
                            + "]",
            String.valueOf(criterion.count()),
            String.valueOf(criterion.failed()),
            String.valueOf(criterion.unknown()),
            criterion.reason().isEmpty() ? criterion.verdict() : criterion.verdict() + " (" + criterion.reason() + ")"
        };
    }

    private static String end(@Nullable Double value) {
        return value == null ? "∞" : plain(value);
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

    private static String[] row(PointView point) {
        PointResources used = point.resources();
        boolean sampled = used.samples() > 0;
        PointResources.Generator generator = used.generator();
        return new String[] {
            String.valueOf(point.sessions()),
            group(point.a()),
            group(point.b()),
            String.valueOf(point.failed()),
            String.valueOf(point.discarded()),
            sampled ? TextFormat.percent(used.cpuPercent()) : TextFormat.UNKNOWN,
            generator == null ? TextFormat.UNKNOWN : TextFormat.percent(generator.harnessCpuPercent()),
            point.verdict() + remark(point)
        };
    }

    /** Prints notes on the verdict. */
    static String remark(PointView point) {
        String why = point.failure() == null ? "" : " (" + point.failure() + ")";
        why += point.endedEarly() == null ? "" : ", ended early";
        return point.missingTimings() == 0 ? why : why + ", " + point.missingTimings() + " timings missing";
    }

    private static String group(GroupView group) {
        if (group.count() == 0) {
            return TextFormat.UNKNOWN;
        }
        return figure(group.p50Ms()) + "/" + figure(group.p95Ms()) + " [" + figure(group.p95Low()) + ".."
                + figure(group.p95High()) + "]";
    }

    /** If there are timings, a missing figure is infinite: too many operations failed. */
    private static String figure(@Nullable Double millis) {
        return millis == null ? "∞" : TextFormat.number(millis);
    }

    /** The same words as in the report. */
    private static String sentence(CapacityView capacity, boolean onePassed) {
        return RunVerdict.of(capacity.capacity(), onePassed, null, null, List.of())
                .sentence();
    }
}
