package io.deskmeter.sound.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds a second whose delay changes from part to part, by less than a period of its notes at most: as a whole it fits
 * nowhere well, as parts of different delay cancel each other.
 */
final class PartwiseFit {
    private static final int PART = 960;
    /** A little more than a millisecond, to each side. */
    private static final int REACH = 60;
    /** What a part that is not the reference hardly reaches. */
    private static final double FITS = 0.8;

    private static final double LEAST_SHARE = 2 / 3.0;
    private static final int LEAST_PARTS = 15;
    /** −50 dB of full scale, as power. */
    private static final double SILENT = 1e-5;

    private PartwiseFit() {}

    /**
     * The place of the second.
     *
     * @param position of the reference at its first sample: the median of what its parts tell
     * @param spread sample frames by which 95 % of the parts are off at most
     * @param correlation the median of the parts
     */
    record Place(double position, double spread, double correlation) {}

    /**
     * Looks at all parts that are not silent.
     *
     * @param coarse where the second is, within a millisecond
     * @return empty where less than two thirds of them fit
     */
    static Optional<Place> find(double[] heard, PreparedReference reference, long coarse) {
        double[] positions = new double[heard.length / PART];
        double[] correlations = new double[positions.length];
        int fitting = 0;
        int looked = 0;
        for (int from = 0; from + PART <= heard.length; from += PART) {
            if (power(heard, from) > SILENT) {
                looked++;
                Fit.Peak peak = peak(heard, from, reference, coarse);
                if (peak.value() >= FITS) {
                    positions[fitting] = coarse - REACH + peak.at();
                    correlations[fitting++] = peak.value();
                }
            }
        }
        return fitting >= LEAST_PARTS && fitting >= LEAST_SHARE * looked
                ? Optional.of(place(Arrays.copyOf(positions, fitting), Arrays.copyOf(correlations, fitting)))
                : Optional.empty();
    }

    private static double power(double[] heard, int from) {
        double square = 0;
        for (int i = from; i < from + PART; i++) {
            square += heard[i] * heard[i];
        }
        return square / PART;
    }

    private static Fit.Peak peak(double[] heard, int from, PreparedReference reference, long coarse) {
        double[] fits = new double[2 * REACH + 1];
        for (int i = 0; i < fits.length; i++) {
            Fit fit = new Fit();
            fit.add(heard, from, PART, reference.mono(), reference.index(coarse + i - REACH + from));
            fits[i] = fit.correlation();
        }
        return Fit.peak(fits);
    }

    private static Place place(double[] positions, double[] correlations) {
        double position = Line.median(positions);
        double[] off = Arrays.stream(positions)
                .map(each -> Math.abs(each - position))
                .sorted()
                .toArray();
        return new Place(position, off[(int) (0.95 * (off.length - 1))], Line.median(correlations));
    }
}
