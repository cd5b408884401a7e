package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.evidence.Markup;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The part of the report on one metric with bands: over the time of the run, of the worst sessions, over load points,
 * and why samples are unknown.
 */
public final class BandSection {
    private static final int WIDE = 1040;
    private static final int WIDE_HEIGHT = 340;
    private static final int SMALL = 500;
    private static final int SMALL_HEIGHT = 260;
    private static final int REASONS = 5;

    private final Markup out;
    private final RunReport report;
    private final BandPanel panel;

    public BandSection(Markup out, RunReport report, BandPanel panel) {
        this.out = out;
        this.report = report;
        this.panel = panel;
    }

    public void write() {
        if (panel.values().seen() + panel.marks().seen() + panel.reasons().size() == 0) {
            out.element("p", "No samples came.");
            return;
        }
        overTime();
        sessions();
        shares();
        reasons();
    }

    private void overTime() {
        figure(
                "All sessions",
                new BandChart.Content(
                        panel.metric().title() + ", over the time of the run",
                        WIDE,
                        WIDE_HEIGHT,
                        report.run().startedAt(),
                        report.run().startedAt(),
                        end(),
                        "time since the start of the run (min:s)",
                        report.loadPoints(),
                        panel.values().drawn(),
                        panel.marks().drawn(),
                        false));
        legend("Each dot is one sample of " + panel.metric().id() + ". Shaded: " + bandWords()
                + ". Marks below the chart: " + markWords() + ". Pale: what does not count.");
        String marks = panel.marks().seen() == 0 ? "" : " " + drawn("marks", panel.marks());
        legend(drawn("samples", panel.values()) + marks + outside() + unplaced());
    }

    private Instant end() {
        Instant end = report.run().endedAt();
        List<LoadPoint> points = report.loadPoints();
        return end != null
                ? end
                : points.isEmpty()
                        ? report.run().startedAt().plusSeconds(1)
                        : points.get(points.size() - 1).endedAt();
    }

    private String bandWords() {
        return panel.metric().bands().stream()
                .map(band -> BandChart.words(band, panel.metric().unit()))
                .collect(Collectors.joining("; "));
    }

    private String markWords() {
        String unknown = "in grey, samples that are unknown";
        return panel.events().isEmpty()
                ? unknown
                : panel.events().stream().map(event -> event.id() + " above 0").collect(Collectors.joining(", ")) + "; "
                        + unknown;
    }

    private static String drawn(String what, Reservoir<SamplePoint> some) {
        int drawn = some.drawn().size();
        return drawn < some.seen()
                ? "A random " + Format.count(drawn) + " of " + Format.count(some.seen()) + " " + what
                        + " are drawn; all are in samples.csv."
                : "All " + Format.count(drawn) + " " + what + " are drawn.";
    }

    private String outside() {
        boolean any = panel.values().drawn().stream()
                .anyMatch(point ->
                        point.sample().value() < panel.low() || point.sample().value() > panel.high());
        return any ? " Hollow dots at the edge are further out." : "";
    }

    private String unplaced() {
        return panel.unplaced() == 0
                ? ""
                : " " + Format.count(panel.unplaced())
                        + " more have no place in time, since their timings are missing.";
    }

    private void sessions() {
        LoadPoint point = report.loadPoints().stream()
                .filter(one -> one.index() == panel.loadPoint())
                .findFirst()
                .orElse(null);
        if (point == null || panel.worst().isEmpty()) {
            return;
        }
        int all = Math.max(point.sessions(), panel.worst().size());
        out.element(
                "h3",
                all > panel.worst().size()
                        ? "The worst " + panel.worst().size() + " of " + Format.sessions(all)
                        : "Each session at " + Format.sessions(point.sessions()));
        out.open("div", "class", "pair");
        panel.worst().forEach(session -> session(session, point));
        out.close();
        boolean cut = panel.worst().stream().anyMatch(session -> session.drawn() < session.all());
        legend("Load point " + point.index() + ". Bars: the uncertainty of a sample."
                + (cut
                        ? " Only the first " + Format.count(BandSession.DRAWN) + " samples of a session are drawn."
                        : ""));
    }

    private void session(BandSession session, LoadPoint point) {
        figure(
                "Session " + session.number(),
                new BandChart.Content(
                        panel.metric().title() + ", session " + session.number(),
                        SMALL,
                        SMALL_HEIGHT,
                        point.startedAt(),
                        session.from(),
                        session.to(),
                        "time since the start of the load point (min:s)",
                        List.of(),
                        session.values(),
                        session.marks(),
                        true));
    }

    private void shares() {
        BandShares shares = new BandShares(out, report, panel);
        if (shares.isEmpty()) {
            return;
        }
        out.element("h3", "Load points");
        out.open("figure");
        shares.chart();
        out.close();
        shares.table();
        legend(
                "A sample counts in the narrowest band that it lies in. An operation that failed counts as often as the longest one that was answered has samples.");
    }

    private void reasons() {
        if (panel.reasons().isEmpty()) {
            return;
        }
        int unknown = panel.reasons().stream().mapToInt(Map.Entry::getValue).sum();
        out.element("h3", "Unknown samples of " + panel.metric().id() + " (" + Format.count(unknown) + ")");
        out.open("ul");
        panel.reasons().stream()
                .limit(REASONS)
                .forEach(reason -> out.element("li", Format.count(reason.getValue()) + " × " + reason.getKey()));
        out.close();
        if (panel.reasons().size() > REASONS) {
            legend(Format.count(panel.reasons().size() - REASONS) + " more reasons are in samples.csv.");
        }
    }

    private void figure(String caption, BandChart.Content content) {
        out.open("figure").element("figcaption", caption);
        BandChart.draw(out, panel, content);
        out.close();
    }

    private void legend(String text) {
        out.element("p", text, "class", "legend");
    }
}
