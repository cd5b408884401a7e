package io.deskmeter.controller.store.run;

import static io.deskmeter.controller.store.engine.ColumnMapping.instant;
import static io.deskmeter.controller.store.engine.ColumnMapping.instantOrNull;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.validity.PointSessions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Reads runs. Thread-safe. */
@Component
public final class RunQueries {
    private final ReadConnections reads;

    public RunQueries(ReadConnections reads) {
        this.reads = reads;
    }

    /** The number of runs that match a filter. */
    public int count(RunFilter filter) {
        Map<String, Object> parameters = new HashMap<>();
        return reads.sql("select count(*) from run " + filter.where(parameters))
                .params(parameters)
                .query(Integer.class)
                .single();
    }

    /** The runs that match a filter, newest first, from this offset. */
    public List<RunRow> runs(RunFilter filter, int offset, int limit) {
        Map<String, Object> parameters = new HashMap<>();
        String where = filter.where(parameters);
        return reads.sql(
                        "select * from run " + where + " order by created_at desc, id desc limit :limit offset :offset")
                .params(parameters)
                .param("limit", limit)
                .param("offset", offset)
                .query((row, number) -> run(row))
                .list();
    }

    /** A run, empty if the id is unknown. */
    public Optional<RunRow> run(String id) {
        return reads.sql("select * from run where id = :id and deleted_at is null")
                .param("id", id)
                .query((row, number) -> run(row))
                .optional();
    }

    private static RunRow run(ResultSet row) throws SQLException {
        return new RunRow(
                row.getString("id"),
                row.getString("profile"),
                row.getString("title"),
                row.getString("mode"),
                row.getLong("seed"),
                new StoredProfile(row.getString("id"), row.getString("profile_yaml")),
                RunState.valueOf(row.getString("state")),
                instant(row, "created_at"),
                instantOrNull(row, "ended_at"),
                ColumnMapping.strings(row.getString("reasons")),
                ColumnMapping.readOrNull(row.getString("counts"), RunCounts.class),
                ColumnMapping.readOrNull(row.getString("capacity"), CapacityView.class),
                ColumnMapping.map(row.getString("environment")),
                ColumnMapping.checks(row.getString("validity")),
                ColumnMapping.map(row.getString("checksums")),
                ColumnMapping.operations(row.getString("per_iteration")),
                ColumnMapping.metrics(row.getString("metrics")));
    }

    /**
     * A line of the stage log.
     *
     * @param entered where it is the beginning of the state
     * @param progress how far the state came; only of its beginning, and only when it is over
     */
    public record LoggedNote(StageNote note, boolean entered, StageProgress progress) {}

    /** The stage log, oldest first. */
    public List<LoggedNote> log(String runId) {
        return reads.sql("select * from stage_log where run_id = :run order by id")
                .param("run", runId)
                .query((row, number) -> new LoggedNote(
                        new StageNote(
                                instant(row, "at"),
                                RunState.valueOf(row.getString("state")),
                                row.getString("message"),
                                row.getInt("session")),
                        row.getBoolean("entered"),
                        new StageProgress(row.getInt("done"), row.getInt("total"), row.getString("what"))))
                .list();
    }

    /** The sessions of a run. */
    public List<SessionView> sessions(String runId) {
        return reads.sql("select session.*, run.ended_at from session join run on run.id = run_id"
                        + " where run_id = :run order by session")
                .param("run", runId)
                .query((row, number) -> new SessionView(
                        row.getInt("session"),
                        row.getString("agent"),
                        phase(row).label(),
                        row.getInt("iteration"),
                        row.getString("detail")))
                .list();
    }

    private static SessionPhase phase(ResultSet row) throws SQLException {
        SessionPhase stored = SessionPhase.valueOf(row.getString("state"));
        return row.getObject("ended_at") == null ? stored : stored.ofEndedRun();
    }

    /** The positions of the sessions of a run, by their numbers; none of a run from before there were positions. */
    public Map<Integer, Integer> positions(String runId) {
        Map<Integer, Integer> positions = new HashMap<>();
        reads.sql("select session, load_position from session where run_id = :run and load_position is not null")
                .param("run", runId)
                .query(row -> {
                    positions.put(row.getInt("session"), row.getInt("load_position"));
                });
        return positions;
    }

