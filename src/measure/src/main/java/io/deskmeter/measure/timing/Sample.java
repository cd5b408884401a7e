package io.deskmeter.measure.timing;

/**
 * One value of a metric. It is known and carries its uncertainty, or it is unknown and says why; unknown is never zero.
 *
 * @param session index from 0
 * @param sequence from 1, unique among the samples of (run, session)
 * @param iteration from 0
 * @param workload id
 * @param operation id
 * @param metric id
 * @param timing sequence of the timing to which it belongs, {@link #NO_TIMING} where it belongs to none
 * @param from when the part of the session began of which it tells, in monotonic nanoseconds of the clock of the
 *     session's timings
 * @param to when that part ended
 * @param value in the metric's unit, NaN where it is unknown
 * @param uncertainty how far the true value may lie from {@code value}, in the same unit, not negative; NaN where the
 *     value is unknown
 * @param unknown why the value is unknown, without a full stop; empty where it is known
 * @param noBetterThan what was seen of an unknown value: in the metric's unit, the true value is this one or a worse
 *     one (higher where lower is better, lower where higher is); NaN where nothing is known of it, and where the value
 *     is known
 */
public record Sample(
        int session,
        long sequence,
        int iteration,
        String workload,
        String operation,
        String metric,
        long timing,
        long from,
        long to,
        double value,
        double uncertainty,
        String unknown,
        double noBetterThan) {
    /** Stands for the timing of a sample that belongs to none. */
    public static final long NO_TIMING = 0;

    public Sample {
        if (Double.isNaN(value) == unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "sample of " + metric + ": " + (unknown.isEmpty() ? "NaN without" : value + " with")
                            + " a reason why it is unknown (expected: a value, or a reason)");
        }
        if (unknown.isEmpty() && !Double.isNaN(noBetterThan)) {
            throw new IllegalArgumentException("sample of " + metric + ": value " + value + " and no better than "
                    + noBetterThan + " (expected: a bound of an unknown value only)");
        }
    }

    /**
     * Begins one.
     *
     * @param metric id
     */
    public static SampleBuilder builder(String metric) {
        return new SampleBuilder(metric);
    }

    /** Whether there is a value. */
    public boolean isKnown() {
        return unknown.isEmpty();
    }

    /** Whether something is known of an unknown value: how good it is at best. */
    public boolean isBounded() {
        return !Double.isNaN(noBetterThan);
    }
}
