package io.deskmeter.controller.samples;

import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.measure.timing.Sample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;

/** The samples of one metric of a run in columns, by session and sequence. Filled by one thread. */
final class MetricValues {
    /** In place of an instant that there is none of. */
    static final long NO_INSTANT = Long.MIN_VALUE;

    private static final int BEGIN = 1024;

    private int[] sessions = new int[BEGIN];
    private int[] loadPoints = new int[BEGIN];
    private boolean[] steady = new boolean[BEGIN];
    private long[] micros = new long[BEGIN];
    private double[] values = new double[BEGIN];
    private int size;

    void add(SamplePoint point) {
        if (size == sessions.length) {
            grow();
        }
        Sample sample = point.sample();
        Instant at = point.at();
        sessions[size] = sample.session();
        loadPoints[size] = point.loadPoint();
        steady[size] = point.steady();
        micros[size] = at == null ? NO_INSTANT : ChronoUnit.MICROS.between(Instant.EPOCH, at);
        values[size] = sample.value();
        size++;
    }

    private void grow() {
        int more = size + size / 2;
        sessions = Arrays.copyOf(sessions, more);
        loadPoints = Arrays.copyOf(loadPoints, more);
        steady = Arrays.copyOf(steady, more);
        micros = Arrays.copyOf(micros, more);
        values = Arrays.copyOf(values, more);
    }

    int size() {
        return size;
    }

    int session(int row) {
        return sessions[row];
    }

    /** From 1; 0 outside of any. */
    int loadPoint(int row) {
        return loadPoints[row];
    }

    boolean steady(int row) {
        return steady[row];
    }

    /** Microseconds since the epoch. */
    long micros(int row) {
        return micros[row];
    }

    /** NaN where it is unknown. */
    double value(int row) {
        return values[row];
    }

    boolean known(int row) {
        return !Double.isNaN(values[row]);
    }

    /** The last load point that has steady samples, 0 where there is none. */
    int lastSteadyPoint() {
        int last = 0;
        for (int row = 0; row < size; row++) {
            last = steady[row] ? Math.max(last, loadPoints[row]) : last;
        }
        return last;
    }
}
