package io.deskmeter.measure.statistics;

import io.deskmeter.workload.metric.Metric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats figures; the same in every locale. */
public final class FigureFormat {
    private static final String PLAIN = "1";

    private FigureFormat() {}

    /**
     * Three significant digits, without trailing zeros: {@code 1.32 s}, {@code 1 s}; {@code ∞} where too much failed.
     */
    public static String seconds(double millis) {
        if (Double.isInfinite(millis)) {
            return "∞";
        }
        BigDecimal rounded = BigDecimal.valueOf(millis / 1000).round(new MathContext(3));
        return rounded.stripTrailingZeros().toPlainString() + " s";
    }

    /**
     * Three significant digits with the unit, none for plain numbers: {@code 0.914}, {@code 31.2 dB}; durations in
     * seconds.
     */
    public static String value(String unit, double value) {
        if (unit.equals(Metric.MILLISECONDS)) {
            return seconds(value);
        }
        String words = Double.isInfinite(value)
                ? (value < 0 ? "−∞" : "∞")
                : plain(BigDecimal.valueOf(value).round(new MathContext(3)));
        return unit.equals(PLAIN) ? words : words + " " + unit;
    }

    private static String plain(BigDecimal number) {
        return (number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros()).toPlainString();
    }

    /** Of a share from 0 to 1, with at most two decimals: {@code 1.25 %}. */
    public static String percent(double share) {
        BigDecimal rounded = BigDecimal.valueOf(100 * share).setScale(2, RoundingMode.HALF_UP);
        return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString() + " %";
    }
}
