package io.deskmeter.controller.web.profile;

import io.deskmeter.controller.run.view.ShareTexts;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Workload profiles, which run profiles name by their ids. */
@RestController
@RequestMapping("/api/v1/workload-profiles")
class WorkloadProfilesController {
    private final WorkloadCatalog catalog;

    WorkloadProfilesController(WorkloadCatalog catalog) {
        this.catalog = catalog;
    }

    /** All, by id; a broken one is listed too, with its problems. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<WorkloadProfileView> list() {
        return catalog.workloadProfileIds().stream().map(this::view).toList();
    }

    private WorkloadProfileView view(String id) {
        try {
            WorkloadProfile profile = catalog.workloadProfile(id);
            return new WorkloadProfileView(
                    id,
                    profile.workloads(),
                    ShareTexts.percent(profile),
                    profile.iterations(),
                    profile.skipFirst(),
                    profile.skipLast(),
                    profile.think().mean().toMillis(),
                    100 * profile.think().spread(),
                    profile.order().name().toLowerCase(Locale.ROOT),
                    profile.seed(),
                    List.of());
        } catch (InvalidDocumentException e) {
            return new WorkloadProfileView(id, List.of(), Map.of(), 0, 0, 0, 0, 0, "", 0, e.problems());
        }
    }

    /**
     * A workload profile.
     *
     * @param workloads ids, in the order of the file
     * @param shares of the sessions that work a workload, in percent, by its id; a workload that is missing is worked
     *     by all sessions
     * @param iterations of a fixed run
     * @param skipFirst iterations at the start that do not count
     * @param skipLast iterations at the end that do not count
     * @param thinkMs mean of the pause before every operation
     * @param thinkSpreadPct how far it varies
     * @param order of the workloads within an iteration: {@code shuffled} or {@code fixed}
     * @param problems empty if it can be used
     */
    @Schema(name = "WorkloadProfile")
    record WorkloadProfileView(
            String id,
            List<String> workloads,
            Map<String, Double> shares,
            int iterations,
            int skipFirst,
            int skipLast,
            long thinkMs,
            double thinkSpreadPct,
            String order,
            long seed,
            List<Problem> problems) {}
}
