package io.deskmeter.controller.web.run;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.LiveHistory;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.StageDetail;
import io.deskmeter.controller.store.lease.ControllerLease;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.store.retention.RunDeletion;
import io.deskmeter.controller.store.run.RunFilter;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.web.document.RequestDocuments;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.PageOffset;
import io.deskmeter.controller.web.http.Paging;
import io.deskmeter.controller.web.stream.RunEventStreams;
import io.deskmeter.workload.InvalidDocumentException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Starts, shows and ends runs. */
@RestController
@RequestMapping("/api/v1/runs")
public class RunsController {
    private static final int LISTED = 100;
    private static final int MOST_WORDS = 20;
    private static final int MOST_POINTS = 10_000;

    private final RunStarter starter;
    private final ActiveRuns runs;
    private final RunQueries queries;
    private final StoredRuns stored;
    private final RunEventStreams events;
    private final LiveHistory history;
    private final RunDeletion deletion;
    private final Retention retention;
    private final ControllerLease lease;
    private final RunWaits waits;

    RunsController(
            RunStarter starter,
            ActiveRuns runs,
            RunQueries queries,
            StoredRuns stored,
            RunEventStreams events,
            LiveHistory history,
            RunDeletion deletion,
            Retention retention,
            ControllerLease lease,
            RunWaits waits) {
        this.starter = starter;
        this.runs = runs;
        this.queries = queries;
        this.stored = stored;
        this.events = events;
        this.history = history;
        this.deletion = deletion;
        this.retention = retention;
        this.lease = lease;
        this.waits = waits;
    }

    /** The latest. */
    public List<RunSummary> latest() {
        return queries.runs(RunFilter.NONE, 0, LISTED).stream()
                .map(RunSummary::of)
                .toList();
    }

