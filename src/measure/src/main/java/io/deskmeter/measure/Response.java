package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.Optional;

/**
 * A response as comparisons see it.
 *
 * @param session from 0
 * @param operation {@code office/calc/compute}
 * @param group of the operation
 * @param millis infinite where the operation is a loss of the platform: it failed, was not reached, or was lost
 */
public record Response(int session, String operation, Group group, double millis) {
    /** Of a timing; empty if the harness spoilt it, so that it is not known. */
    public static Optional<Response> of(Timing timing) {
        return Responses.counts(timing)
                ? Optional.of(new Response(
                        timing.session(),
                        timing.workload() + "/" + timing.operation(),
                        timing.group(),
                        Responses.millis(timing)))
                : Optional.empty();
    }
}
