package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPoint.GroupFigures;
import io.deskmeter.controller.report.CalibrationInfo;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.chart.BandSection;
import io.deskmeter.controller.report.chart.PercentileChart;
import io.deskmeter.controller.report.chart.PointSample;
import io.deskmeter.controller.report.chart.ResourceChart;
import io.deskmeter.controller.report.chart.ResponseChart;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Writes {@code report.html}: one file that opens offline, has no script and loads nothing. */
public final class HtmlReport {
    private static final int SESSIONS_UNFOLDED = 20;

    private final RunReport report;
    private final PointSample sample;
    private final BandSamples bands;
    private final Markup out = new Markup();
    private final ReportTables tables;

    private HtmlReport(RunReport report, PointSample sample, BandSamples bands) {
        this.report = report;
        this.sample = sample;
        this.bands = bands;
        this.tables = new ReportTables(out, report);
    }

    /**
     * Writes the report.
     *
     * @param points all timings of the run, in any order; read once
     * @param bands samples of metrics with bands
     * @param writer of UTF-8; stays open
     */
    public static void write(RunReport report, Iterable<TimingPoint> points, BandSamples bands, Writer writer)
            throws IOException {
        writer.write(page(report, points, bands, "report.css"));
    }

    /** The page with a style sheet of this package; well-formed as XML but for its document type. */
    static String page(RunReport report, Iterable<TimingPoint> points, BandSamples bands, String styles)
            throws IOException {
        return new HtmlReport(report, PointSample.of(points, ResponseChart.LIMIT), bands).page(styles);
    }

    private String page(String styles) throws IOException {
        out.open("html", "lang", "en").open("head");
        out.leaf("meta", "charset", "utf-8");
        out.leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.leaf("meta", "name", "color-scheme", "content", "light dark");
        out.element("title", report.run().title() + " · Deskmeter report");
        out.style(resource(styles));
        out.close().open("body");
        head();
        out.open("main");
        tiles();
        if (!report.expectations().isEmpty()) {
            section("What was expected", tables::expectations);
        }
        percentiles();
        ReportAppendix appendix = new ReportAppendix(out, report, tables);
        section("Load points", tables::loadPoints);
        EndingsTable account = new EndingsTable(out, report);
        if (!account.isEmpty()) {
            section("What was planned, and how it ended", account::write);
        }
        if (!report.metrics().isEmpty()) {
            section("Metrics", new MetricTables(out, report)::metrics);
        }
        bands.panels().forEach(panel -> section(panel.metric().title(), new BandSection(out, report, panel)::write));
        if (appendix.hasGestures()) {
            section("Gestures", appendix::gestures);
        }
        section("Responses over time", this::responses);
        section("Resources and cost of the measurement", this::resources);
        section("Operations", this::operations);
        section("Sessions", this::sessions);
        section("Can it be trusted?", appendix::validity);
        section("Test configuration", appendix::configuration);
        CalibrationInfo calibration = report.calibration();
        if (calibration != null) {
            section("Calibration", () -> calibration.show(out));
        }
        section("Environment", appendix::environment);
        out.close();
        out.element(
                "footer",
                "Deskmeter · run " + report.run().id() + " · percentiles by nearest rank from raw timings, intervals"
                        + " by a two-stage bootstrap over sessions; the same figures are in report.json, every timing in timings.csv, every sample of a metric in"
                        + " samples.csv");
        out.close().close();
        return out.toString();
    }

    private void head() {
        RunReport.Run run = report.run();
        out.open("header").open("div", "class", "inner");
        out.element("p", "Deskmeter report", "class", "eyebrow");
        out.element("h1", run.title());
        out.element(
                "p",
                run.profile() + " · " + run.mode() + " · " + Format.instant(run.startedAt()) + duration(run),
                "class",
                "meta");
        if (!report.verdict().valid()) {
            out.open("div", "class", "invalid", "role", "alert");
            out.element("strong", "This run is invalid; its figures must not be used.")
                    .open("ul");
            report.verdict().reasons().forEach(reason -> out.element("li", reason));
            out.close().close();
        }
        out.element("p", report.verdict().sentence(), "class", "sentence");
        if (report.verdict().valid() && !report.verdict().remarks().isEmpty()) {
            out.open("ul", "class", "meta");
            report.verdict().remarks().forEach(remark -> out.element("li", remark));
            out.close();
        }
        Double perCore = report.verdict().sessionsPerCore();
        if (perCore != null) {
            out.element("p", String.format(Locale.ROOT, "%.1f sessions per processor core.", perCore), "class", "meta");
        }
        out.close().close();
    }

    private static String duration(RunReport.Run run) {
        Instant end = run.endedAt();
        return end == null ? "" : " · took " + Format.duration(Duration.between(run.startedAt(), end));
    }

    private void tiles() {
        Integer capacity = report.verdict().capacity();
        Interval interval = report.verdict().capacityInterval();
        out.open("section", "class", "tiles", "aria-label", "Key figures");
        tile(
                "Capacity",
                capacity == null ? Format.NONE : Format.sessions(capacity),
                interval == null ? "not found" : "interval " + sessions(interval));
        report.decisive().ifPresent(point -> {
            String at = "at " + Format.sessions(point.sessions());
            tile(point, Group.A);
            tile(point, Group.B);
            tile("Desktops within thresholds", point.desktopsWithinThresholds() + " of " + point.sessions(), at);
            processor(point, at);
        });
        out.close();
    }