    /** Runs, newest first. */
    @Operation(summary = "Runs, newest first")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    RunPage list(
            @Parameter(
                            description = "Label of a state.",
                            schema =
                                    @Schema(
                                            allowableValues = {
                                                "created",
                                                "preparing",
                                                "ramping-up",
                                                "steady",
                                                "judging",
                                                "ramping-down",
                                                "ending",
                                                "reporting",
                                                "finished",
                                                "invalid",
                                                "failed",
                                                "stopped",
                                                "interrupted"
                                            }))
                    @RequestParam(required = false)
                    @Nullable
                    String state,
            @Parameter(description = "Id of a run profile.") @RequestParam(required = false) @Nullable String profile,
            @Parameter(description = "Words that must all occur in title, profile, id, load or reasons.")
                    @RequestParam(defaultValue = "")
                    String text,
            @Parameter(description = "Only runs that started before this one, so that new runs do not shift the pages.")
                    @RequestParam(required = false)
                    @Nullable
                    String before,
            @PageOffset @RequestParam(defaultValue = Paging.FIRST) int offset,
            @Parameter(
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = Paging.LARGEST_TEXT,
                                            defaultValue = "100"))
                    @RequestParam(defaultValue = "100")
                    int limit) {
        Paging paging = Paging.of(offset, limit);
        if (before != null) {
            row(before);
        }
        List<String> words = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", MOST_WORDS + 1));
        if (words.size() > MOST_WORDS) {
            throw new InvalidRequestException("text: more words than " + MOST_WORDS + " (expected: fewer)");
        }
        RunFilter filter = new RunFilter(state == null ? Set.of() : Set.of(RunState.of(state)), profile, words, before);
        List<RunSummary> page = queries.runs(filter, paging.offset(), paging.limit()).stream()
                .map(RunSummary::of)
                .toList();
        return new RunPage(queries.count(filter), offset, page);
    }

    /**
     * A page of runs.
     *
     * @param total how many satisfy the filter
     * @param offset of the first
     * @param runs of this page
     */
    record RunPage(int total, int offset, List<RunSummary> runs) {}

    /** Starts a run; {@code name} is the name of the document in messages. */
    @ApiResponse(responseCode = "201", description = "The run that was begun.", useReturnTypeSchema = true)
    @PostMapping(
            consumes = {"application/yaml", "application/x-yaml", "text/yaml"},
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    ResponseEntity<RunSummary> start(@RequestBody byte[] yaml, @RequestParam(defaultValue = "profile.yaml") String name)
            throws InvalidDocumentException {
        String id = starter.start(name, RequestDocuments.text(name, yaml));
        return ResponseEntity.created(URI.create("/api/v1/runs/" + id)).body(RunSummary.of(row(id)));
    }

    /** A run; with {@code wait} when it has ended, or when that time is over. */
    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<RunSnapshot> get(
            @PathVariable String id,
            @Parameter(
                            description =
                                    "Answer when the run has ended, or after this time: seconds or minutes, as 60s or 5m; at most 10m.")
                    @RequestParam(required = false)
                    @Nullable
                    String wait,
            HttpServletRequest request) {
        return waits.end(id, RunWaits.time(wait), Caller.of(request), () -> get(id));
    }

    private RunSnapshot get(String id) {
        Optional<RunSnapshot> live = runs.find(id).map(RunStateMachine::snapshot);
        return live.or(() -> stored.snapshot(id)).orElseThrow(() -> NotFoundException.run(id));
    }

    /** Every stage so far: when, how far, what happened in it, what was found of single sessions. */
    @GetMapping(path = "/{id}/stages", produces = MediaType.APPLICATION_JSON_VALUE)
    List<StageDetail> stages(@PathVariable String id) {
        row(id);
        List<StageDetail> stages = new ArrayList<>(stored.stages(id));
        Optional<RunSnapshot> live = runs.find(id).map(RunStateMachine::snapshot);
        int last = stages.size() - 1;
        if (live.isPresent()
                && last >= 0
                && stages.get(last).endedAt() == null
                && stages.get(last).state().equals(live.get().state())) {
            stages.set(last, stages.get(last).with(live.get().stage()));
        }
        return stages;
    }

    @GetMapping(path = "/{id}/load-points", produces = MediaType.APPLICATION_JSON_VALUE)
    List<LoadPoint> loadPoints(@PathVariable String id) {
        return stored.judged(row(id)).stream().map(LoadPoint::of).toList();
    }

    /** The running p95 since the start, about every two seconds; snapshots continue it. Empty for finished runs. */
    @Operation(summary = "The running p95 of an active run over time; empty for finished runs")
    @GetMapping(path = "/{id}/p95", produces = MediaType.APPLICATION_JSON_VALUE)
    List<LiveHistory.LivePoint> p95(
            @PathVariable String id,
            @Parameter(
                            description = "So many points at most, the newest among them.",
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = "10000",
                                            defaultValue = "1000"))
                    @RequestParam(defaultValue = "1000")
                    int points) {
        if (points < 1 || points > MOST_POINTS) {
            throw new InvalidRequestException("points: " + points + " (expected: 1 to " + MOST_POINTS + ")");
        }
        row(id);
        return history.of(id, points);
    }

    /** Complete snapshots: the first at once, then at most two a second, the last when the run is over. */
    @ApiResponse(
            responseCode = "200",
            description = "Events \"snapshot\", each with a complete one as its data; the stream ends with the run.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = RunSnapshot.class)))
    @GetMapping(path = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(@PathVariable String id, HttpServletRequest request) {
        return events.subscribe(Caller.of(request), id, () -> get(id));
    }

    /** Ends the run after the current operations. */
    @PostMapping(path = "/{id}/stop", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    RunId stop(@PathVariable String id) {
        onItsWay(id).stop("stopped on request");
        return new RunId(id);
    }

    /** Ends the run now. */
    @PostMapping(path = "/{id}/abort", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    RunId abort(@PathVariable String id) {
        onItsWay(id).abort("aborted on request");
        return new RunId(id);
    }

    /** Asks the store only about runs that are not on their way here: it may be what hangs. */
    private RunStateMachine onItsWay(String id) {
        return runs.find(id).filter(run -> !run.snapshot().ended()).orElseThrow(() -> notOnItsWay(id));
    }

    private ConflictException notOnItsWay(String id) {
        RunRow row = row(id);
        return otherOwner(row)
                .orElseGet(() -> new ConflictException(
                        "run: " + id + " is " + row.state().label() + " (expected: one that has not ended)"));
    }

    /** The reason why this controller cannot stop a run that goes on: it belongs to another one. */
    private Optional<ConflictException> otherOwner(RunRow run) {
        return run.state().ended()
                ? Optional.empty()
                : lease.otherOwner(run.id())
                        .map(owner -> new ConflictException("run: " + run.id() + " belongs to the controller " + owner
                                + " (expected: a run of this controller; hint: stop or abort it there)"));
    }

    /** The run profile with which it was started, with all references resolved: it can be started again unchanged. */
    @ApiResponse(
            responseCode = "200",
            description = "A run profile.",
            content = @Content(mediaType = RequestDocuments.YAML, schema = @Schema(type = "object")))
    @GetMapping(path = "/{id}/profile", produces = RequestDocuments.YAML)
    String profile(@PathVariable String id) {
        return row(id).stored().yaml();
    }

    /** Begins a run of the same profile, with the workloads as they are now. */
    @ApiResponse(responseCode = "201", description = "The run that was begun.", useReturnTypeSchema = true)
    @PostMapping(path = "/{id}/rerun", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RunId> rerun(@PathVariable String id) throws InvalidDocumentException {
        RunRow row = row(id);
        String next = starter.start(row.profileId() + ".yaml", row.stored().yaml());
        return ResponseEntity.created(URI.create("/api/v1/runs/" + next)).body(new RunId(next));
    }

    /**
     * Deletes a run with its timings, pictures and derived files. It disappears at once; the disk space is released
     * when no run is active.
     */
    @Operation(summary = "Deletes a run that has ended")
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String id) {
        RunRow run = row(id);
        if (runs.find(id).isPresent() || !run.state().ended()) {
            throw new ConflictException("run: " + id + " is " + run.state().label()
                    + " (expected: one that has ended; hint: stop or abort it first)");
        }
        if (!retention.delete(id)) {
            row(id);
            throw new ConflictException("run: " + id + " is pinned (expected: one that is not; hint: unpin it first)");
        }
    }

    /** Pins the run: it cannot be deleted until it is unpinned. */
    @Operation(summary = "Pins a run")
    @PostMapping("/{id}/pin")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void pin(@PathVariable String id) {
        pin(id, true);
    }

    /** Unpins the run: it can be deleted again. */
    @Operation(summary = "Unpins a run")
    @PostMapping("/{id}/unpin")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unpin(@PathVariable String id) {
        pin(id, false);
    }

    private void pin(String id, boolean pinned) {
        if (!deletion.pin(id, pinned)) {
            throw NotFoundException.run(id);
        }
    }

    /** Which run. */
    public record RunId(String id) {}

    private RunRow row(String id) {
        return queries.run(id).orElseThrow(() -> NotFoundException.run(id));
    }
}
