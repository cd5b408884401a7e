package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.Band;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Samples of a metric over time, with its bands as areas. Below them is a lane for each metric that tells of events,
 * and one for what is unknown.
 */
final class BandChart {
    private static final double LANE = 15;
    private static final double GAP = 10;
    private static final double DOT = 2.3;
    private static final double NARROWEST = 2;
    private static final double NOTE_HEIGHT = 13;

    private final BandPanel panel;
    private final Content content;
    private final Plot plot;
    private final double floor;
    private final Scale x;
    private final Scale y;

    /**
     * What a chart shows.
     *
     * @param origin instant from which the axis counts
     * @param from instant at its left edge
     * @param to instant at its right edge
     * @param axis name of the axis of time
     * @param points load points whose beginnings are marked
     * @param values known samples of the metric
     * @param marks unknown samples, and those that tell of an event
     * @param uncertainty whether it is drawn
     */
    record Content(
            String title,
            int width,
            int height,
            Instant origin,
            Instant from,
            Instant to,
            String axis,
            List<LoadPoint> points,
            List<SamplePoint> values,
            List<SamplePoint> marks,
            boolean uncertainty) {}

    private BandChart(Markup out, BandPanel panel, Content content) {
        this.panel = panel;
        this.content = content;
        this.plot = new Plot(out, content.width(), content.height(), content.title());
        this.floor = plot.bottom - (panel.events().size() + 1) * LANE - GAP;
        this.x = Scale.linear(seconds(content.from()), seconds(content.to()), Plot.LEFT, plot.right);
        this.y = Scale.linear(panel.low(), panel.high(), floor, Plot.TOP);
    }

    static void draw(Markup out, BandPanel panel, Content content) {
        new BandChart(out, panel, content).draw();
    }

    private void draw() {
        bands();
        plot.yAxis(y, y.ticks(5), value -> Format.value(panel.metric().unit(), value));
        for (int lane = 0; lane <= panel.events().size(); lane++) {
            plot.line("grid", Plot.LEFT, top(lane) + LANE, plot.right, top(lane) + LANE);
            plot.label("tick", Plot.LEFT - 8, top(lane) + LANE - 4, "end", name(lane));
        }
        plot.xAxis(
                x,
                x.timeTicks(content.width() / 75),
                second -> Format.duration(Duration.ofSeconds((long) second)),
                content.axis());
        content.points().forEach(this::loadPoint);
        content.marks().forEach(this::mark);
        content.values().forEach(this::value);
        bandNames();
        plot.end();
    }

    private double seconds(Instant instant) {
        return Duration.between(content.origin(), instant).toMillis() / 1000.0;
    }

    private void bands() {
        List<Band> bands = panel.metric().bands();
        for (int i = bands.size() - 1; i >= 0; i--) {
            double top = y.at(bands.get(i).high());
            plot.out
                    .open(
                            "rect",
                            "class",
                            "band n" + i,
                            "x",
                            Plot.LEFT,
                            "y",
                            top,
                            "width",
                            plot.right - Plot.LEFT,
                            "height",
                            y.at(bands.get(i).low()) - top)
                    .element("title", words(bands.get(i), panel.metric().unit()))
                    .close();
        }
    }

    /** {@code good: −60 to 40 ms (EBU R37)}. */
    static String words(Band band, String unit) {
        return band.title() + ": " + Format.value(unit, band.low()) + " to " + Format.value(unit, band.high()) + " ("
                + band.source() + ")";
    }

    /**
     * At the edges by which bands differ, where there is room between them: the lower ones, or the upper ones of bands
     * that begin alike.
     */
    private void bandNames() {
        List<Band> bands = panel.metric().bands();
        boolean alike = bands.stream().mapToDouble(Band::low).distinct().count() < bands.size();
        double free = Double.POSITIVE_INFINITY;
        for (int i = 0; i < bands.size(); i++) {
            Band band = bands.get(alike ? i : bands.size() - 1 - i);
            double at = alike ? Math.max(Plot.TOP, y.at(band.high())) + NOTE_HEIGHT : y.at(band.low()) - 3;
            if (at <= free) {
                plot.label("note", Plot.LEFT + 5, at, "start", band.title());
                free = at - NOTE_HEIGHT;
            }
        }
    }

    private double top(int lane) {
        return floor + GAP + lane * LANE;
    }

    /** The last word of an id says what it is: {@code dropout}, {@code freeze}. */
    private String name(int lane) {
        return lane == panel.events().size()
                ? "unknown"
                : panel.events().get(lane).id().replaceFirst(".*-", "");
    }

    private void loadPoint(LoadPoint point) {
        double from = x.at(seconds(point.startedAt()));
        double to = x.at(seconds(point.endedAt()));
        plot.line("edge", from, Plot.TOP, from, floor);
        plot.line("edge", to, Plot.TOP, to, floor);
        String wide = Format.sessions(point.sessions());
        String label = to - from > 7 * wide.length() ? wide : Format.count(point.sessions());
        if (to - from > 7 * label.length()) {
            plot.label("note", (from + to) / 2, Plot.TOP - 9, "middle", label);
        }
    }

    private void value(SamplePoint point) {
        Sample sample = point.sample();
        double at = x.at(seconds(at(point)));
        if (content.uncertainty()) {
            plot.line(
                    "whisker" + aside(point),
                    at,
                    y.at(sample.value() - sample.uncertainty()),
                    at,
                    y.at(sample.value() + sample.uncertainty()));
        }
        boolean outside = sample.value() < y.low() || sample.value() > y.high();
        plot.dot("second" + (outside ? " outside" : "") + aside(point), at, y.at(sample.value()), DOT, title(point));
    }

    private void mark(SamplePoint point) {
        Sample sample = point.sample();
        double from = x.at(seconds(at(point)));
        double to = x.at(seconds(at(point).plusNanos(sample.to() - sample.from())));
        plot.out
                .open(
                        "rect",
                        "class",
                        (sample.isKnown() ? "event" : "unknown") + aside(point),
                        "x",
                        from,
                        "y",
                        top(lane(sample)) + 2,
                        "width",
                        Math.max(NARROWEST, to - from),
                        "height",
                        LANE - 4)
                .element("title", title(point))
                .close();
    }

    private int lane(Sample sample) {
        List<String> ids = panel.events().stream().map(MetricInfo::id).toList();
        int lane = ids.indexOf(sample.metric());
        return lane < 0 ? ids.size() : lane;
    }

    private static String aside(SamplePoint point) {
        return point.steady() ? "" : " aside";
    }

    private static Instant at(SamplePoint point) {
        return Objects.requireNonNull(point.at(), "placed in time");
    }

    private String title(SamplePoint point) {
        Sample sample = point.sample();
        MetricInfo metric = panel.events().stream()
                .filter(event -> event.id().equals(sample.metric()))
                .findFirst()
                .orElse(panel.metric());
        String value = sample.isKnown()
                ? Format.value(metric.unit(), sample.value()) + " ± "
                        + Format.value(metric.unit(), sample.uncertainty())
                : "unknown: " + sample.unknown();
        return metric.id() + " " + value + " · session " + sample.session()
                + (point.steady() ? "" : " (does not count)");
    }
}
