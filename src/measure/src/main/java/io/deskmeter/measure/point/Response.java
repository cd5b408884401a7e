package io.deskmeter.measure.point;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.util.Optional;

/**
 * A response as comparisons see it, by the rules of verdicts: what failed, was skipped or was lost is slower than
 * anything seen; of what Deskmeter itself spoilt or lost nothing is known.
 *
 * @param session from 0
 * @param timing its sequence number within the session, {@link Sample#NO_TIMING} where there is none or where it is not
 *     told
 * @param operation {@code office/calc/compute}
 * @param group of the operation
 * @param millis infinite where the operation is a loss of the platform: it failed, was not reached, or was lost; NaN
 *     where it is not known
 */
public record Response(int session, long timing, String operation, Group group, double millis) {
    /** Of no timing. */
    public Response(int session, String operation, Group group, double millis) {
        this(session, Sample.NO_TIMING, operation, group, millis);
    }

    /** Of a timing; empty if the harness spoilt it, so that it is not known. */
    public static Optional<Response> of(Timing timing) {
        return Responses.counts(timing)
                ? Optional.of(new Response(
                        timing.session(),
                        timing.sequence(),
                        timing.workload() + "/" + timing.operation(),
                        timing.group(),
                        Responses.millis(timing)))
                : Optional.empty();
    }

    /**
     * Of an operation that was planned, whatever became of it.
     *
     * @param okMillis its response if it is {@link Outcome#OK}; else without a meaning
     */
    public static Response ofPlanned(
            int session, long timing, String operation, Group group, Outcome outcome, double okMillis) {
        return new Response(
                session,
                timing,
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
