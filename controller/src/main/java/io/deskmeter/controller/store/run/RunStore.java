package io.deskmeter.controller.store.run;

import static io.deskmeter.controller.store.engine.ColumnMapping.time;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.lease.NotOwnedException;
import io.deskmeter.controller.store.lease.RunOwnership;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.validity.ValidityCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes runs. Thread-safe. */
@Component
public final class RunStore implements RunJournal {
    /** The largest length of the id of a run that the tables can store. */
    public static final int MOST_ID = 64;

    /** How a session has ended does not change: what is told of it later is a repetition, or wrong. */
    private static final List<String> OVER = Arrays.stream(SessionPhase.values())
            .filter(SessionPhase::over)
            .map(Enum::name)
            .toList();

    private static final int RANGES_AT_ONCE = 250;
    private static final int RANGE_COLUMNS = 6;

    /** In SQL: the run belongs to this process, and has not ended. */
    private static final String OWN =
            "id = :id and controller = :controller and fence = :fence and state not in (:ended)";

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final ControllerIdentity identity;

    public RunStore(JdbcClient jdbc, WriteTransactions writes, ControllerIdentity identity) {
        this.jdbc = jdbc;
        this.writes = writes;
        this.identity = identity;
    }

    /** A new run. */
    public void create(RunPlan plan, Map<String, String> environment) {
        writes.run(() -> jdbc.sql("""
                        insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state,
                            created_at, reasons, environment, checksums, per_iteration, metrics, controller, fence)
                        values (:id, :profile, :title, :mode, :seed, :yaml, :operations, :state, :createdAt, '[]',
                            :environment, :checksums, :perIteration, :metrics, :controller, :fence)""")
                .param("id", plan.id())
                .param("profile", plan.profile().id())
                .param("title", plan.profile().title())
                .param("mode", plan.mode())
                .param("seed", plan.profile().workloads().seed())
                .param("yaml", plan.yaml())
                .param("operations", plan.operationsPerIteration())
                .param("state", RunState.CREATED.name())
                .param("createdAt", time(plan.createdAt()))
                .param("environment", ColumnMapping.json(environment))
                .param("checksums", ColumnMapping.json(plan.checksums()))
                .param("perIteration", ColumnMapping.json(plan.perIteration()))
                .param("metrics", ColumnMapping.json(plan.metrics()))
                .param("controller", identity.id())
                .param("fence", identity.instance())
                .update());
    }

    /**
     * The state of a run that is not deleted, empty if there is none; asked with the writers' connections, for which
     * readers do not compete.
     */
    public Optional<RunState> stateOf(String runId) {
        return jdbc.sql("select state from run where id = :id and deleted_at is null")
                .param("id", runId)
                .query(String.class)
                .optional()
                .map(RunState::valueOf);
    }

