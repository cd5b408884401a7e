package io.deskmeter.sound.simulated;

/** Takes away what is above a frequency, of sound of 48 kHz, without delay. */
public final class LowPass {
    private static final int REACH = 200;
    private static final double RATE = 48_000;

    private LowPass() {}

    /** What is left. */
    public static double[] of(double[] sound, double hertz) {
        double[] taps = new double[2 * REACH + 1];
        for (int i = 0; i < taps.length; i++) {
            double x = 2 * hertz / RATE * (i - REACH);
            double sinc = x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
            taps[i] = 2 * hertz / RATE * sinc * (0.5 + 0.5 * Math.cos(Math.PI * (i - REACH) / (REACH + 1.0)));
        }
        double[] filtered = new double[sound.length];
        for (int i = 0; i < sound.length; i++) {
            for (int tap = Math.max(0, REACH - i); tap < taps.length && i + tap - REACH < sound.length; tap++) {
                filtered[i] += taps[tap] * sound[i + tap - REACH];
            }
        }
        return filtered;
    }
}
