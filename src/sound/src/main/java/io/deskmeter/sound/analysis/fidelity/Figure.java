package io.deskmeter.sound.analysis.fidelity;

/**
 * A figure of a second of sound.
 *
 * @param value NaN where it is unknown
 * @param uncertainty how far the true value may lie from {@code value}; NaN where it is unknown
 * @param unknown why it is unknown, without a full stop; empty where it is known
 */
public record Figure(double value, double uncertainty, String unknown) {
    public static Figure known(double value, double uncertainty) {
        return new Figure(value, uncertainty, "");
    }

    public static Figure unknown(String why) {
        return new Figure(Double.NaN, Double.NaN, why);
    }

    public boolean isKnown() {
        return unknown.isEmpty();
    }
}
