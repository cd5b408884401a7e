package io.deskmeter.controller.web;

import io.deskmeter.controller.columns.ColumnsStore;
import io.deskmeter.controller.report.ReportJson;
import io.deskmeter.controller.report.RunComparison;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.samples.SampleQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Comparisons of runs. */
@RestController
@RequestMapping("/api/v1/comparisons")
class ComparisonsController {
    private static final int MOST_RUNS = 20;

    private final ReportAssembler reports;
    private final ColumnsStore columns;
    private final SampleQueries samples;

    ComparisonsController(ReportAssembler reports, ColumnsStore columns, SampleQueries samples) {
        this.reports = reports;
        this.columns = columns;
        this.samples = samples;
    }

    /** Compares runs at load points of one size. */
    @Operation(
            summary = "Compares runs with the first of them",
            description =
                    "Of each group and each operation the difference and the ratio of p50 and p95 at load points of the same number of"
                            + " sessions, with 95 % intervals from a bootstrap over the sessions of both runs, and how sure it is that the run is"
                            + " slower (0 to 1). Of each metric that both runs have the difference of the statistic that judges it. Runs of other workload content or other think times, and invalid runs, are refused, each with its"
                            + " reasons; other modes, desktop sizes and thresholds are remarked.")
    @ApiResponse(
            responseCode = "200",
            description = "Times in milliseconds; null if infinite or missing.",
            content = @Content(schema = @Schema(implementation = RunComparison.class)))
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StreamingResponseBody> compare(
            @Parameter(
                            description = "Ids of two or more runs; the first is the baseline.",
                            array = @ArraySchema(minItems = 2, maxItems = MOST_RUNS, schema = @Schema(minLength = 1)))
                    @RequestParam
                    List<String> runs,
            @Parameter(
                            description =
                                    "The number of sessions to compare at; by default the largest that was measured in all.")
                    @RequestParam(required = false)
                    @Nullable
                    Integer at) {
        if (runs.size() < 2 || runs.size() > MOST_RUNS) {
            throw new InvalidRequestException(
                    "runs: " + runs.size() + " (expected: two or more, the baseline first, at most " + MOST_RUNS + ")");
        }
        List<RunComparison.Side> sides = runs.stream().map(this::side).toList();
        RunComparison comparison = RunComparison.of(sides, at == null ? OptionalInt.empty() : OptionalInt.of(at));
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(out -> ReportJson.write(comparison, out));
    }

    private RunComparison.Side side(String id) {
        RunReport report = reports.report(id).orElseThrow(() -> NotFoundException.run(id));
        return new RunComparison.Side(
                report, points -> columns.read(id, of -> of.responses(points)), points -> samples.values(id, points));
    }
}
