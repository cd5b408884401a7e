package io.deskmeter.measure.statistics;

/**
 * Exact quantiles by nearest rank: the smallest measured value that at least the share {@code q} of all values does not
 * exceed. This is definition 1 (the inverse of the empirical distribution function) of R. J. Hyndman and Y. Fan,
 * "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996) 361–365. It never invents a value
 * between two measured ones, so a quantile can be looked up in the timings, and it stays defined when failed operations
 * count as infinitely slow. Below the median it is the largest measured value that at least the share {@code 1 - q} of
 * all values reaches, the mirror image of the former.
 */
public final class Quantiles {
    /** Products such as {@code 0.07 * 100} end a little above the whole number that they mean. */
    private static final double ROUNDING = 1e-9;

    private Quantiles() {}

    /**
     * A quantile of sorted values.
     *
     * @param sortedAscending at least one value, no NaN; {@link Double#POSITIVE_INFINITY} stands for "slower than
     *     anything seen"
     * @param q from 0 (the smallest) to 1 (the largest)
     * @return one of the values
     */
    public static double of(double[] sortedAscending, double q) {
        if (sortedAscending.length == 0) {
            throw new IllegalArgumentException("values: none (expected: at least one; an empty set has no quantile)");
        }
        return sortedAscending[rank(sortedAscending.length, q) - 1];
    }

    /**
     * A quantile of a part of an array, which is sorted in itself.
     *
     * @param from its first place
     * @param to the place behind its last, above {@code from}
     */
    public static double of(double[] values, int from, int to, double q) {
        return values[from + rank(to - from, q) - 1];
    }

    /**
     * The rank of the quantile. Below the median it is the mirror image of the one above: as many values are beyond the
     * 5th percentile at one end as are beyond the 95th at the other, so 5 % of failures weigh the same whichever values
     * are the better ones.
     *
     * @param count of values, at least 1
     * @param q from 0 to 1
     * @return 1 (the smallest) to {@code count} (the largest)
     */
    public static int rank(int count, double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("quantile: " + q + " (expected: 0 to 1, the median is 0.5)");
        }
        return q < 0.5 ? count + 1 - upper(count, 1 - q) : upper(count, q);
    }

    private static int upper(int count, double q) {
        return Math.max(1, (int) Math.ceil(q * count - ROUNDING));
    }
}
