package io.deskmeter.controller.web.profile;

import io.deskmeter.controller.check.PngSize;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.web.document.RequestDocuments;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.profile.WorkloadCosts.WorkloadCost;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The workloads. An id has one name or several, joined by slashes, so it is a parameter of the query and not a part of
 * the path.
 */
@RestController
@RequestMapping("/api/v1/workloads")
class WorkloadsController {
    /** Which workload is meant. */
    @Parameter(description = "Id of a workload, `office/writer` or any number of names.")
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    private @interface WorkloadId {}

    private final WorkloadCatalog catalog;
    private final WorkloadCosts costs;
    private final EvidenceStore evidence;

    WorkloadsController(WorkloadCatalog catalog, WorkloadCosts costs, EvidenceStore evidence) {
        this.catalog = catalog;
        this.costs = costs;
        this.evidence = evidence;
    }

    /** A broken workload is listed too, with its problems. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<WorkloadView> list() {
        List<WorkloadView> views = new ArrayList<>();
        Map<String, WorkloadCost> cost = costs.all();
        for (String id : catalog.ids()) {
            views.add(view(id, cost.get(id)));
        }
        return views;
    }

    /** The unchanged {@code workload.yaml}. */
    @ApiResponse(
            responseCode = "200",
            description = "A workload.",
            content = @Content(mediaType = RequestDocuments.YAML, schema = @Schema(type = "object")))
    @GetMapping(path = "/document", produces = RequestDocuments.YAML)
    Resource document(@WorkloadId @RequestParam String workload) {
        return new FileSystemResource(catalog.document(known(workload)));
    }

    /** A landmark. Only landmarks of the workload are read from the disk. */
    @GetMapping(path = "/landmark", produces = MediaType.IMAGE_PNG_VALUE)
    Resource landmark(
            @WorkloadId @RequestParam String workload,
            @Parameter(description = "Its name in the list of workloads.") @RequestParam String landmark) {
        String id = known(workload);
        Path folder = landmarks(id);
        return PngSize.pictures(folder).stream()
                .filter(file -> name(folder, file).equals(landmark))
                .findFirst()
                .map(FileSystemResource::new)
                .orElseThrow(() -> new NotFoundException(
                        "landmark: " + landmark + " (expected: a picture of workload " + id + ")"));
    }

    /** Of each operation a film strip of the latest run that has one. */
    @GetMapping(path = "/film-strips", produces = MediaType.APPLICATION_JSON_VALUE)
    List<EvidenceStore.StripOfOperation> filmStrips(@WorkloadId @RequestParam String workload) {
        return evidence.latestStrips(known(workload));
    }

    private String known(String id) {
        if (!catalog.ids().contains(id)) {
            throw new NotFoundException("workload: " + id + " (expected: one of " + catalog.ids() + ")");
        }
        return id;
    }

    private Path landmarks(String id) {
        return catalog.document(id).resolveSibling("landmarks");
    }

    private static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    private WorkloadView view(String id, @Nullable WorkloadCost cost) {
        try {
            Workload workload = catalog.load(id);
            return new WorkloadView(
                    id,
                    workload.title(),
                    workload.description(),
                    workload.checksum(),
                    workload.operations().stream()
                            .map(o -> new OperationView(
                                    o.id(), o.group().name(), o.occurrences().size()))
                            .toList(),
                    workload.metrics().stream().map(WorkloadsController::metric).toList(),
                    workload.packages(),
                    workload.application().commands().keySet().stream().sorted().toList(),
                    pictures(id),
                    cost,
                    List.of());
        } catch (InvalidDocumentException e) {
            return new WorkloadView(
                    id, "", "", "", List.of(), List.of(), List.of(), List.of(), pictures(id), cost, e.problems());
        }
    }

    private static MetricView metric(Metric metric) {
        return new MetricView(
                metric.id(),
                metric.title(),
                metric.unit(),
                metric.better().word(),
                metric.statistic().word());
    }

    private List<LandmarkView> pictures(String id) {
        Path folder = landmarks(id);
        return PngSize.pictures(folder).stream()
                .map(file -> picture(name(folder, file), file))
                .toList();
    }

    private static LandmarkView picture(String name, Path file) {
        try {
            PngSize size = PngSize.of(file);
            return new LandmarkView(name, size.width(), size.height());
        } catch (IOException e) {
            // A check reports its problems; the list includes it nevertheless.
            return new LandmarkView(name, 0, 0);
        }
    }

    /**
     * A workload.
     *
     * @param description what it does, in a sentence or two; may be empty
     * @param checksum over all its files, empty if it is broken
     * @param metrics what it measures beside response times
     * @param packages Debian packages that its application needs on Linux
     * @param platforms for which it has a command: {@code linux}, {@code windows}
     * @param landmarks pictures that its conditions look for
     * @param cost of an iteration; null if it was not measured
     * @param problems empty if it can be used
     */
    @Schema(name = "Workload")
    record WorkloadView(
            String id,
            String title,
            String description,
            String checksum,
            List<OperationView> operations,
            List<MetricView> metrics,
            List<String> packages,
            List<String> platforms,
            List<LandmarkView> landmarks,
            @Nullable WorkloadCost cost,
            List<Problem> problems) {}

    /**
     * An operation.
     *
     * @param times how often it is worked in an iteration
     */
    @Schema(name = "Operation")
    record OperationView(String id, String group, int times) {}

    /**
     * Something that a workload measures beside response times.
     *
     * @param unit {@code ms}, {@code 1} for a plain number, or other text
     * @param better {@code higher} or {@code lower}: which values are the better ones
     * @param statistic what judges all samples of a load point: {@code p95}, {@code p5}, {@code mean}, {@code max} or
     *     {@code within LOW to HIGH, share S}
     */
    @Schema(name = "WorkloadMetric")
    record MetricView(String id, String title, String unit, String better, String statistic) {}

    /**
     * A landmark.
     *
     * @param name of its file below {@code landmarks/}
     * @param width in pixels, 0 if the file is no PNG
     * @param height in pixels, 0 if the file is no PNG
     */
    @Schema(name = "Landmark")
    record LandmarkView(String name, int width, int height) {}
}
