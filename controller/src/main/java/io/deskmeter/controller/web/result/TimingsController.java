package io.deskmeter.controller.web.result;

import io.deskmeter.controller.columns.ColumnsStore;
import io.deskmeter.controller.columns.Distribution;
import io.deskmeter.controller.columns.GroupBy;
import io.deskmeter.controller.columns.HeatMap;
import io.deskmeter.controller.columns.ResponseSeries;
import io.deskmeter.controller.columns.RunColumns;
import io.deskmeter.controller.columns.TimingFilter;
import io.deskmeter.controller.columns.TimingPage;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.PageLimit;
import io.deskmeter.controller.web.http.PageOffset;
import io.deskmeter.controller.web.http.Paging;
import io.deskmeter.workload.operation.Group;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Queries on the timings of a run. */
@RestController
@RequestMapping(path = "/api/v1/runs/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
class TimingsController {
    private static final String SPANS = "2000";
    private static final int MOST_SPANS = Integer.parseInt(SPANS);

    private final RunQueries queries;
    private final StoredRuns stored;
    private final ColumnsStore columns;
    private final TimingDetails details;

    TimingsController(RunQueries queries, StoredRuns stored, ColumnsStore columns, TimingDetails details) {
        this.queries = queries;
        this.stored = stored;
        this.columns = columns;
        this.details = details;
    }

    /** A page of the selected timings; by default in the order of session and sequence. */
    @GetMapping("/timings")
    TimingPage page(
            @PathVariable String id,
            @PageOffset @RequestParam(defaultValue = Paging.FIRST) int offset,
            @PageLimit @RequestParam(defaultValue = Paging.USUAL) int limit,
            @Parameter(schema = @Schema(allowableValues = {"firedAt", "responseMs", "lagMs", "session"}))
                    @RequestParam(required = false)
                    @Nullable
                    String sort,
            @RequestParam(defaultValue = "false") boolean desc,
            @RequestParam(required = false) @Nullable Integer session,
            @RequestParam(required = false) @Nullable String operation,
            @RequestParam(required = false) @Nullable String outcome,
            @RequestParam(required = false) @Nullable String group,
            @RequestParam(required = false) @Nullable Integer loadPoint,
            @RequestParam(required = false) @Nullable Boolean steady,
            @RequestParam(required = false) @Nullable Double minMs,
            @RequestParam(required = false) @Nullable Double maxMs,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(required = false) @Nullable Instant to) {
        run(id);
        Paging paging = Paging.of(offset, limit);
        TimingFilter filter =
                new TimingFilter(session, operation, outcome, group, loadPoint, steady, minMs, maxMs, from, to);
        TimingPage.Sort by = sort == null ? null : TimingPage.Sort.of(sort);
        return columns.read(id, of -> TimingPage.of(of, filter, by, desc, paging.offset(), paging.limit()));
    }

    /** One timing, with its four instants and its pictures. */
    @GetMapping("/timings/{session}/{sequence}")
    TimingDetails.TimingDetail timing(@PathVariable String id, @PathVariable int session, @PathVariable long sequence) {
        run(id);
        return details.of(id, session, sequence);
    }

    /** Responses over time. */
    @GetMapping("/series")
    ResponseSeries series(
            @PathVariable String id,
            @Parameter(
                            schema =
                                    @Schema(
                                            allowableValues = {"group", "operation"},
                                            defaultValue = "group"))
                    @RequestParam(defaultValue = "group")
                    String by,
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
        run(id);
        int most = spans("buckets", buckets);
        return answer(
                id,
                ResponseSeries.class,
                of -> ResponseSeries.of(of, GroupBy.of(by), loadPoint, steady, most),
                by,
                loadPoint,
                steady,
                most);
    }

    /** The distribution of a load point's steady responses; by default of the last load point. */
    @GetMapping("/distribution")
    Distribution distribution(
            @PathVariable String id,
            @Parameter(
                            schema =
                                    @Schema(
                                            allowableValues = {"group", "operation"},
                                            defaultValue = "group"))
                    @RequestParam(defaultValue = "group")
                    String by,
            @RequestParam(defaultValue = "0") int loadPoint) {
        RunRow run = run(id);
        return answer(
                id,
                Distribution.class,
                of -> Distribution.of(of, GroupBy.of(by), loadPoint, point -> stored.withoutTiming(run, point)),
                by,
                loadPoint);
    }

    /** The p95 of each session over time. */
    @GetMapping("/heatmap")
    HeatMap heatMap(
            @PathVariable String id,
            @Parameter(
                            schema =
                                    @Schema(
                                            allowableValues = {"A", "B", "C"},
                                            defaultValue = "A"))
                    @RequestParam(name = "group", defaultValue = "A")
                    String name,
            @RequestParam(required = false) @Nullable Boolean steady,
            @Parameter(
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = SPANS,
                                            defaultValue = "120"))
                    @RequestParam(name = "columns", defaultValue = "120")
                    int spans) {
        RunRow run = run(id);
        Group group = group(name);
        Double threshold = group == Group.C
                ? null
                : Double.valueOf(run.profile().thresholds().of(group).toNanos() / 1e6);
        int most = spans("columns", spans);
        return answer(
                id,
                HeatMap.class,
                of -> HeatMap.of(of, group.name(), steady, most, threshold),
                group,
                steady,
                most,
                threshold);
    }

    /** The result of a query on a run's columns, computed unless it is cached. */
    private <T> T answer(String id, Class<T> what, Function<RunColumns, T> compute, @Nullable Object... details) {
        return columns.read(id, of -> of.answers().of(what, Arrays.asList(details), () -> compute.apply(of)));
    }

    private static Group group(String name) {
        for (Group group : Group.values()) {
            if (group.name().equals(name)) {
                return group;
            }
        }
        throw new InvalidRequestException("group: " + name + " (expected: A, B or C)");
    }

    private static int spans(String what, int spans) {
        if (spans < 1 || spans > MOST_SPANS) {
            throw new InvalidRequestException(what + ": " + spans + " (expected: 1 to " + MOST_SPANS + ")");
        }
        return spans;
    }

    private RunRow run(String id) {
        return queries.run(id).orElseThrow(() -> NotFoundException.run(id));
    }
}
