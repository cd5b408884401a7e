package io.deskmeter.controller.cli;

import io.deskmeter.controller.report.MetricDifferenceFigures;
import io.deskmeter.controller.report.RunComparison;
import io.deskmeter.controller.report.RunComparison.Compared;
import io.deskmeter.measure.Difference;
import io.deskmeter.measure.Interval;
import io.deskmeter.workload.Plural;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison in the terminal. */
final class ComparisonTable {
    private static final String[] HEAD = {
        "what", "", "baseline s", "run s", "difference s [95 % interval]", "ratio [95 % interval]", "verdict", "slower"
    };

    private static final String[] METRICS = {
        "metric", "", "baseline", "run", "difference [95 % interval]", "verdict", "worse"
    };

    private final PrintStream out;

    ComparisonTable(PrintStream out) {
        this.out = out;
    }

    void print(RunComparison comparison) {
        out.println("Baseline " + comparison.baseline() + ", at " + Plural.of(comparison.sessions(), "session"));
        comparison.runs().forEach(this::print);
    }

    private void print(Compared run) {
        out.println();
        out.println(run.run() + " (" + run.title() + ")");
        run.refusals().forEach(refusal -> out.println("Not comparable: " + refusal));
        run.remarks().forEach(remark -> out.println("Note: " + remark));
        if (!run.refusals().isEmpty()) {
            return;
        }
        out.println("Capacity: " + capacity(run.baselineCapacity()) + " → " + capacity(run.capacity()) + "; "
                + run.capacities());
        List<String[]> rows = new ArrayList<>();
        run.differences().forEach(difference -> rows.add(row(difference)));
        new TextTable(out).print(HEAD, rows);
        List<String[]> metrics =
                run.metrics().stream().map(ComparisonTable::row).toList();
        if (!metrics.isEmpty()) {
            out.println();
            new TextTable(out).print(METRICS, metrics);
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
            metric.surelyWorse() ? "worse" : metric.surelyBetter() ? "better" : "no clear difference",
            String.format(Locale.ROOT, "%.1f %%", 100 * metric.worse())
        };
    }

    /** @param sign {@code +} where positive numbers are to have one */
    private static String number(double value, String sign) {
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
            difference.surelySlower() ? "slower" : difference.surelyFaster() ? "faster" : "no clear difference",
            String.format(Locale.ROOT, "%.1f %%", 100 * difference.slower())
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

    private static String seconds(double millis) {
        return Double.isInfinite(millis) ? "∞" : String.format(Locale.ROOT, "%.3f", millis / 1000);
    }

    private static String signed(double millis) {
        return Double.isInfinite(millis)
                ? (millis > 0 ? "+∞" : "−∞")
                : String.format(Locale.ROOT, "%+.3f", millis / 1000);
    }

    private static String ratio(double ratio) {
        return Double.isInfinite(ratio) ? "∞" : String.format(Locale.ROOT, "%.3f", ratio);
    }
}
