package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.report.SamplePoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The samples of one session at a load point: the first ones, and how many there are. */
final class BandSession {
    /** Samples of a session that are drawn. */
    static final int DRAWN = 900;

    private final int number;
    private final List<SamplePoint> values = new ArrayList<>();
    private final List<SamplePoint> marks = new ArrayList<>();
    private int all;
    private int bad;

    /** @param number of the session, below 0 for none */
    BandSession(int number) {
        this.number = number;
    }

    void add(SamplePoint point, boolean value, boolean isBad) {
        all++;
        bad += isBad ? 1 : 0;
        if (values.size() + marks.size() < DRAWN) {
            (value ? values : marks).add(point);
        }
    }

    int number() {
        return number;
    }

    List<SamplePoint> values() {
        return values;
    }

    List<SamplePoint> marks() {
        return marks;
    }

    /** When the first sample that is drawn began. */
    Instant from() {
        return drawnOnes()
                .map(BandSession::begin)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** When the last one ended. */
    Instant to() {
        return drawnOnes()
                .map(point -> begin(point)
                        .plusNanos(point.sample().to() - point.sample().from()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Stream<SamplePoint> drawnOnes() {
        return Stream.concat(values.stream(), marks.stream());
    }

    private static Instant begin(SamplePoint point) {
        return Objects.requireNonNull(point.at(), "placed in time");
    }

    /** Samples that could be drawn. */
    int all() {
        return all;
    }

    /** Samples that are drawn. */
    int drawn() {
        return values.size() + marks.size();
    }

    /** Samples outside of the first band, unknown ones and events. */
    int bad() {
        return bad;
    }
}
