package io.deskmeter.workload.plan;

import io.deskmeter.workload.Operation;
import io.deskmeter.workload.Workload;
import java.time.Duration;

/**
 * One entry of a session's plan.
 *
 * @param iteration from 0
 * @param workload whose operation it is
 * @param operation what to do
 * @param occurrence from 0, which of the operation's occurrences
 * @param think the pause before it
 * @param firstOfWorkload true where a new visit to the application begins
 */
public record PlannedOperation(
        int iteration,
        Workload workload,
        Operation operation,
        int occurrence,
        Duration think,
        boolean firstOfWorkload) {}
