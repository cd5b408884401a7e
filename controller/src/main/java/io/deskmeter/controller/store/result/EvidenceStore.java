package io.deskmeter.controller.store.result;

import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.measure.timing.Outcome;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which pictures a run has. Thread-safe. */
@Component
public final class EvidenceStore {
    /** Agents say how many they have left out: more than this counts as this, so that a sum is always a number. */
    static final long MOST_LEFT_OUT = 1_000_000_000;

    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;

    public EvidenceStore(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes) {
        this.reads = reads;
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /**
     * A picture or a sound, and the timing it belongs to; workload, operation and outcome are empty until that timing
     * is stored.
     *
     * @param name file name
     * @param session from 0
     * @param sequence of the timing, within its session
     */
    public record Picture(String name, int session, long sequence, String workload, String operation, String outcome) {}

    /**
     * A run that pictures may belong to.
     *
     * @param endedAt null while it has not ended
     */
    public record Receiver(@Nullable Instant endedAt) {}

    /** The run of that id; uses the writers' connections, so it does not wait for readers. */
    public Optional<Receiver> receiver(String runId) {
        return jdbc.sql("select ended_at from run where id = :run and deleted_at is null")
                .param("run", runId)
                .query((row, number) -> new Receiver(ColumnMapping.instantOrNull(row, "ended_at")))
                .optional();
    }

    /** The size of all descriptions of a run. */
    public long descriptionBytes(String runId) {
        return jdbc.sql("select coalesce(sum(octet_length(strip)), 0) from evidence where run_id = :run")
                .param("run", runId)
                .query(Long.class)
                .single();
    }

    /**
     * Notes a picture; once more is the same as once.
     *
     * @param strip its description as received; null if there is none
     */
    public void add(String runId, String name, int session, long sequence, byte @Nullable [] strip) {
        writes.run(() -> jdbc.sql("""
                        insert into evidence (run_id, name, session, sequence, strip)
            values (:run, :name, :session, :sequence, :strip) on conflict do nothing\
            """)
                .param("run", runId)
                .param("name", name)
                .param("session", session)
                .param("sequence", sequence)
                .param("strip", strip, Types.VARBINARY)
                .update());
    }

    /** Stores the number of pictures of a run that an agent has left out so far. */
    public void leftOut(String runId, String agent, long said) {
        // Without a sign on the wire.
        long pictures = said < 0 ? MOST_LEFT_OUT : Math.min(MOST_LEFT_OUT, said);
        writes.run(() -> {
            int known = jdbc.sql(
                            "update evidence_left_out set pictures = greatest(pictures, :pictures) where run_id = :run and agent = :agent")
                    .param("run", runId)
                    .param("agent", agent)
                    .param("pictures", pictures)
                    .update();
            if (known == 0) {
                jdbc.sql("insert into evidence_left_out (run_id, agent, pictures) values (:run, :agent, :pictures)")
                        .param("run", runId)
                        .param("agent", agent)
                        .param("pictures", pictures)
                        .update();
            }
        });
    }

    /**
     * Counts a picture that is not kept; a controller that starts again goes on counting.
     *
     * @param reason in the place of an agent
     */
    public void leftOutOneMore(String runId, String reason) {
        writes.run(() -> {
            int known = jdbc.sql("update evidence_left_out set pictures = least(pictures, :most) + 1"
                            + " where run_id = :run and agent = :reason")
                    .param("run", runId)
                    .param("reason", reason)
                    .param("most", MOST_LEFT_OUT)
                    .update();
            if (known == 0) {
                jdbc.sql("insert into evidence_left_out (run_id, agent, pictures) values (:run, :reason, 1)")
                        .param("run", runId)
                        .param("reason", reason)
                        .update();
            }
        });
    }

    /** The same by the agent, or by the controller's reason. */
    public Map<String, Long> leftOutBy(String runId) {
        Map<String, Long> by = new TreeMap<>();
        reads.sql("select agent, least(pictures, :most) as pictures from evidence_left_out"
                        + " where run_id = :run and pictures > 0")
                .param("most", MOST_LEFT_OUT)
                .param("run", runId)
                .query((row, number) -> by.put(row.getString("agent"), row.getLong("pictures")))
                .list();
        return by;
    }

    /** The number of pictures of a run that were requested and are not kept. */
    public long leftOut(String runId) {
        return reads.sql("select coalesce(sum(least(pictures, :most)), 0) from evidence_left_out where run_id = :run")
                .param("most", MOST_LEFT_OUT)
                .param("run", runId)
                .query(Long.class)
                .single();
    }

    /** The descriptions of a run's operations with pictures, in the order of the pictures' names. */
    public List<byte[]> strips(String runId) {
        return reads.sql("select strip from evidence where run_id = :run and strip is not null order by name")
                .param("run", runId)
                .query((row, number) -> row.getBytes("strip"))
                .list();
    }

    /** The descriptions of one operation and of its worst second; none if there are no pictures of it. */
    public List<byte[]> strips(String runId, int session, long sequence) {
        return reads.sql("select strip from evidence where run_id = :run and session = :session"
                        + " and sequence = :sequence and strip is not null order by name")
                .param("run", runId)
                .param("session", session)
                .param("sequence", sequence)
                .query((row, number) -> row.getBytes("strip"))
                .list();
    }

    /** The pictures of one operation, by name: its film strip first. */
    public List<Picture> pictures(String runId, int session, long sequence) {
        return pictures(
                "e.run_id = :run and e.session = :session and e.sequence = :sequence",
                Map.of("run", runId, "session", session, "sequence", sequence));
    }

    /** All pictures of a run, by name. */
    public List<Picture> pictures(String runId) {
        return pictures("e.run_id = :run", Map.of("run", runId));
    }

    /**
     * The film strip of an operation's timing.
     *
     * @param run id of its run
     * @param picture file name among the run's pictures
     */
    public record StripOfOperation(
            String operation, String run, int session, long sequence, String outcome, String picture) {}

    /**
     * Of each operation of a workload one film strip of the latest run that has one, if possible of a timing that is
     * ok; by operation.
     */
    public List<StripOfOperation> latestStrips(String workload) {
        return reads.sql("""
                        select operation, run_id, session, sequence, outcome, name from (
                            select t.operation, e.run_id, e.session, e.sequence, t.outcome, e.name,
                                row_number() over (partition by t.operation order by r.created_at desc, r.id,
                                    case when t.outcome = 'OK' then 0 else 1 end, e.session, e.sequence, e.name) as place
                            from evidence e
                                join run r on r.id = e.run_id
                                join timing t
                                    on t.run_id = e.run_id and t.session = e.session and t.sequence = e.sequence
                            where e.strip is not null and e.name not like '%-worst-%'
                                and e.name not like '%-gesture-%' and r.deleted_at is null
                                and t.workload = :workload) placed
                        where place = 1 order by operation\
                        """)
                .param("workload", workload)
                .query((row, number) -> new StripOfOperation(
                        row.getString("operation"),
                        row.getString("run_id"),
                        row.getInt("session"),
                        row.getLong("sequence"),
                        Outcome.valueOf(row.getString("outcome")).label(),
                        row.getString("name")))
                .list();
    }

    private List<Picture> pictures(String which, Map<String, ?> parameters) {
        return reads.sql("""
                        select e.name, e.session, e.sequence, coalesce(t.workload, '') as workload,
                            coalesce(t.operation, '') as operation, coalesce(t.outcome, '') as outcome
                        from evidence e left join timing t
                            on t.run_id = e.run_id and t.session = e.session and t.sequence = e.sequence
                        where\s""" + which + " order by e.name")
                .params(parameters)
                .query((row, number) -> new Picture(
                        row.getString("name"),
                        row.getInt("session"),
                        row.getLong("sequence"),
                        row.getString("workload"),
                        row.getString("operation"),
                        row.getString("outcome")))
                .list();
    }
}