    /**
     * Whether a run was deleted. That the store does not have it is no proof: it may be an older state of the store.
     */
    public boolean isDeleted(String runId) {
        return jdbc.sql("select count(*) from (select id from deleted_run where id = :id"
                                + " union all select id from run where id = :id and deleted_at is not null) deleted")
                        .param("id", runId)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Whether a session of a run is stored. */
    public boolean hasSession(String runId, int session) {
        return jdbc.sql("select count(*) from session where run_id = :id and session = :session")
                        .param("id", runId)
                        .param("session", session)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    @Override
    public void state(String runId, StageProgress left, RunState state, Instant at) {
        writes.run(() -> {
            left(runId, left);
            requireOwned(
                    runId,
                    jdbc.sql("update run set state = :state where " + OWN)
                            .param("state", state.name())
                            .params(own(runId))
                            .update());
            log(runId, new StageNote(at, state, state.title()), true);
        });
    }

    private Map<String, Object> own(String runId) {
        return Map.of(
                "id", runId, "controller", identity.id(), "fence", identity.instance(), "ended", RunOwnership.ended());
    }

    /**
     * Another controller ends a run whose controller has not renewed its lease, and a second process of the same
     * identity, as of a cloned machine, ends what the first one has begun. This one, when it comes back, must not
     * change it any more. Nor does anybody change how a run has ended.
     */
    private static void requireOwned(String runId, int rows) {
        if (rows == 0) {
            throw new JournalException(
                    "run " + runId
                            + " has ended, or is not this controller's any more: its lease expired, and another controller ended the run"
                            + " (expected: a lease that is renewed; hint: see this controller's log, and the store's load)",
                    new NotOwnedException("run " + runId + ": no row of this process"));
        }
    }

    private void requireOwned(String runId) {
        requireOwned(
                runId,
                jdbc.sql("select count(*) from run where " + OWN)
                        .params(own(runId))
                        .query(Integer.class)
                        .single());
    }

    @Override
    public void note(String runId, StageNote note) {
        writes.run(() -> log(runId, note, false));
    }

    private void log(String runId, StageNote note, boolean entered) {
        jdbc.sql("""
                        insert into stage_log (run_id, at, state, entered, message, session)
                        values (:run, :at, :state, :entered, :message, :session)""")
                .param("run", runId)
                .param("at", time(note.at()))
                .param("state", note.state().name())
                .param("entered", entered)
                .param("message", note.message())
                .param("session", note.session())
                .update();
    }

    private void left(String runId, StageProgress progress) {
        jdbc.sql("""
                        update stage_log set done = :done, total = :total, what = :what
                        where id = (select max(id) from stage_log where run_id = :run and entered)""")
                .param("done", progress.done())
                .param("total", progress.of())
                .param("what", progress.what())
                .param("run", runId)
                .update();
    }

    @Override
    public void agent(String runId, AgentPort.Reserved agent) {
        writes.run(() -> {
            requireOwned(runId);
            jdbc.sql("""
                        insert into run_agent (run_id, agent, host, version, facts)
                        values (:run, :agent, :host, :version, :facts)""")
                    .param("run", runId)
                    .param("agent", agent.id())
                    .param("host", agent.host())
                    .param("version", agent.version())
                    .param("facts", ColumnMapping.json(agent.facts()))
                    .update();
        });
    }

    @Override
    public void session(String runId, int session, int position, String agent, Instant at) {
        writes.run(() -> {
            requireOwned(runId);
            jdbc.sql("""
                        insert into session (run_id, session, load_position, agent, asked_at, state, iteration, logon_nanos, detail)
                        values (:run, :session, :position, :agent, :at, 'ASKED', 0, 0, '')""")
                    .param("run", runId)
                    .param("session", session)
                    .param("position", position)
                    .param("agent", agent)
                    .param("at", time(at))
                    .update();
        });
    }

    @Override
    public void session(String runId, SessionFact fact) {
        writes.run(() -> jdbc.sql("""
                        update session set state = :state, iteration = greatest(iteration, :iteration),
                            logon_nanos = greatest(logon_nanos, :logon), detail = :detail,
                            logon_queued_nanos = greatest(coalesce(logon_queued_nanos, 0), :queued)
                        where run_id = :run and session = :session and state not in (:over)""")
                .param("over", OVER)
                .param("state", fact.phase().name())
                .param("iteration", fact.iteration())
                .param("logon", fact.logonNanos())
                .param("queued", fact.queuedNanos())
                .param("detail", fact.detail())
                .param("run", runId)
                .param("session", fact.session())
                .update());
    }

    @Override
    public void loadPoint(String runId, PointRecord point) {
        writes.run(() -> {
            requireOwned(runId);
            for (String table : List.of("load_point_session", "load_point")) {
                jdbc.sql("delete from " + table + " where run_id = :run and number = :number")
                        .param("run", runId)
                        .param("number", point.number())
                        .update();
            }
            insertPoint(runId, point);
            List<Object> ranges = new ArrayList<>();
            Set<Integer> discarded = Set.copyOf(point.discarded());
            point.counted()
                    .forEach((session, range) ->
                            ranges.addAll(range(runId, point, session, range, discarded.contains(session))));
            discarded.stream()
                    .filter(session -> !point.counted().containsKey(session))
                    .forEach(session -> ranges.addAll(range(runId, point, session, new CountedRange(0, 0), true)));
            insertRanges(ranges);
        });
    }

    private void insertPoint(String runId, PointRecord point) {
        jdbc.sql("""
                        insert into load_point (run_id, number, sessions, brief, extensions, started_at, window_at, ended_at,
                            resources, worked, logons, failure, not_judged, ended_early, in_time, samples_in_time)
                        values (:run, :number, :sessions, :brief, :extensions, :startedAt, :windowAt, :endedAt,
                            :resources, :worked, :logons, :failure, :notJudged, :endedEarly, :inTime,
                            :samplesInTime)""")
                .param("run", runId)
                .param("number", point.number())
                .param("sessions", point.sessions())
                .param("brief", point.brief())
                .param("extensions", point.extensions())
                .param("startedAt", time(point.startedAt()))
                .param("windowAt", time(point.windowAt()))
                .param("endedAt", time(point.endedAt()))
                .param("resources", ColumnMapping.json(point.resources()))
                .param("worked", ColumnMapping.json(point.worked()))
                .param("failure", point.failure() == null ? null : ColumnMapping.json(point.failure()))
                .param("logons", ColumnMapping.json(point.logons()))
                .param("notJudged", point.notJudged())
                .param("endedEarly", point.endedEarly())
                .param("inTime", ColumnMapping.json(point.inTime()))
                .param("samplesInTime", ColumnMapping.json(point.samplesInTime()))
                .update();
    }

    private static List<Object> range(
            String runId, PointRecord point, int session, CountedRange range, boolean discarded) {
        return List.of(runId, point.number(), session, range.from(), range.to(), discarded);
    }

    /**
     * Some hundreds with each statement: the run waits for it, and a point of ten thousand sessions has ten thousand.
     */
    private void insertRanges(List<Object> values) {
        for (int from = 0; from < values.size(); from += RANGES_AT_ONCE * RANGE_COLUMNS) {
            List<Object> some = values.subList(from, Math.min(values.size(), from + RANGES_AT_ONCE * RANGE_COLUMNS));
            String rows = String.join(", ", Collections.nCopies(some.size() / RANGE_COLUMNS, "(?, ?, ?, ?, ?, ?)"));
            jdbc.sql(
                            "insert into load_point_session (run_id, number, session, first_iteration, end_iteration, discarded)"
                                    + " values " + rows)
                    .params(some)
                    .update();
        }
    }

    @Override
    public void validity(String runId, List<ValidityCheck> checks) {
        writes.run(() -> {
            requireOwned(runId);
            jdbc.sql("update run set validity = :validity where id = :id")
                    .param("validity", ColumnMapping.json(checks))
                    .param("id", runId)
                    .update();
        });
    }

    @Override
    public void ended(
            String runId,
            RunState state,
            Instant at,
            List<String> reasons,
            @Nullable Capacity capacity,
            RunCounts counts) {
        writes.run(() -> {
            end(runId, state, at, reasons);
            jdbc.sql("update run set counts = :counts, capacity = :capacity where id = :id")
                    .param("counts", ColumnMapping.json(counts))
                    .param("capacity", capacity == null ? null : ColumnMapping.json(CapacityView.of(capacity)))
                    .param("id", runId)
                    .update();
        });
    }

    /** A run that its controller left unfinished. */
    public void interrupted(String runId, RunState state, Instant at, String reason) {
        writes.run(() -> end(runId, state, at, List.of(reason)));
    }

    private void end(String runId, RunState state, Instant at, List<String> reasons) {
        requireOwned(
                runId,
                jdbc.sql("update run set state = :state, ended_at = :at, reasons = :reasons where " + OWN)
                        .param("state", state.name())
                        .param("at", time(at))
                        .param("reasons", ColumnMapping.json(reasons))
                        .params(own(runId))
                        .update());
        log(runId, new StageNote(at, state, state.title()), true);
    }
}
