package io.deskmeter.sound.analysis.fidelity;

/**
 * Counts samples that are cut off. Three in a row at the highest level of the second tell that it is a limit; then all
 * samples at this level are at it, also those of short peaks that the limit cuts for one or two samples.
 */
final class Clipping {
    private static final int LEAST = 3;
    /** Half a step of 16 bits: what is cut off is at one level. */
    private static final double SAME = 0.5 / 32_768;
    /** −28 dB of full scale. Below it three samples at the top of a low note may be alike. */
    private static final double LEAST_LEVEL = 0.04;

    private static final double PERCENT = 100;

    private Clipping() {}

    static Figure of(HeardSecond heard) {
        double highest = Math.max(highest(heard.left()), highest(heard.right()));
        if (highest < LEAST_LEVEL) {
            return Figure.unknown("too quiet: the highest level is " + Math.round(20 * Math.log10(highest + 1e-9))
                    + " dB (expected: -28 or more)");
        }
        Cut left = cut(heard.left());
        Cut right = cut(heard.right());
        double all = 2.0 * heard.left().length;
        // At each end of a run one sample may have been at the limit by itself.
        return Figure.known(PERCENT * (left.samples + right.samples) / all, PERCENT * (left.runs + right.runs) / all);
    }

    /** Samples at a limit, and in how many runs. */
    private record Cut(int samples, int runs) {}

    private static Cut cut(double[] side) {
        double limit = highest(side);
        int runs = 0;
        int cut = 0;
        int longest = 0;
        for (int at = 0; at < side.length; at++) {
            int length = run(side, at, limit);
            cut += length;
            runs += length > 0 ? 1 : 0;
            longest = Math.max(longest, length);
            at += Math.max(0, length - 1);
        }
        return longest >= LEAST ? new Cut(cut, runs) : new Cut(0, 0);
    }

    private static double highest(double[] samples) {
        double highest = 0;
        for (double sample : samples) {
            highest = Math.max(highest, Math.abs(sample));
        }
        return highest;
    }

    /** How many samples from one on are at the highest level, all on the same side of zero. */
    private static int run(double[] samples, int from, double highest) {
        int at = from;
        while (at < samples.length
                && Math.abs(samples[at]) >= highest - SAME
                && Math.signum(samples[at]) == Math.signum(samples[from])) {
            at++;
        }
        return at - from;
    }
}
