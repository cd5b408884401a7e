package io.deskmeter.workload.yaml.document;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with a unit: read and written the same way. */
public final class Quantities {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");
    private static final Pattern PIXELS = Pattern.compile("(-?[0-9]{1,8})px");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,6})/s");
    private static final Pattern SPEED = Pattern.compile("([0-9]{1,6})px/s");
    private static final Pattern DISTANCE = Pattern.compile("(-?[1-9][0-9]{0,5})px");
    public static final Pattern PERCENT = Pattern.compile("(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%");

    private Quantities() {}

    /** {@code 200ms}, {@code 2s}, {@code 5m}. */
    public static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    default -> Duration.ofMinutes(number);
                });
    }

    /**
     * In the largest unit that is exact; refuses what is finer than a millisecond, because it could not be read back.
     */
    public static String format(Duration duration) {
        if (duration.isNegative() || !duration.equals(Duration.ofMillis(duration.toMillis()))) {
            throw new IllegalArgumentException("duration: " + duration + " (expected: >= 0, whole milliseconds)");
        }
        long millis = duration.toMillis();
        if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        return millis % 60_000 == 0 ? millis / 60_000 + "m" : millis / 1000 + "s";
    }

    /** {@code 40px}, {@code -40px}. */
    static Optional<Integer> pixels(String text) {
        return whole(PIXELS, text);
    }

    /** {@code 60/s}. */
    public static Optional<Integer> rate(String text) {
        return whole(RATE, text);
    }

    /** {@code 240px/s}. */
    public static Optional<Integer> speed(String text) {
        return whole(SPEED, text);
    }

    /** {@code 960px}, {@code -960px}. */
    public static Optional<Integer> distance(String text) {
        return whole(DISTANCE, text);
    }

    private static Optional<Integer> whole(Pattern form, String text) {
        Matcher matcher = form.matcher(text);
        return matcher.matches() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    /** {@code 50%} or {@code 12.5%} as a share of 1; not above 100. */
    public static Optional<Double> percent(String text) {
        Matcher matcher = PERCENT.matcher(text);
        return matcher.matches()
                ? Optional.of(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue())
                : Optional.empty();
    }

    /** The shortest decimal that reads back as the same double. */
    public static String formatPercent(double share) {
        BigDecimal percent = new BigDecimal(Double.toString(share)).movePointRight(2);
        return (percent.signum() == 0 ? BigDecimal.ZERO : percent.stripTrailingZeros()).toPlainString() + "%";
    }
}
