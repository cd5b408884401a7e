package io.deskmeter.sound.analysis;

/** Brings sound of 48 kHz to a quarter of that rate, without delay. */
public final class SlowSound {
    public static final int DECIMATION = 4;

    private static final int RATE = 48_000;
    private static final int REACH = 48;
    private static final double CUTOFF = 5_000;
    private static final double[] FILTER = filter();

    private SlowSound() {}

    public static double[] of(double[] sound) {
        return of(sound, 0, sound.length);
    }

    /** Of a part of it; what lies around it is not looked at. */
    public static double[] of(double[] sound, int from, int count) {
        double[] result = new double[count / DECIMATION];
        for (int i = 0; i < result.length; i++) {
            int first = Math.max(0, i * DECIMATION - REACH);
            int last = Math.min(count - 1, i * DECIMATION + REACH);
            double sum = 0;
            for (int frame = first; frame <= last; frame++) {
                sum += FILTER[frame - i * DECIMATION + REACH] * sound[from + frame];
            }
            result[i] = sum;
        }
        return result;
    }

    private static double[] filter() {
        double[] taps = new double[2 * REACH + 1];
        for (int i = 0; i < taps.length; i++) {
            double x = 2 * CUTOFF / RATE * (i - REACH);
            double sinc = x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
            double window = 0.5 + 0.5 * Math.cos(Math.PI * (i - REACH) / (REACH + 1.0));
            taps[i] = 2 * CUTOFF / RATE * sinc * window;
        }
        return taps;
    }
}
