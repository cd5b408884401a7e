package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.fidelity.Spectra.Band;

/**
 * Finds the highest third octave that is heard as it should be: at most 12 dB weaker than the rest, and at least half
 * of it from the reference.
 */
final class Bandwidth {
    private static final Band BASE = new Band(300, 3_400);
    /** Third octaves around 1,000 · 2^(n/3) Hz: 315 Hz to 16 kHz. */
    private static final int LOWEST = -5;

    private static final int HIGHEST = 12;
    private static final double WEAKEST = Math.pow(10, -12 / 10.0);
    private static final double LEAST_COHERENCE = 0.5;
    /** A band says nothing where the reference has no note in it: 30 dB below the base. */
    private static final double LEAST_EXCITATION = 1e-3;

    private Bandwidth() {}

    static Figure of(Spectra spectra) {
        double base = spectra.gain(BASE);
        int highest = LOWEST - 1;
        int failing = HIGHEST + 1;
        for (int n = HIGHEST; n >= LOWEST && highest < LOWEST; n--) {
            Band band = band(n);
            if (spectra.excitation(band) >= LEAST_EXCITATION * spectra.excitation(BASE)) {
                boolean heard = spectra.gain(band) >= WEAKEST * base && spectra.coherence(band) >= LEAST_COHERENCE;
                highest = heard ? n : highest;
                failing = heard ? failing : n;
            }
        }
        if (highest < LOWEST) {
            return Figure.unknown("no third octave is heard as it should be");
        }
        return edge(band(highest), band(Math.min(failing, HIGHEST)), failing <= HIGHEST);
    }

    /**
     * Where it ends: between the last band that is heard and the next one that is not. Bands between both have no note
     * in this second, so it is anywhere in them. Neither band tells where in it its notes are.
     */
    private static Figure edge(Band heard, Band next, boolean missing) {
        double edge = missing ? (heard.high() + next.low()) / 2 : heard.high();
        return Figure.known(edge, Math.max(edge - heard.low(), next.high() - edge));
    }

    private static Band band(int n) {
        double middle = 1_000 * Math.pow(2, n / 3.0);
        double half = Math.pow(2, 1 / 6.0);
        return new Band(middle / half, middle * half);
    }
}
