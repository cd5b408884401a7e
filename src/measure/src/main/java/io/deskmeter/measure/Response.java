package io.deskmeter.measure;

import io.deskmeter.workload.Group;

/**
 * A response as comparisons see it, by the rules of verdicts: what failed, was skipped or was lost is slower than anything seen; of what Deskmeter
 * itself spoilt or lost nothing is known.
 *
 * @param session from 0
 * @param operation {@code office/calc/compute}
 * @param group of the operation
 * @param millis infinite where the operation failed, was not reached or was lost with its session; NaN where it is not known
 */
public record Response(int session, String operation, Group group, double millis) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Of a timing. */
    public static Response of(Timing timing) {
        return of(
                timing.session(),
                timing.workload() + "/" + timing.operation(),
                timing.group(),
                timing.outcome(),
                timing.outcome() == Outcome.OK ? timing.responseNanos() / NANOS_PER_MILLI : Double.NaN);
    }

    /**
     * Of an operation that ended in some way.
     *
     * @param okMillis its response if it is {@link Outcome#OK}; else without a meaning
     */
    public static Response of(int session, String operation, Group group, Outcome outcome, double okMillis) {
        return new Response(
                session,
                operation,
                group,
                switch (outcome) {
                    case OK -> okMillis;
                    case HARNESS_ERROR -> Double.NaN;
                    case TIMEOUT, APPLICATION_FAILED, DESKTOP_LOST, SKIPPED -> Double.POSITIVE_INFINITY;
                });
    }

    /** Whether it is known how the operation ended. */
    public boolean isKnown() {
        return !Double.isNaN(millis);
    }
}
