package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.report.BandCounts;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.Band;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The samples of one metric with bands, and of the metrics of the same operations that tell of events. Holds a bounded
 * part of them, whatever comes.
 */
public final class BandPanel {
    /** Values that the chart of the run draws. */
    static final int VALUES = 4_000;
    /** Events and unknown samples that it draws. */
    static final int MARKS = 2_000;
    /** Sessions that have a chart of their own. */
    static final int SESSIONS = 6;

    private static final double MARGIN = 0.08;

    private final MetricInfo metric;
    private final List<MetricInfo> events;
    private final int loadPoint;
    private final BandCounts.Counter counter;
    private final Reservoir<SamplePoint> values = new Reservoir<>(VALUES);
    private final Reservoir<SamplePoint> marks = new Reservoir<>(MARKS);
    private final Map<String, Integer> reasons = new HashMap<>();
    private final List<BandSession> worst = new ArrayList<>();
    private BandSession current = new BandSession(-1);
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;
    private int unplaced;

    /** @param loadPoint whose sessions have charts of their own; 0 for none */
    BandPanel(MetricInfo metric, List<MetricInfo> events, int loadPoint) {
        this.metric = metric;
        this.events = List.copyOf(events);
        this.loadPoint = loadPoint;
        this.counter = new BandCounts.Counter(metric.bands());
    }

    /** The next sample; those of a session come one after the other. */
    void add(SamplePoint point) {
        Sample sample = point.sample();
        boolean own = sample.metric().equals(metric.id());
        if (!own && events.stream().noneMatch(event -> event.id().equals(sample.metric()))) {
            return;
        }
        if (own) {
            count(point);
        }
        if (point.at() == null) {
            unplaced++;
            return;
        }
        draw(point, own);
    }

    private void count(SamplePoint point) {
        Sample sample = point.sample();
        if (!sample.isKnown()) {
            reasons.merge(sample.unknown(), 1, Integer::sum);
            return;
        }
        lowest = Math.min(lowest, sample.value());
        highest = Math.max(highest, sample.value());
        if (point.steady()) {
            counter.add(point.loadPoint(), sample.value());
        }
    }

    private void draw(SamplePoint point, boolean own) {
        Sample sample = point.sample();
        boolean value = own && sample.isKnown();
        boolean mark = !sample.isKnown() || (!own && sample.value() > 0);
        if (value) {
            values.offer(point);
        } else if (mark) {
            marks.offer(point);
        }
        if (loadPoint > 0 && point.loadPoint() == loadPoint && (value || mark)) {
            if (current.number() != sample.session()) {
                end();
                current = new BandSession(sample.session());
            }
            current.add(point, value, mark || !metric.bands().get(0).contains(sample.value()));
        }
    }

    /** No more samples of the session will come. */
    void end() {
        if (current.number() >= 0) {
            worst.add(current);
            worst.sort(Comparator.comparingInt(BandSession::bad).reversed().thenComparingInt(BandSession::number));
            if (worst.size() > SESSIONS) {
                worst.remove(SESSIONS);
            }
        }
        current = new BandSession(-1);
    }

    public MetricInfo metric() {
        return metric;
    }

    List<MetricInfo> events() {
        return events;
    }

    /** From 1; 0 for none. */
    int loadPoint() {
        return loadPoint;
    }

    List<BandCounts> counts() {
        return counter.counts();
    }

    Reservoir<SamplePoint> values() {
        return values;
    }

    /** Unknown samples, and those that tell of an event. */
    Reservoir<SamplePoint> marks() {
        return marks;
    }

    /** Why samples of the metric are unknown, and how many, the most frequent first. */
    List<Map.Entry<String, Integer>> reasons() {
        return reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    /** Sessions of the load point with the most seconds outside of the first band, with events, or unknown. */
    List<BandSession> worst() {
        return worst;
    }

    /** Samples that cannot be placed in time, since their timing is not stored. */
    int unplaced() {
        return unplaced;
    }

    private Band widest() {
        return metric.bands().get(metric.bands().size() - 1);
    }

    private double span() {
        return widest().high() - widest().low();
    }

    /**
     * The lower end of the axis: all values are in sight unless they are further from the bands than these are wide.
     */
    double low() {
        double least = widest().low() - span();
        return Math.max(least, Math.min(lowest, widest().low()) - MARGIN * span());
    }

    /** The upper end of the axis. */
    double high() {
        double most = widest().high() + span();
        return Math.min(most, Math.max(highest, widest().high()) + MARGIN * span());
    }
}
