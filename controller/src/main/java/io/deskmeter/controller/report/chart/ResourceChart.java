package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.evidence.Markup;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The resource usage of the platform and the harness at each load point. */
public final class ResourceChart {
    private static final int WIDTH = 500;
    private static final int HEIGHT = 260;

    private final List<LoadPoint> points;
    private final Plot plot;
    private final Scale x;
    private final Scale y;
    private final DoubleFunction<String> format;

    private ResourceChart(Markup out, List<LoadPoint> points, String title, double top, DoubleFunction<String> format) {
        this.points = PercentileChart.bySize(points);
        this.format = format;
        this.plot = new Plot(out, WIDTH, HEIGHT, title);
        this.x = PercentileChart.sessionScale(points, plot);
        this.y = Scale.linear(0, top, plot.bottom, Plot.TOP);
        plot.yAxis(y, y.ticks(5), format);
        plot.xAxis(
                x,
                this.points.stream().map(p -> (double) p.sessions()).distinct().toList(),
                tick -> Integer.toString((int) tick),
                "sessions");
    }

    public static void cpu(Markup out, List<LoadPoint> points) {
        ResourceChart chart = new ResourceChart(out, points, "Processor over sessions", 100, v -> (int) v + " %");
        chart.whiskers();
        chart.series("host", "host processor", p -> p.resources().cpuPct());
        chart.series("harness", "harness processor", p -> p.harness().cpuPct());
        chart.plot.end();
    }

    public static void memory(Markup out, List<LoadPoint> points) {
        double total = highest(points, p -> p.resources().memTotalMb());
        double used = highest(points, p -> p.resources().memUsedMb());
        double top = Math.max(1024, Math.max(total, used) * 1.06);
        ResourceChart chart =
                new ResourceChart(out, points, "Memory over sessions", top / 1024, gb -> Scale.plain(gb) + " GB");
        if (total > 0) {
            double line = chart.y.at(total / 1024);
            chart.plot.line("installed", Plot.LEFT, line, chart.plot.right, line);
            chart.plot.label("note", Plot.LEFT + 6, line - 5, "start", "installed " + Format.memory(total));
        }
        chart.series("host", "host memory", p -> p.resources().memUsedMb() / 1024);
        chart.series("harness", "harness memory", p -> p.harness().memMb() / 1024);
        chart.plot.end();
    }

    private void whiskers() {
        for (LoadPoint point : points) {
            double max = point.resources().cpuMaxPct();
            if (Double.isFinite(max)) {
                double at = x.at(point.sessions());
                plot.line("interval host", at, y.at(point.resources().cpuPct()), at, y.at(max));
                plot.line("interval host", at - 4, y.at(max), at + 4, y.at(max));
            }
        }
    }

    private void series(String style, String name, ToDoubleFunction<LoadPoint> figure) {
        List<LoadPoint> known = points.stream()
                .filter(p -> Double.isFinite(figure.applyAsDouble(p)))
                .toList();
        plot.path(
                "curve " + style,
                known.stream()
                        .map(p -> new double[] {x.at(p.sessions()), y.at(figure.applyAsDouble(p))})
                        .toList());
        for (LoadPoint point : known) {
            double value = figure.applyAsDouble(point);
            String title = Format.sessions(point.sessions()) + ": " + name + " " + value(value);
            plot.dot("level " + style, x.at(point.sessions()), y.at(value), 4.0, title);
        }
    }

    private String value(double value) {
        return format.apply(0).endsWith("%") ? Format.percent(value) : Format.memory(value * 1024);
    }

    private static double highest(List<LoadPoint> points, ToDoubleFunction<LoadPoint> figure) {
        return points.stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }
}
