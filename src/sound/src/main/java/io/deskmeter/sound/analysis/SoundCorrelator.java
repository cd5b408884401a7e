package io.deskmeter.sound.analysis;

import java.util.Arrays;

/**
 * Finds where a short sound is in a longer one, both at 12 kHz: by cross-correlation between 300 and 3,400 Hz, where
 * frequencies are made more alike in level (partial whitening), so that loud ones do not decide alone.
 */
final class SoundCorrelator {
    static final int RATE = 12_000;
    private static final double LOW = 300;
    private static final double HIGH = 3_400;
    /** Peaks that are closer belong to one sound. */
    private static final int SAME_PEAK = RATE / 50;

    private SoundCorrelator() {}

    /**
     * Where a sound fits best.
     *
     * @param offset in the longer sound
     * @param prominence how much higher the correlation is there than anywhere else
     */
    record Peak(int offset, double prominence) {}

    static Peak find(double[] sound, double[] within) {
        return highest(correlation(sound, within), within.length - sound.length + 1, false);
    }

    /**
     * In a loop, whose last samples are beside its first ones.
     *
     * @param loop and so much of its beginning again as the sound is long
     */
    static Peak findInLoop(double[] sound, double[] loop) {
        return highest(correlation(sound, loop), loop.length - sound.length, true);
    }

    private static Peak highest(double[] values, int count, boolean loop) {
        int best = 0;
        for (int i = 1; i < count; i++) {
            best = values[i] > values[best] ? i : best;
        }
        double second = 1e-12;
        for (int i = 0; i < count; i++) {
            int distance = Math.abs(i - best);
            if ((loop ? Math.min(distance, count - distance) : distance) >= SAME_PEAK) {
                second = Math.max(second, values[i]);
            }
        }
        return new Peak(best, values[best] / second);
    }

    private static double[] correlation(double[] sound, double[] within) {
        Fft fft = new Fft(Integer.highestOneBit(sound.length + within.length - 1) << 1);
        int size = fft.size();
        double[] xr = Arrays.copyOf(sound, size);
        double[] xi = new double[size];
        double[] yr = Arrays.copyOf(within, size);
        double[] yi = new double[size];
        fft.forward(xr, xi);
        fft.forward(yr, yi);
        for (int i = 0; i < size; i++) {
            double frequency = (double) Math.min(i, size - i) * RATE / size;
            double weight = frequency < LOW || frequency > HIGH
                    ? 0
                    : 1 / Math.sqrt(Math.hypot(xr[i], xi[i]) * Math.hypot(yr[i], yi[i]) + 1e-12);
            double real = weight * (xr[i] * yr[i] + xi[i] * yi[i]);
            yi[i] = weight * (xr[i] * yi[i] - xi[i] * yr[i]);
            yr[i] = real;
        }
        fft.backward(yr, yi);
        return yr;
    }
}
