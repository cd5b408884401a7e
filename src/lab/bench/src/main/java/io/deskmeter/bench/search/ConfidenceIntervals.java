package io.deskmeter.bench.search;

import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.statistics.Quantiles;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The uncertainty of the benchmark's figures: 95 % intervals, over the drawn platforms. */
final class ConfidenceIntervals {
    private static final double ALPHA = 0.05;
    private static final double TWO_SIDED_95 = 1.96;
    private static final int RESAMPLES = 2000;
    private static final long SEED = 95;

    private ConfidenceIntervals() {}

    /** The interval of a share, in percent: Wilson's score interval. */
    static Interval ofShare(long part, int all) {
        double share = part / (double) all;
        double z2 = TWO_SIDED_95 * TWO_SIDED_95 / all;
        double middle = (share + z2 / 2) / (1 + z2);
        double half = TWO_SIDED_95 * Math.sqrt(share * (1 - share) / all + z2 / (4 * all)) / (1 + z2);
        return new Interval(100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half));
    }

    /** The interval of a median: percentiles of resampled medians. */
    static Interval ofMedian(double[] values) {
        double[] same = new double[values.length];
        Arrays.fill(same, 1);
        return ofRatio(values, same);
    }

    /** The interval of the ratio of two medians over the same platforms, which are resampled together. */
    static Interval ofRatio(double[] values, double[] others) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ratios = new double[RESAMPLES];
        double[] ours = new double[values.length];
        double[] theirs = new double[values.length];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            for (int i = 0; i < values.length; i++) {
                int drawn = random.nextInt(values.length);
                ours[i] = values[drawn];
                theirs[i] = others[drawn];
            }
            ratios[resample] = median(ours) / median(theirs);
        }
        Arrays.sort(ratios);
        return new Interval(Quantiles.of(ratios, ALPHA / 2), Quantiles.of(ratios, 1 - ALPHA / 2));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Quantiles.of(sorted, 0.5);
    }
}
