package io.deskmeter.workload.metric;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The figure over all samples of a load point that judges a metric. */
public sealed interface Statistic {
    /** 95th percentile. */
    Statistic P95 = new Quantile(0.95);

    /** 5th percentile. */
    Statistic P5 = new Quantile(0.05);

    /** Arithmetic mean. */
    Statistic MEAN = new Mean();

    /** Largest value. */
    Statistic MAX = new Max();

    /** The smallest value that at least the share {@code q} of all values does not exceed. */
    record Quantile(double q) implements Statistic {
        public Quantile {
            if (!(q >= 0 && q <= 1)) {
                throw new IllegalArgumentException("quantile: " + q + " (expected: 0 to 1, the median is 0.5)");
            }
        }

        @Override
        public String word() {
            return "p" + Math.round(100 * q);
        }
    }

    /** The sum of all values divided by their number. */
    record Mean() implements Statistic {
        @Override
        public String word() {
            return "mean";
        }
    }

    /** The largest value. */
    record Max() implements Statistic {
        @Override
        public String word() {
            return "max";
        }
    }

    /**
     * The share of values within a band, from 0 to 1; whatever the metric's better values are, a larger share is
     * better.
     *
     * @param low lower end of the band, which belongs to it
     * @param high upper end, which belongs to it, not below {@code low}
     * @param share the limit of a run profile that names the metric without a number, 0 to 1
     */
    record Within(double low, double high, double share) implements Statistic {
        public Within {
            // A loss is infinitely bad, so no band may reach to infinity.
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw new IllegalArgumentException(
                        "within: " + low + " to " + high + " (expected: finite numbers, low <= high)");
            }
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("share: " + share + " (expected: 0 to 1)");
            }
        }

        /** Whether a value belongs to the band. */
        public boolean contains(double value) {
            return low <= value && value <= high;
        }

        @Override
        public String word() {
            return String.format(Locale.ROOT, "within %s to %s, share %s", low, high, share);
        }
    }

    /** As reports and stores write it: {@code p95}, {@code mean}, {@code within 0.9 to 1.0, share 0.95}. */
    String word();

    /** The statistic that {@link #word()} wrote; empty where no statistic is written so. */
    static Optional<Statistic> of(String word) {
        return switch (word) {
            case "p95" -> Optional.of(P95);
            case "p5" -> Optional.of(P5);
            case "mean" -> Optional.of(MEAN);
            case "max" -> Optional.of(MAX);
            default -> within(word);
        };
    }

    private static Optional<Statistic> within(String word) {
        String number = "([-+.0-9eE]+)";
        Matcher matcher = Pattern.compile("within " + number + " to " + number + ", share " + number)
                .matcher(word);
        try {
            return matcher.matches()
                    ? Optional.of(new Within(
                            Double.parseDouble(matcher.group(1)),
                            Double.parseDouble(matcher.group(2)),
                            Double.parseDouble(matcher.group(3))))
                    : Optional.empty();
        } catch (IllegalArgumentException notANumberOrNoBand) {
            return Optional.empty();
        }
    }
}
