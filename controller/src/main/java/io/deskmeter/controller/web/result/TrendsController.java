package io.deskmeter.controller.web.result;

import io.deskmeter.controller.report.compare.RunTrend;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.store.run.RunFilter;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Results over time. */
@RestController
@RequestMapping("/api/v1/trends")
class TrendsController {
    private static final String LIMIT = "20";
    private static final String MOST_TEXT = "50";
    private static final int MOST_RUNS = Integer.parseInt(MOST_TEXT);

    private final ReportAssembler reports;
    private final RunQueries queries;

    TrendsController(ReportAssembler reports, RunQueries queries) {
        this.reports = reports;
        this.queries = queries;
    }

    /** The latest runs of a run profile that have ended. */
    @Operation(
            summary = "Results of a run profile over time",
            description =
                    "Of the latest runs of the profile that have ended, the oldest first: capacity with its interval, the figures of"
                            + " the groups at load points of one size, expectations, and what was different around a run from the one before. Runs"
                            + " that cannot be compared with the latest valid one, and those without a valid result, have their reasons in"
                            + " `refusals`. A profile without runs has none.")
    @ApiResponse(
            responseCode = "200",
            description = "Times in milliseconds; null if infinite, missing or not known.",
            content = @Content(schema = @Schema(implementation = RunTrend.class)))
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StreamingResponseBody> trend(
            @Parameter(description = "Id of a run profile.", schema = @Schema(minLength = 1)) @RequestParam
                    String profile,
            @Parameter(
                            description = "How many runs at most.",
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = MOST_TEXT,
                                            defaultValue = LIMIT))
                    @RequestParam(defaultValue = LIMIT)
                    int limit) {
        if (limit < 1 || limit > MOST_RUNS) {
            throw new InvalidRequestException("limit: " + limit + " (expected: 1 to " + MOST_RUNS + ")");
        }
        RunFilter filter = new RunFilter(RunState.ENDED, profile, List.of(), null);
        List<RunTrend.Ended> ended =
                queries.runs(filter, 0, limit).stream().flatMap(this::ended).toList();
        RunTrend trend = RunTrend.of(profile, ended);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(out -> ReportJson.write(trend, out));
    }

    /** None if it was deleted meanwhile. */
    private Stream<RunTrend.Ended> ended(RunRow run) {
        return reports.report(run.id()).stream()
                .map(report -> new RunTrend.Ended(report, run.state().label()));
    }
}
