package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.MetricFigures;
import io.deskmeter.controller.report.BandCounts;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.evidence.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How the samples of a metric are spread over its bands at each load point: as bars, and as a table. */
final class BandShares {
    private static final int WIDTH = 1040;
    private static final double ROW = 26;
    private static final double BAR = 18;
    private static final int FRAME = 80;
    private static final double PERCENT = 100;

    private final Markup out;
    private final BandPanel panel;
    private final List<Row> rows = new ArrayList<>();

    /** A part of a bar. */
    private record Part(String title, String style, int count) {}

    private record Row(LoadPoint point, List<Part> parts, int all) {}

    BandShares(Markup out, RunReport report, BandPanel panel) {
        this.out = out;
        this.panel = panel;
        report.loadPoints().forEach(this::add);
    }

    private void add(LoadPoint point) {
        MetricFigures figures = point.metrics().stream()
                .filter(one -> one.metric().equals(panel.metric().id()))
                .findFirst()
                .orElse(null);
        if (figures == null) {
            return;
        }
        List<Part> parts = new ArrayList<>();
        BandCounts counts = panel.counts().stream()
                .filter(one -> one.loadPoint() == point.index())
                .findFirst()
                .orElse(null);
        for (int i = 0; i < panel.metric().bands().size(); i++) {
            int count = counts == null ? 0 : counts.within().get(i);
            parts.add(new Part(panel.metric().bands().get(i).title(), "n" + i, count));
        }
        parts.add(new Part("beyond", "beyond", counts == null ? 0 : counts.beyond()));
        parts.add(new Part("failed", "failed", figures.failed()));
        parts.add(new Part("unknown", "unknown", figures.unknown()));
        int all = parts.stream().mapToInt(Part::count).sum();
        if (all > 0) {
            rows.add(new Row(point, parts, all));
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void chart() {
        Plot plot = new Plot(
                out,
                WIDTH,
                (int) (FRAME + rows.size() * ROW),
                "Samples of each load point by the bands of " + panel.metric().title());
        Scale x = Scale.linear(0, PERCENT, Plot.LEFT, plot.right);
        plot.xAxis(x, x.ticks(5), tick -> (int) tick + " %", "share of the steady samples");
        plot.label("tick", Plot.LEFT - 8, Plot.TOP - 8, "end", "sessions");
        for (int i = 0; i < rows.size(); i++) {
            row(plot, x, rows.get(i), Plot.TOP + i * ROW);
        }
        plot.end();
    }

    private static void row(Plot plot, Scale x, Row row, double top) {
        plot.label(
                "tick",
                Plot.LEFT - 8,
                top + BAR - 4,
                "end",
                Format.count(row.point().sessions()));
        double before = 0;
        for (Part part : row.parts()) {
            double after = before + PERCENT * part.count() / row.all();
            if (part.count() > 0) {
                plot.out
                        .open(
                                "rect",
                                "class",
                                "share " + part.style(),
                                "x",
                                x.at(before),
                                "y",
                                top,
                                "width",
                                x.at(after) - x.at(before),
                                "height",
                                BAR)
                        .element(
                                "title",
                                Format.sessions(row.point().sessions()) + ", " + part.title() + ": " + words(part, row))
                        .close();
            }
            before = after;
        }
    }

    private static String words(Part part, Row row) {
        return String.format(Locale.ROOT, "%.1f\u00A0%% (%,d)", PERCENT * part.count() / row.all(), part.count());
    }

    void table() {
        out.open("div", "class", "scroll").open("table", "class", "figures");
        out.open("thead").open("tr").element("th", "Sessions", "scope", "col", "class", "number");
        for (Part part : rows.get(0).parts()) {
            out.open("th", "scope", "col", "class", "number")
                    .element("span", "", "class", "swatch " + part.style())
                    .text(" " + part.title())
                    .close();
        }
        out.close().close().open("tbody");
        for (Row row : rows) {
            out.open("tr").element("th", Format.count(row.point().sessions()), "scope", "row");
            row.parts().forEach(part -> out.element("td", words(part, row)));
            out.close();
        }
        out.close().close().close();
    }
}
