package io.deskmeter.workload.plan;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import java.time.Duration;

/**
 * One entry of a session's plan.
 *
 * @param iteration from 0
 * @param workload whose operation it is
 * @param operation what to do
 * @param occurrence from 0, which of the operation's occurrences
 * @param think the pause before it
 * @param firstOfWorkload true if a new application instance is opened
 */
public record PlannedOperation(
        int iteration,
        Workload workload,
        Operation operation,
        int occurrence,
        Duration think,
        boolean firstOfWorkload) {}
