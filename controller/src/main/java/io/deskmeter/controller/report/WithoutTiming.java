package io.deskmeter.controller.report;

import io.deskmeter.measure.Response;
import io.deskmeter.workload.Group;
import java.util.Collections;
import java.util.List;

/**
 * Planned operations of a load point of which no timing came.
 *
 * @param session from 0
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param count how many
 * @param ending {@code lost}: with their session; {@code not-delivered}: of a session that was there; {@code ended-early}: the load point had failed and had no time for them
 */
public record WithoutTiming(int session, String workload, String operation, Group group, int count, String ending) {
    private static final String LOST = "lost";

    /**
     * Those of load points of a report. Reports of this version count them ({@code lostOperations}, {@code missingTimings}) and do not list them: nothing is then concluded from
     * such a load point ({@link ComparedPoints#doubt}).
     */
    public static RunComparison.Source<WithoutTiming> of(RunReport report) {
        return indices -> List.of();
    }

    /** As comparisons count them: what was lost is infinitely slow; of the rest nothing is known. */
    List<Response> responses() {
        double millis = ending.equals(LOST) ? Double.POSITIVE_INFINITY : Double.NaN;
        return Collections.nCopies(count, new Response(session, workload + "/" + operation, group, millis));
    }
}
