package io.deskmeter.controller.report;

import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.metric.Metric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats figures; the same in every locale. */
public final class Format {
    /** The placeholder for a missing figure. */
    public static final String NONE = "–";

    /** The unit of plain numbers. */
    private static final String PLAIN = "1";

    /** A figure and its unit stay on one line. */
    private static final char UNIT = '\u00A0';

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Format() {}

    /** Three significant digits: {@code 87.3 ms}, {@code 1.32 s}; {@code ∞} if too many operations failed. */
    public static String millis(double millis) {
        if (Double.isNaN(millis)) {
            return NONE;
        }
        if (Double.isInfinite(millis)) {
            return "∞";
        }
        if (millis == 0) {
            return "0";
        }
        return Math.abs(millis) < 999.5 ? significant(millis) + UNIT + "ms" : significant(millis / 1000) + UNIT + "s";
    }

    /** A figure in any unit: durations as {@link #millis}, others with four significant digits. */
    public static String value(String unit, double value) {
        if (unit.equals(Metric.MILLISECONDS)) {
            return millis(value);
        }
        if (Double.isNaN(value)) {
            return NONE;
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? "−∞" : "∞";
        }
        return (value == 0 ? "0" : significant(value, 4)) + unit(unit);
    }

    /** A unit behind a figure; nothing behind a plain number. */
    public static String unit(String unit) {
        return unit.equals(PLAIN) || unit.isEmpty() ? "" : " " + unit;
    }

    /** An interval in any unit. */
    public static String interval(String unit, Interval interval) {
        return Double.isInfinite(interval.low()) && Double.isInfinite(interval.high())
                ? NONE
                : value(unit, interval.low()) + " to " + value(unit, interval.high());
    }

    public static String interval(Interval interval) {
        return Double.isInfinite(interval.low()) ? NONE : millis(interval.low()) + " to " + millis(interval.high());
    }

    /** A figure without unit, rounding or trailing zeros. */
    public static String plain(double figure) {
        BigDecimal exact = BigDecimal.valueOf(figure).setScale(6, RoundingMode.HALF_UP);
        return (exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros()).toPlainString();
    }

    public static String percent(double percent) {
        return Double.isFinite(percent) ? decimals(percent, 1) + UNIT + "%" : NONE;
    }

    /** From MB of 2^20 bytes. */
    public static String memory(double mb) {
        if (!Double.isFinite(mb)) {
            return NONE;
        }
        return mb < 1000 ? decimals(mb, 0) + UNIT + "MB" : decimals(mb / 1024, 2) + UNIT + "GB";
    }

    /** From MB of 2^20 bytes per second. */
    public static String rate(double mbPerSecond) {
        return Double.isFinite(mbPerSecond) ? decimals(mbPerSecond, 2) + UNIT + "MB/s" : NONE;
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    public static String sessions(int sessions) {
        return count(sessions) + UNIT + (sessions == 1 ? "session" : "sessions");
    }

    public static String instant(Instant instant) {
        return TIME.format(instant);
    }

    /** {@code 4:05} or {@code 1:04:05}. */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    public static String verdict(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private static String significant(double value) {
        return significant(value, 3);
    }

    private static String significant(double value, int digits) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String decimals(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
