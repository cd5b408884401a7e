package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.Fft;

/**
 * Power spectra of a heard sound and of the reference that belongs to it, and what they have in common, as sums over
 * pieces of 43 ms (Welch's method with a Hann window, without overlap).
 */
final class Spectra {
    /** Samples of a piece. */
    static final int SIZE = 2_048;

    private static final double RATE = 48_000;
    private static final Fft FFT = new Fft(SIZE);
    private static final double[] WINDOW = window();
    private static final double WINDOW_POWER = power(WINDOW);

    private final double[] heard = new double[SIZE / 2];
    private final double[] reference = new double[SIZE / 2];
    private final double[] commonReal = new double[SIZE / 2];
    private final double[] commonImaginary = new double[SIZE / 2];
    private int pieces;

    /** A range of frequencies. */
    record Band(double low, double high) {
        private int from() {
            return Math.max(1, (int) Math.ceil(low * SIZE / RATE));
        }

        private int to() {
            return Math.min(SIZE / 2, (int) Math.ceil(high * SIZE / RATE));
        }
    }

    private static double[] window() {
        double[] window = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            window[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / SIZE);
        }
        return window;
    }

    private static double power(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    /** Adds a piece of both. One transform does for two real signals: one is its real, the other its imaginary part. */
    void add(double[] sound, int from, double[] played, int at) {
        double[] real = new double[SIZE];
        double[] imaginary = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            real[i] = WINDOW[i] * sound[from + i];
            imaginary[i] = WINDOW[i] * played[at + i];
        }
        FFT.forward(real, imaginary);
        for (int k = 1; k < SIZE / 2; k++) {
            double hr = (real[k] + real[SIZE - k]) / 2;
            double hi = (imaginary[k] - imaginary[SIZE - k]) / 2;
            double rr = (imaginary[k] + imaginary[SIZE - k]) / 2;
            double ri = (real[SIZE - k] - real[k]) / 2;
            heard[k] += hr * hr + hi * hi;
            reference[k] += rr * rr + ri * ri;
            commonReal[k] += hr * rr + hi * ri;
            commonImaginary[k] += hi * rr - hr * ri;
        }
        pieces++;
    }

    int pieces() {
        return pieces;
    }

    /** Mean power of the reference in a band, for each line of the spectrum. */
    double excitation(Band band) {
        double sum = 0;
        for (int k = band.from(); k < band.to(); k++) {
            sum += reference[k];
        }
        return sum / Math.max(1, band.to() - band.from());
    }

    /** Power of what is heard of the reference, divided by that of the reference. */
    double gain(Band band) {
        double sum = 0;
        double played = 0;
        for (int k = band.from(); k < band.to(); k++) {
            sum += common(k);
            played += reference[k];
        }
        return sum / Math.max(played, 1e-30);
    }

    /** The share of what is heard in a band that comes from the reference, 0 to 1. */
    double coherence(Band band) {
        double sum = 0;
        double all = 0;
        for (int k = band.from(); k < band.to(); k++) {
            sum += common(k);
            all += heard[k];
        }
        return sum / Math.max(all, 1e-30);
    }

    /** The variance of white noise that would be as strong as what is heard in a band beside the reference. */
    double noise(Band band) {
        double sum = 0;
        for (int k = band.from(); k < band.to(); k++) {
            sum += heard[k] - common(k);
        }
        // What noise has in common with the reference by chance is one piece of all.
        double perLine = sum / (band.to() - band.from()) / (pieces - 1);
        return perLine / WINDOW_POWER;
    }

    private double common(int k) {
        return (commonReal[k] * commonReal[k] + commonImaginary[k] * commonImaginary[k])
                / Math.max(reference[k], 1e-30);
    }
}
