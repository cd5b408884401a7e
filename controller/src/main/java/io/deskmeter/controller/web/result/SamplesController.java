package io.deskmeter.controller.web.result;

import io.deskmeter.controller.report.RunMetrics;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.report.export.SampleCsv;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.samples.MetricDetails;
import io.deskmeter.controller.samples.SampleFilter;
import io.deskmeter.controller.samples.SamplePage;
import io.deskmeter.controller.samples.SampleQueries;
import io.deskmeter.controller.samples.SampleSort;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.PageLimit;
import io.deskmeter.controller.web.http.PageOffset;
import io.deskmeter.controller.web.http.Paging;
import io.deskmeter.workload.metric.Metric;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Queries on what the workloads of a run measured beside responses. */
@RestController
@RequestMapping("/api/v1/runs/{id}")
class SamplesController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final String SPANS = "2000";
    private static final int MOST_SPANS = Integer.parseInt(SPANS);

    private final RunQueries queries;
    private final SampleQueries samples;

    SamplesController(RunQueries queries, SampleQueries samples) {
        this.queries = queries;
        this.samples = samples;
    }

    /** All samples as they come from the store. */
    @GetMapping(path = "/samples.csv", produces = "text/csv")
    ResponseEntity<StreamingResponseBody> csv(@PathVariable String id) {
        RunRow run = run(id);
        return ResponseEntity.ok().contentType(CSV).body(out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            SampleCsv csv = new SampleCsv(writer, run.metrics().metrics());
            try {
                samples.forEach(id, point -> write(csv, id, point));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            writer.flush();
        });
    }

    private static void write(SampleCsv csv, String id, SamplePoint point) {
        try {
            csv.write(id, point);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A page of the samples that are asked for; by session and sequence unless said otherwise. */
    @GetMapping(path = "/samples", produces = MediaType.APPLICATION_JSON_VALUE)
    SamplePage page(
            @PathVariable String id,
            @PageOffset @RequestParam(defaultValue = Paging.FIRST) int offset,
            @PageLimit @RequestParam(defaultValue = Paging.USUAL) int limit,
            @Parameter(schema = @Schema(allowableValues = {"at", "value", "session"}))
                    @RequestParam(required = false)
                    @Nullable
                    String sort,
            @RequestParam(defaultValue = "false") boolean desc,
            @RequestParam(required = false) @Nullable Integer session,
            @RequestParam(required = false) @Nullable String metric,
            @RequestParam(required = false) @Nullable String operation,
            @RequestParam(required = false) @Nullable Integer loadPoint,
            @RequestParam(required = false) @Nullable Boolean steady,
            @RequestParam(required = false) @Nullable Boolean unknown,
            @RequestParam(required = false) @Nullable Double min,
            @RequestParam(required = false) @Nullable Double max,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(required = false) @Nullable Instant to) {
        run(id);
        Paging paging = Paging.of(offset, limit);
        SampleFilter filter =
                new SampleFilter(session, metric, operation, loadPoint, steady, unknown, min, max, from, to);
        SampleSort by = sort == null ? null : SampleSort.of(sort);
        return samples.page(id, filter, by, desc, paging.offset(), paging.limit());
    }

    /** What the workloads measured beside responses, and its figures at each load point. */
    @Operation(summary = "The metrics of a run")
    @ApiResponse(
            responseCode = "200",
            description = "Figures in the units of the metrics; null if infinite or missing.",
            content = @Content(schema = @Schema(implementation = RunMetrics.class)))
    @GetMapping(path = "/metrics", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StreamingResponseBody> metrics(@PathVariable String id) {
        RunMetrics metrics = samples.metrics(run(id));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(out -> ReportJson.write(metrics, out));
    }

    /**
     * One metric over time, as a distribution, and of each session; distribution and sessions of the last load point
     * unless said otherwise.
     */
    @GetMapping(path = "/metrics/{metric}", produces = MediaType.APPLICATION_JSON_VALUE)
    MetricDetails metric(
            @PathVariable String id,
            @PathVariable String metric,
            @RequestParam(defaultValue = "0") int loadPoint,
            @RequestParam(required = false) @Nullable Boolean steady,
            @Parameter(
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = SPANS,
                                            defaultValue = "200"))
                    @RequestParam(defaultValue = "200")
                    int buckets) {
        RunRow run = run(id);
        if (buckets < 1 || buckets > MOST_SPANS) {
            throw new InvalidRequestException("buckets: " + buckets + " (expected: 1 to " + MOST_SPANS + ")");
        }
        return samples.metric(run, metric, loadPoint, steady, buckets)
                .orElseThrow(() -> new NotFoundException("metric: " + metric
                        + " (expected: one that the workloads of run "
                        + id + " measure: "
                        + run.metrics().metrics().stream().map(Metric::id).collect(Collectors.joining(", ")) + ")"));
    }

    private RunRow run(String id) {
        return queries.run(id).orElseThrow(() -> NotFoundException.run(id));
    }
}
