package io.deskmeter.sound.pulse.card;

/** The weights of a windowed sinc (Blackman-Harris) for 256 instants between two samples. Immutable. */
final class SincTable {
    static final int PHASES = 256;
    private static final int ZERO_CROSSINGS = 16;
    private static final SincTable SAME_BAND = new SincTable(1);

    private final int reach;
    private final float[][] rows = new float[PHASES + 1][];

    private SincTable(double scale) {
        reach = (int) Math.ceil(ZERO_CROSSINGS * scale);
        for (int phase = 0; phase <= PHASES; phase++) {
            rows[phase] = row((double) phase / PHASES, scale);
        }
    }

    /** For a step of so many samples; beyond 1 it removes what the slower rate cannot carry. */
    static SincTable of(double step) {
        return step <= 1 ? SAME_BAND : new SincTable(step);
    }

    private float[] row(double fraction, double scale) {
        float[] row = new float[2 * reach];
        for (int i = 0; i < row.length; i++) {
            row[i] = (float) (weight((i + 1 - reach - fraction) / scale) / scale);
        }
        return row;
    }

    private static double weight(double distance) {
        double x = Math.abs(distance);
        if (x >= ZERO_CROSSINGS) {
            return 0;
        }
        double turn = Math.PI * (1 + x / ZERO_CROSSINGS);
        double window =
                0.35875 - 0.48829 * Math.cos(turn) + 0.14128 * Math.cos(2 * turn) - 0.01168 * Math.cos(3 * turn);
        return window * (x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
    }

    /** Samples before and behind an instant that have a weight. */
    int reach() {
        return reach;
    }

    /**
     * The weights of the samples around an instant.
     *
     * @param fraction of a sample by which it lies behind the one in the middle, 0 to 1
     * @param weights receives them, from the earliest sample on
     */
    void weights(double fraction, float[] weights) {
        double at = fraction * PHASES;
        int phase = Math.min((int) at, PHASES - 1);
        float part = (float) (at - phase);
        float[] low = rows[phase];
        float[] high = rows[phase + 1];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = low[i] + part * (high[i] - low[i]);
        }
    }
}
