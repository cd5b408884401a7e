package io.deskmeter.controller.report.chart;

import io.deskmeter.evidence.Markup;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * The frame of a chart: an SVG with a title, grid and axes, into which a chart draws its data. Sizes are SVG user
 * units.
 */
final class Plot {
    static final double LEFT = 58;
    static final double TOP = 26;
    private static final double RIGHT_MARGIN = 18;
    private static final double BOTTOM_MARGIN = 42;
    /** Labels closer to each other than this would touch. */
    private static final double LABEL_WIDTH = 26;

    final Markup out;
    final double right;
    final double bottom;

    /** Opens the SVG; {@link #end()} closes it. */
    Plot(Markup out, int width, int height, String title) {
        this.out = out;
        this.right = width - RIGHT_MARGIN;
        this.bottom = height - BOTTOM_MARGIN;
        out.open("svg", "viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label", title);
        out.element("title", title);
    }

    void end() {
        out.close();
    }

    /** Horizontal grid lines with their labels. */
    void yAxis(Scale y, List<Double> ticks, DoubleFunction<String> label) {
        for (double tick : ticks) {
            line("grid", LEFT, y.at(tick), right, y.at(tick));
            label("tick", LEFT - 8, y.at(tick) + 4, "end", label.apply(tick));
        }
    }

    /** The base line with ticks; labels that would touch the previous one are left out. */
    void xAxis(Scale x, List<Double> ticks, DoubleFunction<String> label, String name) {
        line("axis", LEFT, bottom, right, bottom);
        double free = Double.NEGATIVE_INFINITY;
        for (double tick : ticks) {
            double at = x.at(tick);
            line("axis", at, bottom, at, bottom + 4);
            if (at >= free) {
                label("tick", at, bottom + 17, "middle", label.apply(tick));
                free = at + LABEL_WIDTH;
            }
        }
        label("name", (LEFT + right) / 2, bottom + 35, "middle", name);
    }

    void line(String style, double x1, double y1, double x2, double y2) {
        out.leaf("line", "class", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
    }

    /** Text at a place; {@code anchor} is start, middle or end. */
    void label(String style, double x, double y, String anchor, String text) {
        out.element("text", text, "class", style, "x", x, "y", y, "text-anchor", anchor);
    }

    /** A line through points, each {@code {x, y}} in coordinates. */
    void path(String style, List<double[]> points) {
        if (points.size() < 2) {
            return;
        }
        StringBuilder path = new StringBuilder();
        for (double[] point : points) {
            path.append(path.length() == 0 ? 'M' : 'L');
            path.append(Math.round(point[0] * 10) / 10.0).append(' ').append(Math.round(point[1] * 10) / 10.0);
        }
        out.leaf("path", "class", style, "d", path);
    }

    /** A cross with a tooltip. */
    void cross(String style, double x, double y, double radius, String title) {
        out.open("path", "class", style + " cross", "d", diagonals(x, y, radius))
                .element("title", title)
                .close();
    }

    private static String diagonals(double x, double y, double radius) {
        return String.format(
                Locale.ROOT,
                "M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f",
                x - radius,
                y - radius,
                x + radius,
                y + radius,
                x - radius,
                y + radius,
                x + radius,
                y - radius);
    }

    /** A dot with a tooltip. */
    void dot(String style, double x, double y, double radius, String title) {
        out.open("circle", "class", style, "cx", x, "cy", y, "r", radius)
                .element("title", title)
                .close();
    }
}
