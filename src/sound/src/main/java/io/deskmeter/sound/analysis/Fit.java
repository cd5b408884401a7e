package io.deskmeter.sound.analysis;

/** How well a heard sound fits a part of the reference: their normalised correlation, −1 to 1. */
public final class Fit {
    private double product;
    private double squareHeard;
    private double squareReference;

    /** The highest of values, between them by a parabola. */
    public record Peak(double at, double value) {}

    /** Adds samples of both. */
    public void add(double[] heard, int from, int count, double[] reference, int at) {
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < count; i++) {
            double x = heard[from + i];
            double y = reference[at + i];
            xy += x * y;
            xx += x * x;
            yy += y * y;
        }
        product += xy;
        squareHeard += xx;
        squareReference += yy;
    }

    public double correlation() {
        return product / Math.sqrt(squareHeard * squareReference + 1e-12);
    }

    /** Of at least three values. */
    public static Peak peak(double[] values) {
        int best = 1;
        for (int i = 0; i < values.length; i++) {
            best = values[i] > values[best] ? i : best;
        }
        int middle = Math.max(1, Math.min(values.length - 2, best));
        double bend = values[middle - 1] - 2 * values[middle] + values[middle + 1];
        double shift = bend < 0 ? 0.5 * (values[middle - 1] - values[middle + 1]) / bend : 0;
        return new Peak(middle + Math.max(-1, Math.min(1, shift)), values[middle]);
    }
}
