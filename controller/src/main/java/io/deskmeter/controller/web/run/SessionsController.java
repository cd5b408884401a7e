package io.deskmeter.controller.web.run;

import io.deskmeter.controller.columns.TimingView;
import io.deskmeter.controller.ingest.Screenshots;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.PageLimit;
import io.deskmeter.controller.web.http.PageOffset;
import io.deskmeter.controller.web.http.Paging;
import io.deskmeter.controller.web.http.UpstreamTimeoutException;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.v1.Screenshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The sessions of a run, also of an active one. */
@RestController
@RequestMapping("/api/v1/runs/{id}/sessions")
class SessionsController {
    private static final int LATEST = 200;

    private final RunQueries queries;
    private final StoredRuns stored;
    private final ActiveRuns runs;
    private final Screenshots frames;

    SessionsController(RunQueries queries, StoredRuns stored, ActiveRuns runs, Screenshots frames) {
        this.queries = queries;
        this.stored = stored;
        this.runs = runs;
        this.frames = frames;
    }

    /** A page of the sessions, by number; also for active runs. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    SessionPage sessions(
            @PathVariable String id,
            @PageOffset @RequestParam(defaultValue = Paging.FIRST) int offset,
            @PageLimit @RequestParam(defaultValue = Paging.USUAL) int limit) {
        Paging paging = Paging.of(offset, limit);
        List<SessionView> all = all(id);
        Map<String, String> hosts = queries.agents(id).stream()
                .collect(Collectors.toMap(AgentPort.Reserved::id, AgentPort.Reserved::host, (one, other) -> other));
        Map<Integer, Double> logons = queries.logons(id).stream()
                .filter(logon -> Double.isFinite(logon.logonMs()))
                .collect(Collectors.toMap(RunQueries.Logon::session, RunQueries.Logon::logonMs, (one, other) -> other));
        List<SessionSummary> page = paging.page(all).stream()
                .map(view -> new SessionSummary(
                        view.session(),
                        view.agent(),
                        hosts.getOrDefault(view.agent(), ""),
                        view.state(),
                        view.iteration(),
                        view.detail(),
                        logons.get(view.session())))
                .toList();
        return new SessionPage(all.size(), offset, page);
    }

    /**
     * A page of sessions.
     *
     * @param total how many the run has had
     * @param offset of the first
     * @param sessions of this page
     */
    record SessionPage(int total, int offset, List<SessionSummary> sessions) {}

    /**
     * A session in a list.
     *
     * @param detail the reason of its end, empty if there is none
     * @param logonMs from the start of its desktop to the first usable frame; null if it never came to that
     */
    record SessionSummary(
            int session,
            String agent,
            String host,
            String state,
            int iteration,
            String detail,
            @Nullable Double logonMs) {}

    /** A session with its latest timings. */
    @GetMapping(path = "/{session}", produces = MediaType.APPLICATION_JSON_VALUE)
    SessionDetail session(@PathVariable String id, @PathVariable int session) {
        SessionView view = find(id, session);
        return new SessionDetail(
                session,
                view.agent(),
                queries.agents(id).stream()
                        .filter(agent -> agent.id().equals(view.agent()))
                        .map(AgentPort.Reserved::host)
                        .findFirst()
                        .orElse(""),
                view.state(),
                view.iteration(),
                view.detail(),
                queries.logons(id).stream()
                        .filter(logon -> logon.session() == session && Double.isFinite(logon.logonMs()))
                        .map(RunQueries.Logon::logonMs)
                        .findFirst()
                        .orElse(null),
                stored.workloads(id, session),
                stored.latest(id, session, LATEST).stream().map(TimingView::of).toList());
    }

    /** A screenshot of the session, at most 1280 pixels wide. */
    @GetMapping(path = "/{session}/screenshot", produces = MediaType.IMAGE_PNG_VALUE)
    CompletableFuture<ResponseEntity<byte[]>> screenshot(@PathVariable String id, @PathVariable int session) {
        SessionView view = find(id, session);
        if (view.over() || runs.find(id).isEmpty()) {
            throw new NotFoundException(
                    "session: " + session + " of run " + id + " is finished (expected: an active one)");
        }
        String agent = nameOf(id, view.agent());
        return frames.ask(view.agent(), id, session).handle((answer, failure) -> picture(agent, answer, failure));
    }

    private String nameOf(String run, String agent) {
        Map<String, String> names = AgentNames.of(queries.agents(run).stream()
                .map(one -> AgentNames.Agent.of(one.id(), one.host(), one.facts()))
                .toList());
        return names.getOrDefault(agent, agent);
    }

    private static ResponseEntity<byte[]> picture(
            String agent, @Nullable Screenshot answer, @Nullable Throwable failure) {
        if (answer == null) {
            throw new UpstreamTimeoutException("agent: " + agent + " has not answered (expected: a picture within "
                    + Screenshots.WITHIN_MILLIS + " ms; hint: " + why(failure) + ")");
        }
        if (!answer.getRefusal().isEmpty()) {
            throw new NotFoundException(answer.getRefusal());
        }
        return ResponseEntity.ok()
                .contentType(MediaType.IMAGE_PNG)
                .cacheControl(CacheControl.noStore())
                .body(answer.getPng().toByteArray());
    }

    private static String why(@Nullable Throwable failure) {
        String message = failure == null ? null : failure.getMessage();
        return message == null ? "it may be busy, or its version may be too old" : message;
    }

    private List<SessionView> all(String id) {
        return runs.find(id)
                .map(run -> run.snapshot().sessions())
                .or(() -> queries.run(id).map(run -> queries.sessions(id)))
                .orElseThrow(() -> NotFoundException.run(id));
    }

    private SessionView find(String id, int session) {
        List<SessionView> sessions = all(id);
        return sessions.stream()
                .filter(one -> one.session() == session)
                .findFirst()
                .orElseThrow(() -> new NotFoundException(
                        "session: " + session + " (expected: one of the " + sessions.size() + " of run " + id + ")"));
    }

    /**
     * A session.
     *
     * @param logonMs from the start of its desktop to the first usable frame; null if it never came to that
     * @param workloads ids of those that it works, in the order of the profile
     * @param timings the latest 200, newest first
     */
    record SessionDetail(
            int session,
            String agent,
            String host,
            String state,
            int iteration,
            String detail,
            @Nullable Double logonMs,
            List<String> workloads,
            List<TimingView> timings) {}
}
