package io.deskmeter.measure.search;

import java.util.List;

/**
 * What a few noisy points tell about where the load breaks a threshold. Near the knee the logarithm of a p95 is taken
 * as a straight line over the logarithm of the sessions, fitted by weighted least squares with a weak prior on its
 * slope. A point weighs less the less sure its p95 is, the farther it is from the knee (there the line is no longer
 * straight), and the less it agrees with the rest (Student weights, so that one disturbed point does not draw the
 * line).
 *
 * @param knee sessions at which the line crosses the threshold, not a whole number
 * @param logSd standard deviation of the logarithm of {@code knee}: about its relative error
 * @param slope of log p95 over log sessions at the knee
 */
record LoadCurve(double knee, double logSd, double slope) {
    /** Replaces the standard deviation if the knee is known to be between two sizes. */
    static final double DECIDED = 1e-3;

    /**
     * The assumed slope of log p95 over log sessions without measurements: 1 far below saturation, 10 and more beyond
     * it.
     */
    static final double PRIOR_SLOPE = 4;

    private static final double PRIOR_SLOPE_SD = 3;

    /** A curve is taken to rise at least so much: log p95 over log sessions. */
    static final double LEAST_SLOPE = 0.7;

    /** How far the line is off at a distance of 1 in log sessions, as a standard deviation; grows with the square. */
    private static final double BEND = 7;

    /** Degrees of freedom of the Student weights. */
    private static final double FREEDOM = 3;

    /** How many points the stated uncertainties are worth, against what the points show of it. */
    private static final double BELIEF = 4;

    /** Most that one point may add to the doubt: three standard deviations. */
    private static final double MOST_SQUARE = 9;

    private static final int ROUNDS = 12;

    /**
     * One point.
     *
     * @param sessions of the load point
     * @param excess log of (p95 / threshold) of the group that is furthest: negative is within
     * @param sd standard deviation of {@code excess}, as far as its own timings tell
     * @param luck standard deviation of the load that the point really had, as a share of it
     */
    record Point(int sessions, double excess, double sd, double luck) {
        /** Of {@code excess}, where log p95 rises so much over log sessions. */
        double variance(double slope) {
            return sd * sd + luck * luck * slope * slope;
        }
    }

    /** Before anything was timed. */
    static LoadCurve unknown(double start) {
        return new LoadCurve(start, 1, PRIOR_SLOPE);
    }

    /**
     * Fits the curve.
     *
     * @param points at least one, finite
     * @param start a first idea of the knee, above 0
     */
    static LoadCurve fit(List<Point> points, double start) {
        double centre = Math.log(start);
        double level = 0;
        double slope = PRIOR_SLOPE;
        LoadCurve curve = unknown(start);
        for (int round = 0; round < ROUNDS; round++) {
            Sums sums = new Sums();
            for (Point point : points) {
                double x = Math.log(point.sessions()) - centre;
                double variance = variance(point, x, slope);
                double residual = round == 0 ? 0 : point.excess() - level - slope * x;
                double weight = (FREEDOM + 1) / (FREEDOM + residual * residual / variance) / variance;
                sums.add(x, point.excess(), weight);
            }
            sums.addSlopePrior();
            slope = Math.max(LEAST_SLOPE, sums.slope());
            level = sums.level(slope);
            // A line is used only slightly beyond its points.
            double shift = Math.max(-0.7, Math.min(0.7, -level / slope));
            curve = new LoadCurve(
                    Math.exp(centre + shift),
                    doubt(points, centre, level, slope) * Math.sqrt(sums.varianceAt(shift)) / slope,
                    slope);
            centre += shift;
            level += slope * shift;
        }
        return curve;
    }

    /** Points that disagree more than they should make the answer less sure. Never less than 1. */
    private static double doubt(List<Point> points, double centre, double level, double slope) {
        double squares = BELIEF;
        double freedom = BELIEF - 2;
        for (Point point : points) {
            double x = Math.log(point.sessions()) - centre;
            double variance = variance(point, x, slope);
            double bend = BEND * x * x;
            // Those far away fit by definition, and say nothing.
            double near = 1 - bend * bend / variance;
            double residual = point.excess() - level - slope * x;
            squares += near * Math.min(MOST_SQUARE, residual * residual / variance);
            freedom += near;
        }
        return Math.sqrt(Math.max(1, squares / Math.max(BELIEF, freedom)));
    }

    private static double variance(Point point, double x, double slope) {
        double bend = BEND * x * x;
        return point.variance(slope) + bend * bend;
    }

    /** The normal equations of a straight line. */
    private static final class Sums {
        private double w;
        private double wx;
        private double wy;
        private double wxx;
        private double wxy;

        void add(double x, double y, double weight) {
            w += weight;
            wx += weight * x;
            wy += weight * y;
            wxx += weight * x * x;
            wxy += weight * x * y;
        }

        void addSlopePrior() {
            double weight = 1 / (PRIOR_SLOPE_SD * PRIOR_SLOPE_SD);
            wxx += weight;
            wxy += weight * PRIOR_SLOPE;
        }

        double slope() {
            return (w * wxy - wx * wy) / determinant();
        }

        double level(double slope) {
            return (wy - slope * wx) / w;
        }

        double varianceAt(double x) {
            return (wxx - 2 * x * wx + x * x * w) / determinant();
        }

        private double determinant() {
            return w * wxx - wx * wx;
        }
    }
}
