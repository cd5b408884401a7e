package io.deskmeter.controller.web.result;

import io.deskmeter.controller.columns.ColumnsStore;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.document.HtmlReport;
import io.deskmeter.controller.report.document.PdfReport;
import io.deskmeter.controller.report.export.JUnitXml;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.report.export.ResourceCsv;
import io.deskmeter.controller.report.export.SessionCsv;
import io.deskmeter.controller.report.export.TimingCsv;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.web.http.NotFoundException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** The results of a run: timings, report, evidence. */
@RestController
@RequestMapping("/api/v1/runs/{id}")
class ResultsController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);

    private final RunQueries queries;
    private final StoredRuns stored;
    private final TimingStore timings;
    private final ReportAssembler reports;
    private final ColumnsStore columns;

    ResultsController(
            RunQueries queries, StoredRuns stored, TimingStore timings, ReportAssembler reports, ColumnsStore columns) {
        this.queries = queries;
        this.stored = stored;
        this.timings = timings;
        this.reports = reports;
        this.columns = columns;
    }

    /** All timings in the order of the store. */
    @GetMapping(path = "/timings", produces = "text/csv")
    ResponseEntity<StreamingResponseBody> csv(@PathVariable String id) {
        requireRun(id);
        StreamingResponseBody body = out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            TimingCsv csv = new TimingCsv(writer);
            try {
                stored.forEachPoint(id, point -> write(csv, id, point));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            writer.flush();
        };
        return ResponseEntity.ok().contentType(CSV).body(body);
    }

    private static void write(TimingCsv csv, String id, TimingPoint point) {
        try {
            csv.write(id, point);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code report.json}. */
    @ApiResponse(
            responseCode = "200",
            description = "Times in milliseconds unless their names say otherwise; null if infinite or missing.",
            content = @Content(schema = @Schema(implementation = RunReport.class)))
    @GetMapping(path = "/report", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StreamingResponseBody> report(@PathVariable String id) {
        RunReport report = assemble(id);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(out -> ReportJson.write(report, out));
    }

    /** {@code report.html}, one file that opens offline. */
    @GetMapping(path = "/report", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<StreamingResponseBody> html(@PathVariable String id) {
        RunReport report = assemble(id);
        StreamingResponseBody body = out -> {
            BandSamples bands = bands(report);
            columns.readOrWrite(id, of -> {
                Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
                HtmlReport.write(report, of.points(), bands, writer);
                writer.flush();
                return true;
            });
        };
        return ResponseEntity.ok().contentType(HTML).body(body);
    }

    /** {@code report.pdf}, for printing. */
    @GetMapping(path = "/report.pdf", produces = MediaType.APPLICATION_PDF_VALUE)
    ResponseEntity<StreamingResponseBody> pdf(@PathVariable String id) {
        RunReport report = assemble(id);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_PDF)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + report.run().id() + ".pdf\"")
                .body(out -> {
                    BandSamples bands = bands(report);
                    columns.readOrWrite(id, of -> {
                        PdfReport.write(report, of.points(), bands, out);
                        return true;
                    });
                });
    }

    private BandSamples bands(RunReport report) {
        return BandSamples.of(
                report, consumer -> stored.forEachSamplePoint(report.run().id(), SampleStore.Selection.ALL, consumer));
    }

    /** {@code junit.xml} for build servers: validity, thresholds, expectations. */
    @Operation(
            summary = "The result as JUnit XML",
            description =
                    "One test case for the run's validity, one for the threshold of each group, one for each expectation of"
                            + " the profile; an expectation that cannot be evaluated is an error.")
    @GetMapping(path = "/junit.xml", produces = MediaType.APPLICATION_XML_VALUE)
    ResponseEntity<StreamingResponseBody> junit(@PathVariable String id) {
        RunReport report = assemble(id);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_XML).body(out -> JUnitXml.write(report, out));
    }

    /** Each session at each load point, with its logon. */
    @GetMapping(path = "/sessions", produces = "text/csv")
    ResponseEntity<StreamingResponseBody> sessions(@PathVariable String id) {
        RunReport report = assemble(id);
        return ResponseEntity.ok().contentType(CSV).body(out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            SessionCsv.write(report, writer);
            writer.flush();
        });
    }

    /** The resource usage of the agents' machines, as means over time spans. */
    @GetMapping(path = "/resources", produces = MediaType.APPLICATION_JSON_VALUE)
    ResourceSeries resourceSeries(
            @PathVariable String id,
            @Parameter(schema = @Schema(type = "integer", format = "int32", minimum = "1", defaultValue = "300"))
                    @RequestParam(defaultValue = "300")
                    int buckets) {
        requireRun(id);
        if (buckets < 1) {
            throw new InvalidRequestException("buckets: " + buckets + " (expected: at least 1)");
        }
        Map<String, List<ResourceFact>> samples = new TreeMap<>();
        timings.forEachSample(
                id,
                (agent, fact) ->
                        samples.computeIfAbsent(agent, a -> new ArrayList<>()).add(fact));
        return ResourceSeries.of(samples, queries.agents(id), buckets);
    }

    /** The resource usage of the agents' machines, about once a second. */
    @GetMapping(path = "/resources", produces = "text/csv")
    ResponseEntity<StreamingResponseBody> resources(@PathVariable String id) {
        requireRun(id);
        return ResponseEntity.ok().contentType(CSV).body(out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            ResourceCsv csv = new ResourceCsv(writer);
            try {
                timings.forEachSample(id, (agent, fact) -> write(csv, agent, fact));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            writer.flush();
        });
    }

    private static void write(ResourceCsv csv, String agent, ResourceFact fact) {
        try {
            csv.write(agent, fact);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunReport assemble(String id) {
        return reports.report(id).orElseThrow(() -> NotFoundException.run(id));
    }

    private void requireRun(String id) {
        if (queries.run(id).isEmpty()) {
            throw NotFoundException.run(id);
        }
    }
}
