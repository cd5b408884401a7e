package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPoint.GroupFigures;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The 95th percentile of a group over sessions, with intervals, threshold and capacity. */
public final class PercentileChart {
    private static final int WIDTH = 500;
    private static final int HEIGHT = 300;
    /** Responses slower than this multiple of the threshold are drawn at the top edge, to keep the rest readable. */
    private static final double CEILING = 5;

    /** Width of the label of the threshold. */
    private static final double LABEL = 90;

    private static final double RADIUS = 5;

    /** From the threshold up to the middle of its label. */
    private static final double LABEL_MIDDLE = 10;

    private final RunReport report;
    private final Group group;
    private final String style;
    private final double threshold;
    private final List<LoadPoint> points;
    private final Plot plot;
    private final Scale x;
    private final Scale y;

    private PercentileChart(Markup out, RunReport report, Group group) {
        this.report = report;
        this.group = group;
        this.style = group.name().toLowerCase(Locale.ROOT);
        this.threshold = report.thresholds().getOrDefault(group, Double.NaN);
        List<LoadPoint> all = bySize(report.loadPoints());
        this.points = all.stream()
                .filter(p -> !Double.isNaN(p.figures(group).p95Ms()))
                .toList();
        this.plot = new Plot(out, WIDTH, HEIGHT, "95th percentile of group " + group + " over sessions");
        // A size that the platform did not even carry would leave only a corner to the others.
        this.x = sessionScale(points.isEmpty() ? all : points, plot);
        this.y = Scale.linear(0, top(), plot.bottom, Plot.TOP);
    }

    public static void draw(Markup out, RunReport report, Group group) {
        new PercentileChart(out, report, group).draw();
    }

    /** By number of sessions: a search goes up and down, and a line in the order of time would run back and forth. */
    static List<LoadPoint> bySize(List<LoadPoint> points) {
        return points.stream()
                .sorted(Comparator.comparingInt(LoadPoint::sessions))
                .toList();
    }

    /** A scale over the sessions of these load points, with room on both sides. */
    static Scale sessionScale(List<LoadPoint> points, Plot plot) {
        int low = points.stream().mapToInt(LoadPoint::sessions).min().orElse(0);
        int high = points.stream().mapToInt(LoadPoint::sessions).max().orElse(1);
        double room = Math.max(0.6, (high - low) * 0.06);
        return Scale.linear(low - room, high + room, Plot.LEFT, plot.right);
    }

    private void draw() {
        capacity();
        plot.yAxis(y, y.ticks(5), Format::millis);
        plot.xAxis(
                x,
                points.stream().map(p -> (double) p.sessions()).distinct().toList(),
                tick -> Integer.toString((int) tick),
                "sessions");
        plot.line("threshold", Plot.LEFT, y.at(threshold), plot.right, y.at(threshold));
        plot.path("median " + style, line(false));
        plot.path("curve " + style, line(true));
        points.forEach(this::point);
        thresholdLabel();
        plot.end();
    }

    /** At the end of the line where the data leave more room. */
    private void thresholdLabel() {
        boolean left = room(Plot.LEFT, Plot.LEFT + LABEL) > room(plot.right - LABEL, plot.right);
        plot.label(
                "note",
                left ? Plot.LEFT + 4 : plot.right - 4,
                y.at(threshold) - 6,
                left ? "start" : "end",
                "threshold " + Format.millis(threshold));
    }

    /** How far, at least, the curves and intervals between two places are above or below a label of the threshold. */
    private double room(double from, double to) {
        double label = y.at(threshold) - LABEL_MIDDLE;
        double room = Double.POSITIVE_INFINITY;
        for (boolean p95 : new boolean[] {true, false}) {
            List<double[]> line = line(p95);
            for (int i = 1; i < line.size(); i++) {
                room = Math.min(room, distance(line.get(i - 1), line.get(i), from, to, label));
            }
        }
        for (LoadPoint point : points) {
            double at = x.at(point.sessions());
            Interval interval = point.figures(group).p95Ci();
            if (at >= from && at <= to) {
                double[] low = {at, y.at(interval.low())};
                double[] high = {at, y.at(interval.high())};
                room = Math.min(room, distance(low, high, from, to, label));
            }
        }
        return room;
    }

