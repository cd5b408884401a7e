package io.deskmeter.controller.store;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which pictures a run has. Safe for any thread. */
@Component
public final class EvidenceStore {
    private final JdbcClient jdbc;
    private final Writes writes;

    EvidenceStore(JdbcClient jdbc, Writes writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /**
     * A picture and the timing it belongs to; workload, operation and outcome are empty until that timing is stored.
     *
     * @param name file name
     * @param session from 0
     */
    public record Picture(String name, int session, String workload, String operation, String outcome) {}

    /** Whether a run of that id is stored. */
    public boolean knowsRun(String runId) {
        return jdbc.sql("select count(*) from run where id = :run")
                        .param("run", runId)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Notes a picture; once more is the same as once. */
    public void add(String runId, String name, int session, long sequence) {
        writes.run(() -> jdbc.sql("""
                        insert into evidence (run_id, name, session, sequence)
                        values (:run, :name, :session, :sequence) on conflict do nothing""")
                .param("run", runId)
                .param("name", name)
                .param("session", session)
                .param("sequence", sequence)
                .update());
    }

    /** All pictures of a run, by name. */
    public List<Picture> pictures(String runId) {
        return jdbc.sql("""
                        select e.name, e.session, coalesce(t.workload, '') as workload,
                            coalesce(t.operation, '') as operation, coalesce(t.outcome, '') as outcome
                        from evidence e left join timing t
                            on t.run_id = e.run_id and t.session = e.session and t.sequence = e.sequence
                        where e.run_id = :run order by e.name""")
                .param("run", runId)
                .query((row, number) -> new Picture(
                        row.getString("name"),
                        row.getInt("session"),
                        row.getString("workload"),
                        row.getString("operation"),
                        row.getString("outcome")))
                .list();
    }
}
