package io.deskmeter.measure.timing;

/** What one session gave of a metric at a load point, its losses included, as the verdict counts them. Immutable. */
public final class SampledSession {
    private final int session;
    private final double[] values;
    private final int failed;
    private final int unknown;

    /** @param values sorted; nobody changes them any more */
    public SampledSession(int session, double[] values, int failed, int unknown) {
        this.session = session;
        this.values = values;
        this.failed = failed;
        this.unknown = unknown;
    }

    /** From 0. */
    public int session() {
        return session;
    }

    /** Sorted: the known samples, and as many that are worse than any other as the platform lost. */
    public double[] values() {
        return values.clone();
    }

    /** How many of the values are of samples that the platform lost. */
    public int failed() {
        return failed;
    }

    /** Samples without a value, and those that Deskmeter itself spoilt or lost; they are none of the values. */
    public int unknown() {
        return unknown;
    }
}
