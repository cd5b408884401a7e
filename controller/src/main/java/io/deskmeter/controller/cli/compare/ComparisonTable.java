package io.deskmeter.controller.cli.compare;

import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.controller.report.compare.MetricDifferenceFigures;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.compare.RunComparison.Compared;
import io.deskmeter.controller.report.compare.SetupDifference;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.Plural;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A comparison in the terminal. */
final class ComparisonTable {
    private static final String[] HEAD = {
        "what", "", "baseline s", "run s", "difference s [95 % interval]", "ratio [95 % interval]", "verdict", "slower"
    };

    private static final String[] METRICS = {
        "metric", "", "baseline", "run", "difference [95 % interval]", "verdict", "worse"
    };

    private static final String[] AROUND = {"what", "baseline", "run"};
    private static final int MOST_NAMED = 4;

    private final PrintStream out;

    ComparisonTable(PrintStream out) {
        this.out = out;
    }

    void print(RunComparison comparison) {
        out.println("Baseline " + String.join(", ", comparison.baselines()) + ", at "
                + Plural.of(comparison.sessions(), "session"));
        comparison.runs().forEach(this::print);
    }

    private void print(Compared run) {
        out.println();
        out.println(String.join(", ", run.runs()) + " (" + run.title() + ")");
        run.refusals().forEach(refusal -> out.println("Not comparable: " + refusal));
        run.remarks().forEach(remark -> out.println("Note: " + remark));
        print(run.setup());
        if (!run.refusals().isEmpty()) {
            return;
        }
        out.println("Capacity: " + capacity(run.baselineCapacity()) + " → " + capacity(run.capacity()) + "; "
                + run.capacities());
        out.println("Variation between runs: " + run.variation());
        List<String[]> rows = new ArrayList<>();
        run.differences().forEach(difference -> rows.add(row(difference)));
        new TextTable(out).print(HEAD, rows);
        List<String[]> metrics =
                run.metrics().stream().map(ComparisonTable::row).toList();
        if (!metrics.isEmpty()) {
            out.println();
            new TextTable(out).print(METRICS, metrics);
        }
        reasons(run);
    }

    private void print(List<SetupDifference> setup) {
        if (!setup.isEmpty()) {
            out.println("What was different around the runs, the largest likely effect first:");
            new TextTable(out)
                    .print(AROUND, setup.stream().map(ComparisonTable::row).toList());
        }
    }

    private static String[] row(SetupDifference difference) {
        return new String[] {difference.words(), difference.baseline(), difference.other()};
    }

    /** Each reason once, with what it is of. */
    private void reasons(Compared run) {
        Map<String, Set<String>> of = new LinkedHashMap<>();
        run.differences().forEach(d -> reason(of, d.finding(), d.reason(), d.what()));
        run.metrics().forEach(m -> reason(of, m.finding(), m.reason(), m.metric()));
        of.forEach((reason, what) ->
                out.println(reason + (what.size() > MOST_NAMED ? "" : " (" + String.join(", ", what) + ")")));
    }

    private static void reason(Map<String, Set<String>> of, Finding finding, String reason, String what) {
        if (!reason.isEmpty()) {
            of.computeIfAbsent(finding.words() + ": " + reason, any -> new LinkedHashSet<>())
                    .add(what);
        }
    }

    private static String[] row(MetricDifferenceFigures metric) {
        String unit = metric.unit().equals("1") ? "" : " " + metric.unit();
        Figure figure = value -> number(value, "") + unit;
        Figure signed = value -> number(value, "+") + unit;
        return new String[] {
            metric.metric(),
            metric.statistic(),
            figure.of(metric.baseline()),
            figure.of(metric.other()),
            signed.of(metric.difference()) + range(metric.differenceCi(), signed),
            metric.finding().words(),
            percent(metric.worse())
        };
    }

    /** @param sign {@code +} where positive numbers are to have one */
    private static String number(double value, String sign) {
        if (Double.isNaN(value)) {
            return TextFormat.UNKNOWN;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? sign + "∞" : "−∞";
        }
        return String.format(Locale.ROOT, "%" + sign + ".4g", value);
    }

    private static String[] row(Difference difference) {
        return new String[] {
            difference.what(),
            difference.quantile() == 0.5 ? "p50" : "p95",
            seconds(difference.baselineMs()),
            seconds(difference.otherMs()),
            signed(difference.differenceMs()) + range(difference.differenceCi(), ComparisonTable::signed),
            ratio(difference.ratio()) + range(difference.ratioCi(), ComparisonTable::ratio),
            difference.finding().ofResponses(),
            percent(difference.slower())
        };
    }

    private interface Figure {
        String of(double value);
    }

    private static String range(Interval interval, Figure figure) {
        return " [" + figure.of(interval.low()) + ".." + figure.of(interval.high()) + "]";
    }

    private static String capacity(@Nullable Integer capacity) {
        return capacity == null ? TextFormat.UNKNOWN : Plural.of(capacity, "session");
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? TextFormat.UNKNOWN : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String seconds(double millis) {
        return figure(millis, 1e3, "%.3f");
    }

    private static String signed(double millis) {
        return Double.isInfinite(millis) && millis > 0 ? "+∞" : figure(millis, 1e3, "%+.3f");
    }

    private static String ratio(double ratio) {
        return figure(ratio, 1, "%.3f");
    }

    private static String figure(double value, double of, String format) {
        if (Double.isNaN(value)) {
            return TextFormat.UNKNOWN;
        }
        return Double.isInfinite(value) ? (value > 0 ? "∞" : "−∞") : String.format(Locale.ROOT, format, value / of);
    }
}
