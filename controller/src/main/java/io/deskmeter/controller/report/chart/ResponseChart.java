package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Single responses over the time of the run, on a logarithmic axis; failed ones are in a row above. */
public final class ResponseChart {
    /** More dots than this neither fit on the chart nor into a file that opens at once. */
    public static final int LIMIT = 5000;

    private static final int WIDTH = 1040;
    private static final int HEIGHT = 360;
    private static final double FAILED_ROW = 24;
    private static final double DOT = 2.3;

    private final RunReport report;
    private final PointSample sample;
    private final Plot plot;
    private final Scale x;
    private final Scale y;

    private ResponseChart(Markup out, RunReport report, PointSample sample) {
        this.report = report;
        this.sample = sample;
        this.plot = new Plot(out, WIDTH, HEIGHT, "Responses over the time of the run");
        this.x = Scale.linear(0, lastSecond(), Plot.LEFT, plot.right);
        this.y = Scale.logarithmic(lowest(), highest(), plot.bottom, Plot.TOP + FAILED_ROW);
    }

    public static void draw(Markup out, RunReport report, PointSample sample) {
        new ResponseChart(out, report, sample).draw();
    }

    private void draw() {
        for (LoadPoint point : report.loadPoints()) {
            loadPoint(point);
        }
        plot.yAxis(y, yTicks(), Format::millis);
        plot.label("tick", Plot.LEFT - 8, Plot.TOP + 14, "end", "failed");
        plot.xAxis(
                x,
                x.timeTicks(14),
                second -> Format.duration(Duration.ofSeconds((long) second)),
                "time since the start of the run (min:s)");
        report.thresholds()
                .forEach((group, millis) -> plot.line("threshold", Plot.LEFT, y.at(millis), plot.right, y.at(millis)));
        sample.ok().forEach(this::ok);
        sample.failed().forEach(this::failed);
        // Last, or the dots would cover them.
        report.thresholds().forEach((group, millis) -> {
            plot.label("note", plot.right - 4, y.at(millis) - 4, "end", group + " " + Format.millis(millis));
        });
        plot.end();
    }

    private void loadPoint(LoadPoint point) {
        double from = x.at(second(point.startedAt()));
        double to = x.at(second(point.endedAt()));
        String style = point.index() % 2 == 0 ? "stage even" : "stage";
        plot.out.leaf(
                "rect", "class", style, "x", from, "y", Plot.TOP, "width", to - from, "height", plot.bottom - Plot.TOP);
        String wide = Format.sessions(point.sessions());
        String label = to - from > 7 * wide.length() ? wide : Format.count(point.sessions());
        if (to - from > 7 * label.length()) {
            plot.label("note", (from + to) / 2, Plot.TOP - 9, "middle", label);
        }
    }

    private void ok(TimingPoint point) {
        Timing timing = point.timing();
        double millis = timing.responseNanos() / 1e6;
        plot.dot(
                style(point, "pt"),
                x.at(second(timing.wallFiredAt())),
                y.at(millis),
                DOT,
                title(point, Format.millis(millis)));
    }

    private void failed(TimingPoint point) {
        Timing timing = point.timing();
        double at = x.at(second(timing.wallFiredAt()));
        String cross = "M" + (float) (at - 4) + " " + (Plot.TOP + 6) + "l8 8m0-8l-8 8";
        plot.out
                .open("path", "class", style(point, "pt failed"), "d", cross)
                .element("title", title(point, timing.outcome().label()))
                .close();
    }

    private static String style(TimingPoint point, String kind) {
        return kind + " " + point.timing().group().name().toLowerCase(Locale.ROOT) + (point.steady() ? "" : " aside");
    }

    private static String title(TimingPoint point, String result) {
        Timing timing = point.timing();
        return timing.workload() + "/" + timing.operation() + " " + result + " · session " + timing.session()
                + ", iteration " + timing.iteration() + (point.steady() ? "" : " (does not count)");
    }

    private double second(Instant instant) {
        return Duration.between(report.run().startedAt(), instant).toMillis() / 1000.0;
    }

    private double lastSecond() {
        Instant end = report.run().endedAt();
        double last = end == null ? 0 : second(end);
        for (TimingPoint point : sample.ok()) {
            last = Math.max(last, second(point.timing().wallFiredAt()));
        }
        return last;
    }

    private double lowest() {
        double lowest = responses().min().orElse(10);
        return Math.min(100, Math.pow(10, Math.floor(Math.log10(Math.max(1, lowest)))));
    }

    private double highest() {
        double thresholds = report.thresholds().values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1000);
        return Math.max(thresholds, responses().max().orElse(0)) * 1.3;
    }

    private DoubleStream responses() {
        return sample.ok().stream()
                .map(TimingPoint::timing)
                .filter(t -> t.outcome() == Outcome.OK)
                .mapToDouble(t -> t.responseNanos() / 1e6);
    }

    private List<Double> yTicks() {
        List<Double> ticks = new ArrayList<>();
        for (double power : new Scale(y.low() / 10, y.high(), 0, 1, true).ticks(0)) {
            for (double tick : new double[] {power, 3 * power}) {
                if (tick >= y.low() && tick <= y.high()) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
