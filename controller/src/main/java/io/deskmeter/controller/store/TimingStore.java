package io.deskmeter.controller.store;

import io.deskmeter.controller.run.ResourceFact;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Timings, exactly once each. Safe for any thread. */
@Component
public final class TimingStore {
    private static final String INSERT = """
            insert into timing (run_id, session, sequence, iteration, workload, operation, op_group, outcome,
                wall_fired_micros, think_nanos, intended_at, fired_at, last_without_at, shown_at, detail)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict do nothing""";
    private static final int FETCH = 500;

    private final JdbcTemplate jdbc;
    private final JdbcClient client;
    private final Writes writes;
    private final DerivedFiles derived;

    TimingStore(JdbcTemplate jdbc, JdbcClient client, Writes writes, DerivedFiles derived) {
        this.derived = derived;
        this.jdbc = jdbc;
        this.client = client;
        this.writes = writes;
    }

    /** A timing and its run. */
    public record Row(String runId, Timing timing) {}

    /**
     * Stores a batch: all of it or, when this throws, nothing.
     *
     * @return those rows that were not there before
     */
    public List<Row> store(List<Row> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        List<String> runs = batch.stream().map(Row::runId).distinct().toList();
        // Before, so that a killed process leaves no file that is out of date; and after, for who reads just now.
        runs.forEach(derived::timingsCame);
        List<Row> stored = insert(batch);
        runs.forEach(derived::timingsCame);
        return stored;
    }

    private List<Row> insert(List<Row> batch) {
        return writes.call(() -> {
            List<Object[]> values = batch.stream().map(TimingStore::values).toList();
            int[] updated = jdbc.batchUpdate(INSERT, values);
            List<Row> fresh = new ArrayList<>();
            for (int i = 0; i < updated.length; i++) {
                if (updated[i] != 0) {
                    fresh.add(batch.get(i));
                }
            }
            return fresh;
        });
    }

    private static Object[] values(Row row) {
        Timing t = row.timing();
        return new Object[] {
            row.runId(),
            t.session(),
            t.sequence(),
            t.iteration(),
            t.workload(),
            t.operation(),
            t.group().name(),
            t.outcome().name(),
            ChronoUnit.MICROS.between(Instant.EPOCH, t.wallFiredAt()),
            t.thinkNanos(),
            t.intendedAt(),
            t.firedAt(),
            t.lastWithoutAt(),
            t.shownAt(),
            t.detail()
        };
    }

    /** Passes all timings of a run on, one by one, by session and sequence; never holds them all. */
    public void forEach(String runId, Consumer<Timing> consumer) {
        Map<String, String> same = new HashMap<>();
        client.sql("select * from timing where run_id = :run order by session, sequence")
                .param("run", runId)
                .withFetchSize(FETCH)
                .query((ResultSet row) -> consumer.accept(timing(row, same)));
    }

    /** The latest timings of a session, newest first. */
    public List<Timing> latest(String runId, int session, int limit) {
        return client.sql("select * from timing where run_id = :run and session = :session"
                        + " order by sequence desc limit :limit")
                .param("run", runId)
                .param("session", session)
                .param("limit", limit)
                .query((row, number) -> timing(row, new HashMap<>()))
                .list();
    }

    /** One timing, empty where there is none. */
    public Optional<Timing> find(String runId, int session, long sequence) {
        return client.sql("select * from timing where run_id = :run and session = :session and sequence = :sequence")
                .param("run", runId)
                .param("session", session)
                .param("sequence", sequence)
                .query((row, number) -> timing(row, new HashMap<>()))
                .optional();
    }

    /** How many timings a run has. */
    public int count(String runId) {
        return client.sql("select count(*) from timing where run_id = :run")
                .param("run", runId)
                .query(Integer.class)
                .single();
    }

    /** A sample of the machine under load. */
    public void store(String runId, String agent, ResourceFact fact) {
        writes.run(() -> jdbc.update(
                """
                insert into resource_sample (run_id, agent, wall_micros, host_cpu_percent, harness_cpu_percent,
                    memory_used_bytes, memory_total_bytes, harness_memory_bytes, disk_read, disk_written,
                    network_received, network_sent)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                runId,
                agent,
                ChronoUnit.MICROS.between(Instant.EPOCH, fact.at()),
                fact.hostCpuPercent(),
                fact.harnessCpuPercent(),
                fact.memoryUsedBytes(),
                fact.memoryTotalBytes(),
                fact.harnessMemoryBytes(),
                fact.diskReadBytesPerSecond(),
                fact.diskWrittenBytesPerSecond(),
                fact.networkReceivedBytesPerSecond(),
                fact.networkSentBytesPerSecond()));
    }

    /** Passes all samples of a run on with the agent they are from, oldest first; never holds them all. */
    public void forEachSample(String runId, BiConsumer<String, ResourceFact> consumer) {
        client.sql("select * from resource_sample where run_id = :run order by wall_micros, agent")
                .param("run", runId)
                .withFetchSize(FETCH)
                .query((ResultSet row) -> consumer.accept(row.getString("agent"), sample(row)));
    }

    private static ResourceFact sample(ResultSet row) throws SQLException {
        return new ResourceFact(
                Instant.EPOCH.plus(row.getLong("wall_micros"), ChronoUnit.MICROS),
                row.getDouble("host_cpu_percent"),
                row.getDouble("harness_cpu_percent"),
                row.getLong("memory_used_bytes"),
                row.getLong("memory_total_bytes"),
                row.getLong("harness_memory_bytes"),
                row.getLong("disk_read"),
                row.getLong("disk_written"),
                row.getLong("network_received"),
                row.getLong("network_sent"));
    }

    /** @param same texts that were met before: a million timings have some dozens of different ones */
    private static Timing timing(ResultSet row, Map<String, String> same) throws SQLException {
        return new Timing(
                row.getInt("session"),
                row.getLong("sequence"),
                row.getInt("iteration"),
                one(row.getString("workload"), same),
                one(row.getString("operation"), same),
                Group.valueOf(row.getString("op_group")),
                Outcome.valueOf(row.getString("outcome")),
                Instant.EPOCH.plus(row.getLong("wall_fired_micros"), ChronoUnit.MICROS),
                row.getLong("think_nanos"),
                row.getLong("intended_at"),
                row.getLong("fired_at"),
                row.getLong("last_without_at"),
                row.getLong("shown_at"),
                one(row.getString("detail"), same));
    }

    private static String one(String text, Map<String, String> same) {
        String known = same.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
