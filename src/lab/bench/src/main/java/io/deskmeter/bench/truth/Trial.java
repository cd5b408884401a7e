package io.deskmeter.bench.truth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * The parameters of a trial.
 *
 * @param delayNanos between the input and its answer
 * @param pauseNanos before the input, so that it falls on any phase of periodic processes
 */
record Trial(long delayNanos, long pauseNanos) {
    private static final long[] STRATA_MILLIS = {0, 1, 5, 16, 33, 50, 100, 250, 500, 1000, 2000, 5000};
    private static final long PAUSE_MILLIS = 40;
    /** The sum of delays of each stratum: many short trials, few long ones. */
    private static final long BUDGET_MILLIS = 1500;

    private static final int LEAST_SHARE = 12;

    /**
     * A plan with this number of trials, in random order: a part at the delays of the strata, the rest between two of
     * them.
     *
     * @param count 1 or more
     * @param longest no delay is longer, in milliseconds
     * @param seed equal seeds make equal plans
     */
    static List<Trial> plan(int count, long longest, long seed) {
        if (count < 1) {
            throw new IllegalArgumentException("trials: " + count + " (expected: >= 1)");
        }
        Random random = new Random(seed);
        long[] strata = LongStream.of(STRATA_MILLIS).filter(ms -> ms <= longest).toArray();
        double[] weights = new double[strata.length];
        double sum = 0;
        for (int i = 0; i < strata.length; i++) {
            weights[i] = Math.min(1.0 / LEAST_SHARE, BUDGET_MILLIS / (LEAST_SHARE * (strata[i] + 300.0)));
            sum += weights[i];
        }
        List<Trial> trials = new ArrayList<>();
        double due = 0;
        for (int i = 0; i < strata.length; i++) {
            due += weights[i] / sum * count;
            while (trials.size() < Math.round(due)) {
                trials.add(new Trial(delay(strata, i, random), pause(random)));
            }
        }
        Collections.shuffle(trials, random);
        return trials;
    }

    /** Every second one is somewhere between this stratum and the one below. */
    private static long delay(long[] strata, int stratum, Random random) {
        long at = TimeUnit.MILLISECONDS.toNanos(strata[stratum]);
        if (stratum == 0 || random.nextBoolean()) {
            return at;
        }
        long below = TimeUnit.MILLISECONDS.toNanos(strata[stratum - 1]);
        return below + (long) (random.nextDouble() * (at - below));
    }

    private static long pause(Random random) {
        return (long) (random.nextDouble() * TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    }
}
