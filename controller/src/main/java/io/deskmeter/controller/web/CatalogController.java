package io.deskmeter.controller.web;

import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What there is to run, and who could run it. */
@RestController
@RequestMapping("/api/v1")
class CatalogController {
    private final Fleet fleet;
    private final WorkloadCatalog catalog;

    CatalogController(Fleet fleet, WorkloadCatalog catalog) {
        this.fleet = fleet;
        this.catalog = catalog;
    }

    @GetMapping(path = "/agents", produces = MediaType.APPLICATION_JSON_VALUE)
    List<AgentView> agents() {
        return fleet.views();
    }

    /** A broken workload is listed too, with its problems. */
    @GetMapping(path = "/workloads", produces = MediaType.APPLICATION_JSON_VALUE)
    List<WorkloadView> workloads() {
        List<WorkloadView> views = new ArrayList<>();
        for (String id : catalog.ids()) {
            views.add(view(id));
        }
        return views;
    }

    private WorkloadView view(String id) {
        try {
            Workload workload = catalog.load(id);
            return new WorkloadView(
                    id,
                    workload.title(),
                    workload.checksum(),
                    workload.operations().stream()
                            .map(o -> new OperationView(
                                    o.id(), o.group().name(), o.occurrences().size()))
                            .toList(),
                    List.of());
        } catch (InvalidDocumentException e) {
            return new WorkloadView(id, "", "", List.of(), e.problems());
        }
    }

    /**
     * A workload.
     *
     * @param checksum over all its files, empty where it is broken
     * @param problems empty where it can be used
     */
    record WorkloadView(
            String id,
            String title,
            String checksum,
            List<OperationView> operations,
            List<InvalidDocumentException.Problem> problems) {}

    /**
     * An operation.
     *
     * @param times how often it is worked in an iteration
     */
    record OperationView(String id, String group, int times) {}
}
