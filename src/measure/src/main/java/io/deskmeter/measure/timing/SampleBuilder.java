package io.deskmeter.measure.timing;

/**
 * Makes a {@link Sample} by the names of its values. One of which nothing else is said is the first of session 0,
 * belongs to no operation and no timing, and needs a value or a reason why there is none.
 */
public final class SampleBuilder {
    private final String metric;
    private int session;
    private long sequence;
    private int iteration;
    private String workload = "";
    private String operation = "";
    private long timing = Sample.NO_TIMING;
    private long from;
    private long to;
    private double value = Double.NaN;
    private double uncertainty = Double.NaN;
    private String unknown = "";
    private double noBetterThan = Double.NaN;

    SampleBuilder(String metric) {
        this.metric = metric;
    }

    /** Index of the session, from 0. */
    public SampleBuilder session(int index) {
        session = index;
        return this;
    }

    /** Number from 1, unique among the samples of (run, session). */
    public SampleBuilder sequence(long number) {
        sequence = number;
        return this;
    }

    /** Index of the iteration, from 0. */
    public SampleBuilder iteration(int index) {
        iteration = index;
        return this;
    }

    /** The operation of which it tells. */
    public SampleBuilder operation(String ofWorkload, String id) {
        workload = ofWorkload;
        operation = id;
        return this;
    }

    /** Sequence of the timing to which it belongs. */
    public SampleBuilder timing(long number) {
        timing = number;
        return this;
    }

    /** Session, iteration, operation and timing of a timing to which it belongs. */
    public SampleBuilder of(Timing whole) {
        return session(whole.session())
                .iteration(whole.iteration())
                .operation(whole.workload(), whole.operation())
                .timing(whole.sequence());
    }

    /** The part of the session of which it tells, in monotonic nanoseconds. */
    public SampleBuilder during(long begin, long end) {
        from = begin;
        to = end;
        return this;
    }

    /**
     * Both NaN where the value is unknown.
     *
     * @param measured in the metric's unit
     * @param off how far the true value may lie from it, in the same unit
     */
    public SampleBuilder value(double measured, double off) {
        value = measured;
        uncertainty = off;
        return this;
    }

    /** Why there is no value, without a full stop; empty where there is one. */
    public SampleBuilder unknown(String why) {
        unknown = why;
        return this;
    }

    /** A bound of an unknown value, in the metric's unit: the true one is this one or a worse one. */
    public SampleBuilder noBetterThan(double bound) {
        noBetterThan = bound;
        return this;
    }

    /**
     * Makes it.
     *
     * @throws IllegalArgumentException if it has a value and a reason why it is unknown, or neither
     */
    public Sample build() {
        return new Sample(
                session,
                sequence,
                iteration,
                workload,
                operation,
                metric,
                timing,
                from,
                to,
                value,
                uncertainty,
                unknown,
                noBetterThan);
    }
}
