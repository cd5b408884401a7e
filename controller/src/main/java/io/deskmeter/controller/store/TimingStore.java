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
import java.util.List;
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

    TimingStore(JdbcTemplate jdbc, JdbcClient client, Writes writes) {
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
        client.sql("select * from timing where run_id = :run order by session, sequence")
                .param("run", runId)
                .withFetchSize(FETCH)
                .query((ResultSet row) -> consumer.accept(timing(row)));
    }

    /** A page of timings by session and sequence. */
    public List<Timing> page(String runId, int offset, int limit) {
        return client.sql(
                        "select * from timing where run_id = :run order by session, sequence limit :limit offset :offset")
                .param("run", runId)
                .param("limit", limit)
                .param("offset", offset)
                .query((row, number) -> timing(row))
                .list();
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

    private static Timing timing(ResultSet row) throws SQLException {
        return new Timing(
                row.getInt("session"),
                row.getLong("sequence"),
                row.getInt("iteration"),
                row.getString("workload"),
                row.getString("operation"),
                Group.valueOf(row.getString("op_group")),
                Outcome.valueOf(row.getString("outcome")),
                Instant.EPOCH.plus(row.getLong("wall_fired_micros"), ChronoUnit.MICROS),
                row.getLong("think_nanos"),
                row.getLong("intended_at"),
                row.getLong("fired_at"),
                row.getLong("last_without_at"),
                row.getLong("shown_at"),
                row.getString("detail"));
    }
}
