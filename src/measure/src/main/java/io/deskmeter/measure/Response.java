package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.Optional;

/**
 * A response as comparisons see it.
 *
 * @param session from 0
 * @param operation {@code office/calc/compute}
 * @param group of the operation
 * @param millis infinite where the operation failed
 */
public record Response(int session, String operation, Group group, double millis) {
    /** Of a timing; empty if it enters no percentile. */
    public static Optional<Response> of(Timing timing) {
        return Responses.ended(timing)
                ? Optional.of(new Response(
                        timing.session(),
                        timing.workload() + "/" + timing.operation(),
                        timing.group(),
                        Responses.millis(timing)))
                : Optional.empty();
    }
}
