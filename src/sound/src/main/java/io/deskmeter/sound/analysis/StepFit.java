package io.deskmeter.sound.analysis;

import java.util.Optional;

/**
 * Finds a second whose delay changes once, by a silence that delays what follows or by sound that is left out: as a
 * whole it is heard at two places, or fits nowhere well. Its beginning fits at one place and its end at another, each
 * in parts of 20 ms; two sounds at once do not.
 */
final class StepFit {
    private static final int PART = 960;
    /** How far the coarse search may be off. */
    private static final int REACH = 12;
    /** What a part that is not the reference hardly reaches. */
    private static final double FITS = 0.8;

    private static final double LEAST_SHARE = 2 / 3.0;
    /** To each side of the step, or it would not have disturbed the whole second. */
    private static final int LEAST_PARTS = 5;
    /** −50 dB of full scale, as power. */
    private static final double SILENT = 1e-5;

    private StepFit() {}

    /**
     * The longer side of the step.
     *
     * @param from first sample
     * @param to behind the last sample
     * @param coarse position of the reference at the first sample of the second, as if all of it were like this side
     */
    record Side(int from, int to, long coarse) {}

    /**
     * Looks at all parts that are not silent.
     *
     * @param first position of the reference at the first sample of the second, as its beginning tells
     * @param second the same, as its end tells
     * @return empty where less than two thirds of them fit before and behind a step
     */
    static Optional<Side> find(double[] heard, PreparedReference reference, long first, long second) {
        int parts = heard.length / PART;
        int[] before = new int[parts + 1];
        int[] behind = new int[parts + 1];
        int audible = 0;
        for (int part = 0; part < parts; part++) {
            boolean sounds = power(heard, part * PART) > SILENT;
            audible += sounds ? 1 : 0;
            before[part + 1] = before[part] + (sounds && fits(heard, part * PART, reference, first) ? 1 : 0);
            behind[part + 1] = behind[part] + (sounds && fits(heard, part * PART, reference, second) ? 1 : 0);
        }
        int step = step(before, behind);
        int fitBefore = before[step];
        int fitBehind = behind[parts] - behind[step];
        if (Math.min(fitBefore, fitBehind) < LEAST_PARTS || fitBefore + fitBehind < LEAST_SHARE * audible) {
            return Optional.empty();
        }
        return Optional.of(
                fitBefore > fitBehind ? new Side(0, step * PART, first) : new Side(step * PART, heard.length, second));
    }

    /** The part before which most fit at the first place, and from which on most fit at the second one. */
    private static int step(int[] before, int[] behind) {
        int last = before.length - 1;
        int best = 0;
        for (int step = 0; step <= last; step++) {
            if (before[step] + behind[last] - behind[step] > before[best] + behind[last] - behind[best]) {
                best = step;
            }
        }
        return best;
    }

    private static double power(double[] heard, int from) {
        double square = 0;
        for (int i = from; i < from + PART; i++) {
            square += heard[i] * heard[i];
        }
        return square / PART;
    }

    private static boolean fits(double[] heard, int from, PreparedReference reference, long position) {
        for (int off = -REACH; off <= REACH; off++) {
            Fit fit = new Fit();
            fit.add(heard, from, PART, reference.mono(), reference.index(position + off + from));
            if (fit.correlation() >= FITS) {
                return true;
            }
        }
        return false;
    }
}
