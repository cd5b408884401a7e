package io.deskmeter.controller.web.result;

import io.deskmeter.controller.columns.ColumnsStore;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.compare.ForeignCpu;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.compare.RunComparison.Question;
import io.deskmeter.controller.report.compare.RunComparison.Side;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.samples.SampleQueries;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunFilter;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.web.http.NotFoundException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
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

    /** More runs would tell little more of how much equal runs differ, and each is read. */
    private static final int MOST_HISTORY = 8;

    private final ReportAssembler reports;
    private final ColumnsStore columns;
    private final SampleQueries samples;
    private final RunQueries queries;
    private final TimingStore timings;

    ComparisonsController(
            ReportAssembler reports,
            ColumnsStore columns,
            SampleQueries samples,
            RunQueries queries,
            TimingStore timings) {
        this.reports = reports;
        this.columns = columns;
        this.samples = samples;
        this.queries = queries;
        this.timings = timings;
    }

    /** Compares runs at load points of one size. */
    @Operation(
            summary = "Compares runs with a baseline",
            description =
                    "Of each group and each operation the difference and the ratio of p50 and p95 at load points of the same number of"
                            + " sessions, with 95 % intervals that include the variation between runs, how sure it is that the other side is"
                            + " slower (0 to 1), and the finding. The variation is estimated from the runs of both sides and from earlier"
                            + " runs of the same profile and setup; if it is not known, nothing is decided. Of each metric that"
                            + " all runs have the difference of the statistic that judges it. Runs of other workload content or other think times, and invalid runs, are refused, each with its"
                            + " reasons; other modes, desktop sizes and thresholds are remarked. `setup` lists what was different around the runs.")
    @ApiResponse(
            responseCode = "200",
            description = "Times in milliseconds; null if infinite, missing or not known.",
            content = @Content(schema = @Schema(implementation = RunComparison.class)))
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StreamingResponseBody> compare(
            @Parameter(
                            description =
                                    "Ids of two or more runs. Without `baselines` the first is the baseline, and each other is compared with it.",
                            array = @ArraySchema(minItems = 2, maxItems = MOST_RUNS, schema = @Schema(minLength = 1)))
                    @RequestParam
                    List<String> runs,
            @Parameter(
                            description =
                                    "Those of `runs` that are the baseline together; all others are then the other side together.",
                            array = @ArraySchema(maxItems = MOST_RUNS, schema = @Schema(minLength = 1)))
                    @RequestParam(required = false)
                    @Nullable
                    List<String> baselines,
            @Parameter(
                            description =
                                    "The number of sessions to compare at; by default the largest that was measured in full in all.")
                    @RequestParam(required = false)
                    @Nullable
                    Integer at) {
        if (runs.size() < 2 || runs.size() > MOST_RUNS) {
            throw new InvalidRequestException(
                    "runs: " + runs.size() + " (expected: two or more, the baseline first, at most " + MOST_RUNS + ")");
        }
        RunComparison comparison = RunComparison.of(
                question(runs, baselines == null ? List.of() : baselines),
                at == null ? OptionalInt.empty() : OptionalInt.of(at));
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(out -> ReportJson.write(comparison, out));
    }

    private Question question(List<String> runs, List<String> baselines) {
        if (!runs.containsAll(baselines)) {
            throw new InvalidRequestException("baselines: " + baselines + " (expected: some of runs: " + runs + ")");
        }
        List<Side> sides = runs.stream().map(this::side).toList();
        List<Side> earlier = history(sides.get(0).report(), runs);
        if (baselines.isEmpty()) {
            return Question.eachWithTheFirst(sides, earlier);
        }
        Map<Boolean, List<Side>> byPart = sides.stream()
                .collect(Collectors.partitioningBy(
                        side -> baselines.contains(side.report().run().id())));
        return new Question(
                byPart.getOrDefault(true, List.of()), List.of(byPart.getOrDefault(false, List.of())), earlier);
    }

    /**
     * Earlier runs of the same profile, the newest first; which of them have the same setup and size the comparison
     * finds out.
     */
    private List<Side> history(RunReport of, List<String> compared) {
        RunFilter earlier = new RunFilter(Set.of(RunState.FINISHED), of.run().profile(), List.of(), null);
        return queries.runs(earlier, 0, MOST_HISTORY + MOST_RUNS).stream()
                .map(RunRow::id)
                .filter(id -> !compared.contains(id))
                .limit(MOST_HISTORY)
                .map(this::side)
                .toList();
    }

    private Side side(String id) {
        RunReport report = reports.report(id).orElseThrow(() -> NotFoundException.run(id));
        ForeignCpu foreign = new ForeignCpu(report);
        timings.forEachSample(id, (agent, fact) -> foreign.add(fact));
        return new Side(
                report,
                points -> columns.read(id, of -> of.responses(points)),
                RunComparison.withoutTiming(report),
                points -> samples.values(id, points),
                foreign.percent());
    }
}