    /** Of a height from the part of a straight line between two places; infinite if there is none. */
    private static double distance(double[] a, double[] b, double from, double to, double height) {
        if (b[0] < from || a[0] > to) {
            return Double.POSITIVE_INFINITY;
        }
        double slope = b[0] == a[0] ? 0 : (b[1] - a[1]) / (b[0] - a[0]);
        double first = b[0] == a[0] ? a[1] : a[1] + slope * (Math.max(from, a[0]) - a[0]);
        double last = b[0] == a[0] ? b[1] : a[1] + slope * (Math.min(to, b[0]) - a[0]);
        boolean crosses = (first - height) * (last - height) <= 0;
        return crosses ? 0 : Math.min(Math.abs(first - height), Math.abs(last - height));
    }

    private double top() {
        double highest = points.stream()
                .map(p -> p.figures(group))
                .flatMapToDouble(f -> DoubleStream.of(f.p95Ms(), f.p95Ci().high()))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Math.max(threshold * 1.3, Math.min(highest * 1.08, threshold * CEILING));
    }

    /** Through the mean of the load points of each size; those that were not judged say nothing of the platform. */
    private List<double[]> line(boolean p95) {
        Map<Integer, Double> means = points.stream()
                .filter(point -> point.notJudged() == null)
                .collect(Collectors.groupingBy(
                        LoadPoint::sessions,
                        TreeMap::new,
                        Collectors.averagingDouble(point -> p95
                                ? point.figures(group).p95Ms()
                                : point.figures(group).p50Ms())));
        List<double[]> line = new ArrayList<>();
        means.forEach((sessions, mean) -> line.add(new double[] {x.at(sessions), y.at(mean)}));
        return line;
    }

    private void point(LoadPoint point) {
        GroupFigures figures = point.figures(group);
        double at = x.at(point.sessions());
        interval(at, figures.p95Ci());
        double mark = y.at(figures.p95Ms());
        plot.dot("median " + style, at, y.at(figures.p50Ms()), 2.0, title(point, figures));
        mark(point, at, mark, title(point, figures));
        if (!(figures.p95Ms() <= y.high())) {
            plot.label("note", at - 8, mark + 4, "end", "↑ " + Format.millis(figures.p95Ms()));
        }
    }

    /**
     * By the verdict on the load point, which may have failed for another reason than the p95 of this group. The charts
     * of the pages have the same marks.
     */
    private void mark(LoadPoint point, double at, double height, String title) {
        if (point.notJudged() != null || point.verdict() == Verdict.UNDECIDED) {
            plot.dot("p95 " + style + " open", at, height, RADIUS, title);
        } else if (point.verdict() == Verdict.FAIL) {
            plot.cross("p95 " + style, at, height, RADIUS, title);
        } else {
            plot.dot("p95 " + style, at, height, RADIUS, title);
        }
    }

    private void interval(double at, Interval interval) {
        double low = y.at(interval.low());
        double high = y.at(interval.high());
        plot.line("interval " + style, at, low, at, high);
        plot.line("interval " + style, at - 4, low, at + 4, low);
        if (interval.high() <= y.high()) {
            plot.line("interval " + style, at - 4, high, at + 4, high);
        }
    }

    private static String title(LoadPoint point, GroupFigures figures) {
        return Format.sessions(point.sessions()) + ": p95 " + Format.millis(figures.p95Ms()) + " ("
                + Format.interval(figures.p95Ci()) + "), p50 " + Format.millis(figures.p50Ms()) + ", "
                + Format.count(figures.count()) + " operations, " + Format.count(figures.losses())
                + " failed or not reached"
                + "; " + point.verdictWords();
    }

    private void capacity() {
        Integer capacity = report.verdict().capacity();
        Interval interval = report.verdict().capacityInterval();
        if (capacity == null || capacity == 0 || interval == null) {
            return;
        }
        double low = x.at(interval.low());
        double high = x.at(interval.high());
        plot.out.leaf(
                "rect",
                "class",
                "capacity",
                "x",
                low,
                "y",
                Plot.TOP,
                "width",
                high - low,
                "height",
                plot.bottom - Plot.TOP);
        double at = x.at(capacity);
        plot.line("capacity", at, Plot.TOP, at, plot.bottom);
        plot.label("note", at, Plot.TOP - 9, "middle", "capacity " + Format.count(capacity));
    }
}