    /**
     * Nothing is known of hosts on which no agent runs: then the host of the client agents with the highest usage is
     * shown, the one that validity checks.
     */
    private void processor(LoadPoint point, String at) {
        LoadPoint.Harness harness = point.harness();
        boolean ofHosts =
                !Double.isNaN(harness.cpuPct()) || harness.generatorHost().isEmpty();
        tile(
                "Harness processor",
                Format.percent(ofHosts ? harness.cpuPct() : harness.generatorCpuPct()),
                ofHosts
                        ? at + ", host " + Format.percent(point.resources().cpuPct())
                        : at + ", generator " + harness.generatorHost() + " "
                                + Format.percent(harness.generatorHostCpuPct()));
    }

    private void tile(LoadPoint point, Group group) {
        GroupFigures figures = point.figures(group);
        double threshold = report.thresholds().getOrDefault(group, Double.NaN);
        tile(
                "p95 of group " + group,
                Format.millis(figures.p95Ms()),
                "at " + Format.sessions(point.sessions()) + ", threshold " + Format.millis(threshold));
    }

    private void tile(String name, String figure, String note) {
        out.open("div", "class", "tile").element("p", name, "class", "name");
        out.element("p", figure, "class", "figure")
                .element("p", note, "class", "meta")
                .close();
    }

    private static String sessions(Interval interval) {
        return Double.isInfinite(interval.high())
                ? (long) interval.low() + " or more"
                : (long) interval.low() + " to " + (long) interval.high();
    }

    private void percentiles() {
        if (report.loadPoints().isEmpty()) {
            section("95th percentile over sessions", () -> out.element("p", "No load point was measured."));
            return;
        }
        section("95th percentile over sessions", () -> {
            out.open("div", "class", "pair");
            for (Group group : List.of(Group.A, Group.B)) {
                figure(
                        group == Group.A ? "Group A, interactive" : "Group B, open and save",
                        () -> PercentileChart.draw(out, report, group));
            }
            out.close();
            out.element(
                    "p",
                    "Solid: p95 with its 95 % interval. Dot: passed. Cross: failed. Open circle: uncertain or not judged. Thin: p50."
                            + " Shaded: the interval of the capacity.",
                    "class",
                    "legend");
        });
    }

    private void responses() {
        figure("", () -> ResponseChart.draw(out, report, sample));
        String shown = sample.shown() < sample.total()
                ? "A random " + Format.count(sample.shown()) + " of " + Format.count(sample.total())
                        + " operations are drawn, failures in preference; all are in timings.csv."
                : "All " + Format.count(sample.total()) + " operations are drawn.";
        String skipped = sample.neverStarted() == 0
                ? ""
                : " " + Format.count(sample.neverStarted()) + " more never started and have no place in time.";
        out.open("p", "class", "legend");
        for (String group : List.of("A", "B", "C")) {
            out.element("span", "", "class", "key " + group.toLowerCase(Locale.ROOT))
                    .text(" group " + group);
        }
        out.close();
        out.element(
                "p",
                shown + skipped + " " + Format.count(sample.totalFailed())
                        + " failed. Pale: first and last iterations, which do not count.",
                "class",
                "legend");
    }

    private void resources() {
        boolean sampled = report.loadPoints().stream()
                .anyMatch(p -> Double.isFinite(p.resources().cpuPct()));
        if (!sampled) {
            out.element("p", "No resources were sampled.");
            return;
        }
        out.open("div", "class", "pair");
        figure("Processor", () -> ResourceChart.cpu(out, report.loadPoints()));
        figure("Memory", () -> ResourceChart.memory(out, report.loadPoints()));
        out.close();
        out.open("p", "class", "legend");
        out.element("span", "", "class", "key host").text(" host, mean and highest");
        out.element("span", "", "class", "key harness").text(" harness (Deskmeter's own processes)");
        out.close();
        tables.resources();
    }

    private void operations() {
        tables.operationsOverview();
        for (LoadPoint point : report.loadPoints()) {
            boolean shown = report.decisive()
                    .filter(decisive -> decisive.index() == point.index())
                    .isPresent();
            out.details(
                    "Details at " + Format.sessions(point.sessions()) + ", load point " + point.index(),
                    shown,
                    () -> tables.operations(point));
        }
    }

    private void sessions() {
        tables.logons();
        for (LoadPoint point : report.loadPoints()) {
            boolean shown = report.decisive()
                    .map(LoadPoint::index)
                    .filter(i -> i == point.index())
                    .isPresent();
            out.details(
                    "Each session at " + Format.sessions(point.sessions()) + ", load point " + point.index(),
                    shown && point.sessions() <= SESSIONS_UNFOLDED,
                    () -> tables.sessions(point.index()));
        }
    }

    private void section(String title, Runnable content) {
        out.open("section").element("h2", title);
        content.run();
        out.close();
    }

    private void figure(String caption, Runnable chart) {
        out.open("figure");
        if (!caption.isEmpty()) {
            out.element("figcaption", caption);
        }
        chart.run();
        out.close();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "resource: " + name + " (expected: beside " + HtmlReport.class.getName() + ")");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
