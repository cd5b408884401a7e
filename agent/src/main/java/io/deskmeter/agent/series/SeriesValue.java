package io.deskmeter.agent.series;

/**
 * One value of a series. It is known and carries its uncertainty, or it is unknown and says why.
 *
 * @param from when the part of the series began of which it tells, in monotonic nanoseconds
 * @param to when that part ended
 * @param value in the unit of the series, NaN where it is unknown
 * @param uncertainty how far the true value may lie from {@code value}; NaN where the value is unknown
 * @param unknown why the value is unknown, without a full stop; empty where it is known
 * @param noBetterThan what was seen of an unknown value: it is this one or a worse one; NaN where nothing is known of
 *     it, and where the value is known
 */
public record SeriesValue(long from, long to, double value, double uncertainty, String unknown, double noBetterThan) {
    public static SeriesValue known(long from, long to, double value, double uncertainty) {
        return new SeriesValue(from, to, value, uncertainty, "", Double.NaN);
    }

    public static SeriesValue unknown(long from, long to, String why) {
        return new SeriesValue(from, to, Double.NaN, Double.NaN, why, Double.NaN);
    }

    /** One that is unknown, of which is known how good it is at best; see {@link #noBetterThan()}. */
    public static SeriesValue noBetterThan(long from, long to, double bound, String why) {
        return new SeriesValue(from, to, Double.NaN, Double.NaN, why, bound);
    }

    public boolean isKnown() {
        return unknown.isEmpty();
    }
}
