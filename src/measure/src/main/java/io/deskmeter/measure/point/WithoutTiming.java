package io.deskmeter.measure.point;

import io.deskmeter.measure.timing.Ending;
import io.deskmeter.workload.operation.Group;

/**
 * Operations of one session that were planned for a load point and have no timing, with how they ended.
 *
 * @param session from 0
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param count how many
 * @param ending {@link Ending#LOST} with their session, {@link Ending#NOT_DELIVERED} where the session was there,
 *     {@link Ending#ENDED_EARLY} where the point was ended before
 */
public record WithoutTiming(int session, String workload, String operation, Group group, int count, Ending ending) {
    public static WithoutTiming of(MissingOperations missing, Ending ending) {
        return new WithoutTiming(
                missing.session(), missing.workload(), missing.operation(), missing.group(), missing.count(), ending);
    }
}
