package io.deskmeter.controller.store.result;

import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.store.engine.InsertTable;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Timings, exactly once each. Thread-safe. */
@Component
public final class TimingStore {
    private static final InsertTable TABLE = new InsertTable(
            "timing",
            "run_id",
            "session",
            "sequence",
            "iteration",
            "workload",
            "operation",
            "op_group",
            "outcome",
            "wall_fired_micros",
            "think_nanos",
            "intended_at",
            "fired_at",
            "last_without_at",
            "shown_at",
            "detail",
            "handled");

    /** Rows that are read at once. */
    private static final int PAGE = 2_000;

    /** Characters of the id of a workload or an operation. */
    public static final int MOST_ID = 200;

    private final JdbcTemplate jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;
    private final ResultInserts inserts;

    public TimingStore(JdbcTemplate jdbc, ReadConnections reads, WriteTransactions writes, ResultInserts inserts) {
        this.inserts = inserts;
        this.jdbc = jdbc;
        this.reads = reads;
        this.writes = writes;
    }

    /** A timing and its run. */
    public record Row(String runId, Timing timing) {}

    /**
     * Stores a batch: all of it or, when this throws, nothing.
     *
     * @return the rows that were not stored before
     */
    public List<Row> store(List<Row> batch) {
        return inserts.insert(TABLE, batch, Row::runId, TimingStore::values);
    }

    private static @Nullable Object[] values(Row row) {
        Timing t = row.timing();
        return new @Nullable Object[] {
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
            t.detail(),
            t.handled()
        };
    }

    /**
     * Passes all timings of a run on that are stored when this begins, one by one, by session and sequence. They are
     * read page by page: they are never all in memory, and no connection is held while the consumer runs.
     */
    public void forEach(String runId, Consumer<Timing> consumer) {
        long last = greatest("timing");
        Map<String, String> same = new HashMap<>();
        int session = -1;
        long sequence = 0;
        while (true) {
            List<Numbered> page = page(runId, session, sequence, same);
            for (Numbered row : page) {
                // Later rows are excluded here and not in the query, which would not use the order of its index for
                // it.
                if (row.id() <= last) {
                    consumer.accept(row.timing());
                }
            }
            if (page.size() < PAGE) {
                return;
            }
            Timing end = page.get(page.size() - 1).timing();
            session = end.session();
            sequence = end.sequence();
        }
    }

    private record Numbered(long id, Timing timing) {}

    /** The following timings: the rest of its session, and those of the next sessions that fit. */
    private List<Numbered> page(String runId, int session, long sequence, Map<String, String> same) {
        List<Numbered> page = new ArrayList<>();
        if (session >= 0) {
            page.addAll(rows(
                    "session = :session and sequence > :sequence",
                    PAGE,
                    same,
                    Map.of("run", runId, "session", session, "sequence", sequence)));
        }
        if (page.size() < PAGE) {
            page.addAll(rows("session > :session", PAGE - page.size(), same, Map.of("run", runId, "session", session)));
        }
        return page;
    }

    private List<Numbered> rows(String which, int limit, Map<String, String> same, Map<String, ?> parameters) {
        // The order includes the run although there is only one: so the index has the order, and only a page of rows is
        // touched.
        return reads.sql("select * from timing where run_id = :run and " + which
                        + " order by run_id, session, sequence limit :limit")
                .params(parameters)
                .param("limit", limit)
                .query((row, number) -> new Numbered(row.getLong("id"), timing(row, same)))
                .list();
    }

    /** The number of the last stored row; 0 if there is none. */
    private long greatest(String table) {
        return reads.sql("select coalesce(max(id), 0) from " + table)
                .query(Long.class)
                .single();
    }

    /** The latest timings of a session, newest first. */
    public List<Timing> latest(String runId, int session, int limit) {
        return reads.sql("select * from timing where run_id = :run and session = :session"
                        + " order by sequence desc limit :limit")
                .param("run", runId)
                .param("session", session)
                .param("limit", limit)
                .query((row, number) -> timing(row, new HashMap<>()))
                .list();
    }

