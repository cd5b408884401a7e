package io.deskmeter.sound.analysis;

import java.util.Arrays;

/**
 * Finds where a short sound is in a longer one, both at 12 kHz: by cross-correlation between 300 and 3,400 Hz, where frequencies are made more alike in level (partial
 * whitening), so that loud ones do not decide alone.
 */
final class Correlator {
    static final int RATE = 12_000;
    private static final double LOW = 300;
    private static final double HIGH = 3_400;
    /** Peaks that are closer belong to one sound. */
    private static final int SAME_PEAK = RATE / 50;

    private Correlator() {}

    /**
     * Where a sound fits best.
     *
     * @param offset in the longer sound
     * @param prominence how much higher the correlation is there than anywhere else
     */
    record Peak(int offset, double prominence) {}

    static Peak find(double[] sound, double[] within) {
        double[] correlation = correlation(sound, within);
        int best = highest(correlation, within.length - sound.length, -1);
        int second = highest(correlation, within.length - sound.length, best);
        return new Peak(best, correlation[best] / Math.max(correlation[second], 1e-12));
    }

    /** The highest of the first values that is not near another one. */
    private static int highest(double[] values, int count, int notNear) {
        int best = notNear < SAME_PEAK && notNear >= 0 ? Math.min(count, notNear + SAME_PEAK) : 0;
        for (int i = 0; i <= count; i++) {
            boolean near = notNear >= 0 && Math.abs(i - notNear) < SAME_PEAK;
            if (!near && values[i] > values[best]) {
                best = i;
            }
        }
        return best;
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
