package io.deskmeter.sound.analysis;

/**
 * The levels of a sound over time and pitch, from windows of 21 ms at 48 kHz (Hann, 1,024 sample frames) that overlap.
 * Immutable.
 */
public final class Spectrogram {
    private static final int SIZE = 1_024;
    private static final double SILENCE = 1e-9;

    private final double[][] levels;
    private final int rate;

    private Spectrogram(double[][] levels, int rate) {
        this.levels = levels;
        this.rate = rate;
    }

    /**
     * Of a sound.
     *
     * @param sound −1 to 1
     * @param rate sample frames per second
     * @param columns how many windows, spread evenly from its beginning to its end
     */
    public static Spectrogram of(float[] sound, int rate, int columns) {
        if (columns < 1) {
            throw new IllegalArgumentException("columns: " + columns + " (expected: at least 1)");
        }
        Fft fft = new Fft(SIZE);
        double[] window = window();
        double[][] levels = new double[columns][];
        for (int column = 0; column < columns; column++) {
            int middle = (int) ((column + 0.5) * sound.length / columns);
            levels[column] = levels(sound, middle - SIZE / 2, fft, window);
        }
        return new Spectrogram(levels, rate);
    }

    private static double[] window() {
        double[] window = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            window[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / SIZE);
        }
        return window;
    }

    /** Of one window; what is beyond the ends of the sound is silence. */
    private static double[] levels(float[] sound, int from, Fft fft, double[] window) {
        double[] real = new double[SIZE];
        double[] imaginary = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            int at = from + i;
            real[i] = at < 0 || at >= sound.length ? 0 : sound[at] * window[i];
        }
        fft.forward(real, imaginary);
        double[] levels = new double[SIZE / 2];
        for (int bin = 0; bin < levels.length; bin++) {
            // A full-scale sine has a sum of SIZE / 4: half of it lies at negative pitches, and the window halves it.
            levels[bin] = 20 * Math.log10(Math.hypot(real[bin], imaginary[bin]) * 4 / SIZE + SILENCE);
        }
        return levels;
    }

    /**
     * The highest level of a band of pitches, in dB of a sine of full scale.
     *
     * @param column from 0
     * @param low lower end in Hz
     * @param high upper end in Hz
     */
    public double level(int column, double low, double high) {
        int from = Math.min(SIZE / 2 - 1, (int) (low * SIZE / rate));
        int to = Math.min(SIZE / 2, Math.max(from + 1, (int) Math.ceil(high * SIZE / rate)));
        double highest = Double.NEGATIVE_INFINITY;
        for (int bin = from; bin < to; bin++) {
            highest = Math.max(highest, levels[column][bin]);
        }
        return highest;
    }
}
