package io.deskmeter.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats figures; the same in every locale. */
final class FigureFormat {
    private FigureFormat() {}

    /** Three significant digits, without trailing zeros: {@code 1.32 s}, {@code 1 s}; {@code ∞} where too much failed. */
    static String seconds(double millis) {
        if (Double.isInfinite(millis)) {
            return "∞";
        }
        BigDecimal rounded = BigDecimal.valueOf(millis / 1000).round(new MathContext(3));
        return rounded.stripTrailingZeros().toPlainString() + " s";
    }

    /** Of a share from 0 to 1, with at most two decimals: {@code 1.25 %}. */
    static String percent(double share) {
        BigDecimal rounded = BigDecimal.valueOf(100 * share).setScale(2, RoundingMode.HALF_UP);
        return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString() + " %";
    }

    static String sessions(int count) {
        return count == 1 ? "1 session" : count + " sessions";
    }
}
