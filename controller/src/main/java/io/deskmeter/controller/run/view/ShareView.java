package io.deskmeter.controller.run.view;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.SessionShares;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;

/**
 * A workload that a share of the sessions works.
 *
 * @param workload its id
 * @param sharePct as planned, of the sessions of any load point, in percent
 * @param sessions how many sessions of the present load point work it; 0 if none is open
 */
@Schema(name = "Share")
public record ShareView(String workload, double sharePct, int sessions) {

    /** Those of a profile, in its order; none if all sessions work all workloads. */
    public static List<ShareView> of(WorkloadProfile profile, int sessions) {
        SessionShares shares = new SessionShares(profile);
        Map<String, Double> percent = ShareTexts.percent(profile);
        return profile.workloads().stream()
                .filter(profile.shares()::containsKey)
                .map(workload -> new ShareView(
                        workload, percent.getOrDefault(workload, 100.0), shares.count(workload, sessions)))
                .toList();
    }
}
