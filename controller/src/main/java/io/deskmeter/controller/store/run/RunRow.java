package io.deskmeter.controller.store.run;

import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.run.RunProfile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as stored.
 *
 * @param profileId id of its run profile
 * @param stored its run profile as it was then
 * @param validity the checks it was held to, none if it ended before that
 * @param checksums of its workloads
 * @param perIteration what one iteration of a session works
 * @param metrics what it measures beside responses
 */
public record RunRow(
        String id,
        String profileId,
        String title,
        String mode,
        long seed,
        StoredProfile stored,
        RunState state,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<String> reasons,
        @Nullable RunCounts counts,
        @Nullable CapacityView capacity,
        Map<String, String> environment,
        List<ValidityCheck> validity,
        Map<String, String> checksums,
        List<OperationCount> perIteration,
        MetricPlan metrics) {
    /** Its run profile. */
    public RunProfile profile() {
        return stored.profile();
    }
}
