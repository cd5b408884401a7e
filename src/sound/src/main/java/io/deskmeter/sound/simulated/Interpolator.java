package io.deskmeter.sound.simulated;

import io.deskmeter.sound.analysis.ReferenceSound;

/** A reference sound between its samples, by a windowed sinc. Not thread-safe. */
public final class Interpolator {
    private static final int REACH = 24;
    /** Of the distance between two samples: weights are computed again where the place between them changes by more. */
    private static final double STEP = 1e-7;

    private final ReferenceSound sound;
    private final double[] weights = new double[2 * REACH + 1];
    private double shift = Double.NaN;

    public Interpolator(ReferenceSound sound) {
        this.sound = sound;
    }

    /**
     * Its value.
     *
     * @param position of the reference, also below 0 and beyond the loop
     * @param channel 0 left, 1 right
     * @return in units of a sample, not rounded
     */
    public double at(double position, int channel) {
        long whole = Math.round(position);
        double between = position - whole;
        if (Math.abs(between) < STEP) {
            return sound.sample(whole, channel);
        }
        if (!(Math.abs(between - shift) < STEP)) {
            weigh(between);
        }
        double value = 0;
        for (int tap = 0; tap < weights.length; tap++) {
            value += weights[tap] * sound.sample(whole + tap - REACH, channel);
        }
        return value;
    }

    private void weigh(double between) {
        shift = between;
        double sine = Math.sin(Math.PI * between);
        for (int tap = 0; tap < weights.length; tap++) {
            double x = tap - REACH - between;
            // sin(pi x) has the same magnitude at all taps, and another sign at each second one.
            double sinc = ((tap - REACH) % 2 == 0 ? -sine : sine) / (Math.PI * x);
            weights[tap] = sinc * (0.5 + 0.5 * Math.cos(Math.PI * x / (REACH + 1)));
        }
    }
}
