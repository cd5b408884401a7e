package io.deskmeter.sound.analysis;

/** Counts samples that are cut off: at least three in a row at the highest level of the second. */
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
        int frames = heard.left().length;
        int runs = 0;
        int cut = 0;
        for (double[] side : new double[][] {heard.left(), heard.right()}) {
            double limit = highest(side);
            for (int at = 0; at < frames; at++) {
                int length = run(side, at, limit);
                if (length >= LEAST) {
                    cut += length;
                    runs++;
                }
                at += length;
            }
        }
        // At each end of a run one sample may have been at the limit by itself.
        return Figure.known(PERCENT * cut / (2.0 * frames), PERCENT * runs / (2.0 * frames));
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
