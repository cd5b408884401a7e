package io.deskmeter.bench.pages;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statistics of figures. Pure functions. */
final class FigureStatistics {
    /**
     * Of the normal distribution, for a 95 % interval. With ten or more points the difference from Student's
     * distribution is small.
     */
    private static final double TWO_SIDED_95 = 1.96;

    private FigureStatistics() {}

    /**
     * A straight line through points, by least squares.
     *
     * @param perUnit its slope, per unit of x
     * @param plusMinus half of the slope's 95 % interval; NaN for fewer than three points
     */
    record Line(double perUnit, double plusMinus) {}

    /** The line through points (x, y), with the uncertainty of its slope from the points' distances to it. */
    static Line line(List<double[]> points) {
        int n = points.size();
        double meanX = points.stream().mapToDouble(p -> p[0]).average().orElse(Double.NaN);
        double meanY = points.stream().mapToDouble(p -> p[1]).average().orElse(Double.NaN);
        double xx = 0;
        double xy = 0;
        for (double[] p : points) {
            xx += (p[0] - meanX) * (p[0] - meanX);
            xy += (p[0] - meanX) * (p[1] - meanY);
        }
        double slope = xy / xx;
        double rest = 0;
        for (double[] p : points) {
            double off = p[1] - meanY - slope * (p[0] - meanX);
            rest += off * off;
        }
        return new Line(slope, n < 3 ? Double.NaN : TWO_SIDED_95 * Math.sqrt(rest / (n - 2) / xx));
    }

    /** The nearest rank's value; NaN of none. */
    static double quantile(List<Double> values, double share) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    /** A row of a table: count, minimum, median, maximum, in milliseconds. */
    static Map<String, @Nullable Object> row(String what, List<Double> millis) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("what", what);
        row.put("times", millis.size());
        row.put("minMs", round(quantile(millis, 0)));
        row.put("medianMs", round(quantile(millis, 0.5)));
        row.put("maxMs", round(quantile(millis, 1)));
        return row;
    }

    static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
