package io.deskmeter.measure.statistics;

import io.deskmeter.workload.metric.Statistic;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Confidence intervals of quantiles and other statistics. Operations of one session are not independent of each other
 * (they share a desktop, its place on the machine, its moment), so sessions are drawn with replacement first, and then
 * as many operations of each drawn session as it has, again with replacement. The second stage gives a single session
 * an interval, too. Two-stage resampling of hierarchical data is described by A. C. Davison and D. V. Hinkley,
 * "Bootstrap Methods and their Application" (1997), section 3.8; the ends are quantiles of the resampled quantiles
 * (percentile interval, section 5.3 there).
 *
 * <p>An interval can never reach beyond what was measured: with few timings it is too narrow rather than too wide.
 *
 * @param resamples how often to draw; 1000 place the ends of a 95 % interval well enough
 * @param confidence share of repeated measurements whose interval should contain the true quantile, between 0 and 1
 */
public record Bootstrap(int resamples, double confidence) {
    /** 1000 resamples, 95 %. */
    public static final Bootstrap DEFAULT = new Bootstrap(1000, 0.95);

    public Bootstrap {
        if (resamples < 1) {
            throw new IllegalArgumentException("resamples: " + resamples + " (expected: >= 1)");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence: " + confidence + " (expected: between 0 and 1)");
        }
    }

    /**
     * The interval of a quantile.
     *
     * @param sessions the values of each session in any order; at least one value altogether
     * @param q from 0 to 1
     * @param seed equal seeds give equal intervals
     */
    public Interval interval(List<double[]> sessions, double q, long seed) {
        List<double[]> filled =
                sessions.stream().filter(values -> values.length > 0).toList();
        double[] sorted =
                filled.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        int[][] places = filled.stream().map(values -> places(values, sorted)).toArray(int[][]::new);
        double observed = Quantiles.of(sorted, q);
        if (sorted.length == 1) {
            return new Interval(observed, observed);
        }
        double[] estimates = estimates(places, sorted, q, seed);
        Arrays.sort(estimates);
        double tail = (1 - confidence) / 2;
        return new Interval(Quantiles.of(estimates, tail), Quantiles.of(estimates, 1 - tail));
    }

    /**
     * The interval of any statistic.
     *
     * @param sessions the values of each session in any order; at least one value altogether
     * @param seed equal seeds give equal intervals
     */
    public Interval interval(List<double[]> sessions, Statistic statistic, long seed) {
        double[] estimates = estimates(sessions, statistic, seed);
        Arrays.sort(estimates);
        double tail = (1 - confidence) / 2;
        return new Interval(Quantiles.of(estimates, tail), Quantiles.of(estimates, 1 - tail));
    }

    /**
     * The statistic of each resample, in the order in which they were drawn; for the arguments of {@link #interval}.
     */
    public double[] estimates(List<double[]> sessions, Statistic statistic, long seed) {
        if (statistic instanceof Statistic.Quantile quantile) {
            return estimates(sessions, quantile.q(), seed);
        }
        if (statistic instanceof Statistic.Max) {
            return estimates(sessions, 1, seed);
        }
        if (statistic instanceof Statistic.Within within) {
            return means(sessions.stream().map(values -> shares(values, within)).toList(), seed);
        }
        return means(sessions, seed);
    }

    /** 1 for each value of the band, 0 for each other one: their mean is the share. */
    private static double[] shares(double[] values, Statistic.Within within) {
        return Arrays.stream(values)
                .map(value -> within.contains(value) ? 1 : 0)
                .toArray();
    }

    private double[] means(List<double[]> sessions, long seed) {
        double[][] filled =
                sessions.stream().filter(values -> values.length > 0).toArray(double[][]::new);
        SplittableRandom random = new SplittableRandom(seed);
        double[] means = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            double sum = 0;
            int count = 0;
            for (int session = 0; session < filled.length; session++) {
                double[] drawn = filled[random.nextInt(filled.length)];
                for (int value = 0; value < drawn.length; value++) {
                    sum += drawn[random.nextInt(drawn.length)];
                }
                count += drawn.length;
            }
            means[i] = sum / count;
        }
        return means;
    }

    /** The quantile of each resample, in the order in which they were drawn; for the arguments of {@link #interval}. */
    public double[] estimates(List<double[]> sessions, double q, long seed) {
        double[] sorted =
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        int[][] places = sessions.stream()
                .filter(values -> values.length > 0)
                .map(values -> places(values, sorted))
                .toArray(int[][]::new);
        return estimates(places, sorted, q, seed);
    }

    private double[] estimates(int[][] places, double[] sorted, double q, long seed) {
        double[] estimates = new double[resamples];
        Resampler resampler = new Resampler(places, sorted.length, new SplittableRandom(seed));
        for (int i = 0; i < resamples; i++) {
            estimates[i] = sorted[resampler.quantilePlace(q)];
        }
        return estimates;
    }

    /** Each value's place in the sorted array, so that a resample is counted instead of sorted. */
    private static int[] places(double[] values, double[] sorted) {
        return Arrays.stream(values)
                .mapToInt(value -> Arrays.binarySearch(sorted, value))
                .toArray();
    }

    /** Draws one resample after the other into the same counters. */
    private static final class Resampler {
        private final int[][] sessions;
        private final int[] drawn;
        private final SplittableRandom random;

        Resampler(int[][] sessions, int values, SplittableRandom random) {
            this.sessions = sessions;
            this.drawn = new int[values];
            this.random = random;
        }

        /** The place, among all sorted values, of the quantile of a new resample. */
        int quantilePlace(double q) {
            Arrays.fill(drawn, 0);
            int count = 0;
            for (int i = 0; i < sessions.length; i++) {
                int[] session = sessions[random.nextInt(sessions.length)];
                drawOperations(session);
                count += session.length;
            }
            return placeFromTop(count - Quantiles.rank(count, q));
        }

        /**
         * Multiply and shift instead of a division, and two draws per random word: this loop is where the time goes.
         */
        private void drawOperations(int[] session) {
            long size = session.length;
            for (int i = 0; i < session.length; i += 2) {
                long word = random.nextLong();
                drawn[session[(int) (((word >>> 32) * size) >>> 32)]]++;
                if (i + 1 < session.length) {
                    drawn[session[(int) (((word & 0xFFFF_FFFFL) * size) >>> 32)]]++;
                }
            }
        }

        /**
         * The place of the drawn value that exactly so many drawn values are not below. From the top, as high quantiles
         * are near it.
         */
        private int placeFromTop(int above) {
            int place = drawn.length - 1;
            for (int seen = drawn[place]; seen <= above; seen += drawn[place]) {
                place--;
            }
            return place;
        }
    }
}
