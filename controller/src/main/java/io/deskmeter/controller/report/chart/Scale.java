package io.deskmeter.controller.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to coordinates; values outside are drawn at the edge.
 *
 * @param low smallest value
 * @param high largest value
 * @param from coordinate of {@code low}
 * @param to coordinate of {@code high}
 * @param logarithmic true: {@code low} must be positive
 */
record Scale(double low, double high, double from, double to, boolean logarithmic) {
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double[] SECONDS = {1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400};

    static Scale linear(double low, double high, double from, double to) {
        return new Scale(low, high > low ? high : low + 1, from, to, false);
    }

    static Scale logarithmic(double low, double high, double from, double to) {
        return new Scale(low, high, from, to, true);
    }

    /** Coordinate of a value. */
    double at(double value) {
        double inside = Math.min(high, Math.max(low, value));
        double share = logarithmic ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
        return from + share * (to - from);
    }

    /** About this number of round values, or the powers of ten of a logarithmic scale. */
    List<Double> ticks(int about) {
        return logarithmic ? powersOfTen() : multiples(roundStep((high - low) / about));
    }

    /** At most this number of round times, for a scale in seconds. */
    List<Double> timeTicks(int atMost) {
        for (double step : SECONDS) {
            if ((high - low) / step <= atMost) {
                return multiples(step);
            }
        }
        return multiples(roundStep((high - low) / atMost));
    }

    /** A round value without needless decimals. */
    static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Float.toString((float) value);
    }

    private static double roundStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double step : STEPS) {
            if (step * power >= rough * 0.999) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private List<Double> multiples(double step) {
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private List<Double> powersOfTen() {
        List<Double> ticks = new ArrayList<>();
        for (double tick = Math.pow(10, Math.ceil(Math.log10(low) - 1e-9)); tick <= high * 1.000001; tick *= 10) {
            ticks.add(tick);
        }
        return ticks;
    }
}