    /**
     * A session and its logon.
     *
     * @param lost whether the platform lost it, or refused its logon
     * @param faulted whether an error of Deskmeter itself ended it
     * @param logonMs from the start of the desktop to its first usable frame, in milliseconds; NaN where it never came
     *     to that, or where that is not known
     * @param queuedMs for how long the start of the desktop had waited in its agent before, in milliseconds: lag of the
     *     harness, not part of the logon. NaN where it is not known
     */
    public record Logon(int session, String agent, boolean lost, boolean faulted, double logonMs, double queuedMs) {}

    /** The sessions of a run with their logons. */
    public List<Logon> logons(String runId) {
        return reads.sql("select * from session where run_id = :run order by session")
                .param("run", runId)
                .query((row, number) -> new Logon(
                        row.getInt("session"),
                        row.getString("agent"),
                        SessionPhase.valueOf(row.getString("state")).isLoss(),
                        SessionPhase.valueOf(row.getString("state")) == SessionPhase.FAULTED,
                        row.getLong("logon_nanos") == 0 ? Double.NaN : row.getLong("logon_nanos") / 1e6,
                        Objects.requireNonNullElse(row.getObject("logon_queued_nanos", Long.class), -1L) < 0
                                ? Double.NaN
                                : row.getLong("logon_queued_nanos") / 1e6))
                .list();
    }

    /** The agents of a run. */
    public List<AgentPort.Reserved> agents(String runId) {
        return reads.sql("select * from run_agent where run_id = :run order by agent")
                .param("run", runId)
                .query((row, number) -> new AgentPort.Reserved(
                        row.getString("agent"),
                        "",
                        row.getString("host"),
                        row.getString("version"),
                        0,
                        ColumnMapping.map(row.getString("facts"))))
                .list();
    }

    /** The judged load points in order. */
    public List<PointRecord> loadPoints(String runId) {
        List<PointRecord> points = reads.sql("select * from load_point where run_id = :run order by number")
                .param("run", runId)
                .query((row, number) -> point(row))
                .list();
        return points.stream().map(point -> withRanges(runId, point)).toList();
    }

    /**
     * Whether a version stored load points of a run that did not yet account for all that was planned: it did not store
     * which logons were asked for.
     */
    public boolean isOfEarlierVersion(String runId) {
        return reads.sql("select count(*) from load_point where run_id = :run and logons is null")
                        .param("run", runId)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private static PointRecord point(ResultSet row) throws SQLException {
        return new PointRecord(
                row.getInt("number"),
                row.getInt("sessions"),
                row.getBoolean("brief"),
                instant(row, "started_at"),
                instant(row, "window_at"),
                instant(row, "ended_at"),
                row.getInt("extensions"),
                ColumnMapping.read(row.getString("resources"), PointResources.class),
                Map.of(),
                List.of(),
                ColumnMapping.read(row.getString("worked"), PointSessions.class),
                ColumnMapping.logons(row.getString("logons")),
                ColumnMapping.readOrNull(row.getString("failure"), PointFailure.class),
                row.getString("not_judged"),
                row.getString("ended_early"),
                ColumnMapping.sequences(row.getString("in_time")),
                ColumnMapping.sequences(row.getString("samples_in_time")));
    }

    private PointRecord withRanges(String runId, PointRecord point) {
        Map<Integer, CountedRange> counted = new HashMap<>();
        List<Integer> discarded = new ArrayList<>();
        reads.sql("select * from load_point_session where run_id = :run and number = :number order by session")
                .param("run", runId)
                .param("number", point.number())
                .query((ResultSet row) -> {
                    int session = row.getInt("session");
                    counted.put(session, new CountedRange(row.getInt("first_iteration"), row.getInt("end_iteration")));
                    if (row.getBoolean("discarded")) {
                        discarded.add(session);
                    }
                });
        return point.with(counted, discarded);
    }
}