    /** One timing, empty if there is none. */
    public Optional<Timing> find(String runId, int session, long sequence) {
        return reads.sql("select * from timing where run_id = :run and session = :session and sequence = :sequence")
                .param("run", runId)
                .param("session", session)
                .param("sequence", sequence)
                .query((row, number) -> timing(row, new HashMap<>()))
                .optional();
    }

    /** The number of a run's timings. */
    public int count(String runId) {
        return reads.sql("select count(*) from timing where run_id = :run")
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
                    network_received, network_sent, longest_pause_ms)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
                """,
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
                fact.networkSentBytesPerSecond(),
                fact.longestPauseMs()));
    }

    /**
     * Passes all samples of a run on that are stored when this begins with the agent they are from, each agent's oldest
     * first; page by page as {@link #forEach}.
     */
    public void forEachSample(String runId, BiConsumer<String, ResourceFact> consumer) {
        long last = greatest("resource_sample");
        List<Sample> page;
        for (long id = 0; ; id = page.get(page.size() - 1).id()) {
            page = reads.sql("select * from resource_sample where run_id = :run and id > :id and id <= :last"
                            + " order by run_id, id limit :limit")
                    .param("run", runId)
                    .param("id", id)
                    .param("last", last)
                    .param("limit", PAGE)
                    .query((row, number) -> new Sample(row.getLong("id"), row.getString("agent"), sample(row)))
                    .list();
            page.forEach(sample -> consumer.accept(sample.agent(), sample.fact()));
            if (page.size() < PAGE) {
                return;
            }
        }
    }

    private record Sample(long id, String agent, ResourceFact fact) {}

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
                row.getLong("network_sent"),
                row.getObject("longest_pause_ms", Double.class));
    }

    /** @param same texts that were met before: a million timings have some dozens of different ones */
    private static Timing timing(ResultSet row, Map<String, String> same) throws SQLException {
        return Timing.builder(
                        one(row.getString("workload"), same),
                        one(row.getString("operation"), same),
                        Group.valueOf(row.getString("op_group")),
                        Outcome.valueOf(row.getString("outcome")))
                .session(row.getInt("session"))
                .sequence(row.getLong("sequence"))
                .iteration(row.getInt("iteration"))
                .wallFiredAt(Instant.EPOCH.plus(row.getLong("wall_fired_micros"), ChronoUnit.MICROS))
                .thinkNanos(row.getLong("think_nanos"))
                .intendedAt(row.getLong("intended_at"))
                .firedAt(row.getLong("fired_at"))
                .lastWithoutAt(row.getLong("last_without_at"))
                .shownAt(row.getLong("shown_at"))
                .detail(one(row.getString("detail"), same))
                .handled(row.getInt("handled"))
                .build();
    }

    private static String one(String text, Map<String, String> same) {
        String known = same.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    /**
     * What is stored of a run that never came to its end, as one whose controller was killed: what only its controller
     * counted is 0.
     */
    public RunCounts counts(String runId) {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        reads.sql("select outcome, count(*) as number from timing where run_id = :run group by outcome")
                .param("run", runId)
                .query(row -> {
                    outcomes.put(Outcome.valueOf(row.getString("outcome")), row.getInt("number"));
                });
        Map<Boolean, Integer> samples = new HashMap<>();
        reads.sql("select why_unknown is null as known, count(*) as number from samples where run_id = :run"
                        + " group by why_unknown is null")
                .param("run", runId)
                .query(row -> {
                    samples.put(row.getBoolean("known"), row.getInt("number"));
                });
        int unknown = samples.getOrDefault(false, 0);
        return RunCounts.builder()
                .outcomes(outcomes)
                .samples(samples.getOrDefault(true, 0) + unknown)
                .unknownSamples(unknown)
                .build();
    }
}
