package io.deskmeter.sound.analysis;

import java.util.Arrays;

/**
 * A line through points that outliers do not move: its slope is the median of the slopes between all pairs of points
 * (Theil, 1950; Sen, 1968).
 *
 * @param slope of the line
 * @param slopeUncertainty half of the 95 % interval of the slope, from the spread of the residuals
 * @param deviation standard deviation of the residuals
 */
public record Line(double slope, double slopeUncertainty, double deviation) {
    private static final double TWO_SIDED_95 = 1.96;
    /** The slope by medians varies a little more than that by least squares. */
    private static final double LESS_EFFICIENT = 1.1;

    /** Through at least three points. */
    public static Line through(double[] x, double[] y) {
        double slope = median(slopes(x, y));
        double[] residuals = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            residuals[i] = y[i] - slope * x[i];
        }
        double middle = median(residuals.clone());
        double square =
                Arrays.stream(residuals).map(r -> (r - middle) * (r - middle)).sum();
        double deviation = Math.sqrt(square / (x.length - 2));
        double mean = Arrays.stream(x).average().orElse(0);
        double spread = Math.sqrt(
                Arrays.stream(x).map(each -> (each - mean) * (each - mean)).sum());
        return new Line(slope, TWO_SIDED_95 * LESS_EFFICIENT * deviation / spread, deviation);
    }

    private static double[] slopes(double[] x, double[] y) {
        double[] slopes = new double[x.length * (x.length - 1) / 2];
        int next = 0;
        for (int i = 1; i < x.length; i++) {
            for (int j = 0; j < i; j++) {
                slopes[next++] = (y[i] - y[j]) / (x[i] - x[j]);
            }
        }
        return slopes;
    }

    /** Sorts the values, of which there is at least one. */
    static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
