package io.deskmeter.controller.store.result;

import io.deskmeter.controller.store.engine.InsertTable;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Samples of metrics, exactly once each. Thread-safe. */
@Component
public final class SampleStore {
    private static final InsertTable TABLE = new InsertTable(
            "samples",
            "run_id",
            "session",
            "sequence",
            "iteration",
            "workload",
            "operation",
            "metric",
            "timing",
            "from_nanos",
            "to_nanos",
            "measured",
            "uncertainty",
            "why_unknown",
            "no_better_than");

    /** Rows that are read at once. */
    private static final int PAGE = 2_000;

    private final ReadConnections reads;
    private final ResultInserts inserts;

    public SampleStore(ReadConnections reads, ResultInserts inserts) {
        this.reads = reads;
        this.inserts = inserts;
    }

    /** A sample and its run. */
    public record Row(String runId, Sample sample) {}

    /**
     * Stores samples: all of them or, when this throws, nothing.
     *
     * @return those rows that were not there before
     */
    public List<Row> store(List<Row> batch) {
        return inserts.insert(TABLE, batch, Row::runId, SampleStore::values);
    }

    private static @Nullable Object[] values(Row row) {
        Sample s = row.sample();
        return new @Nullable Object[] {
            row.runId(),
            s.session(),
            s.sequence(),
            s.iteration(),
            s.workload(),
            s.operation(),
            s.metric(),
            s.timing(),
            s.from(),
            s.to(),
            numberOrNull(s.value()),
            numberOrNull(s.uncertainty()),
            s.unknown(),
            numberOrNull(s.noBetterThan())
        };
    }

    private static @Nullable Double numberOrNull(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }

    /**
     * Which samples of a run are read; what is null is not asked for.
     *
     * @param metric its id
     */
    public record Selection(
            @Nullable Integer session, @Nullable String metric) {
        /** All of them. */
        public static final Selection ALL = new Selection(null, null);

        private String condition() {
            return (session == null ? "" : " and s.session = :only")
                    + (metric == null ? "" : " and s.metric = :metric");
        }

        private Map<String, Object> parameters() {
            Map<String, Object> parameters = new HashMap<>();
            if (session != null) {
                parameters.put("only", session);
            }
            if (metric != null) {
                parameters.put("metric", metric);
            }
            return parameters;
        }
    }

    /**
     * Passes samples of a run on that are stored when this begins, one by one, by session and sequence, each with the
     * wall clock of its begin, which is null where its timing, or the first one of its session, is not stored. They are
     * read page by page: never are all of them held, and while the consumer is at work no connection is.
     */
    public void forEach(String runId, Selection selection, BiConsumer<Sample, @Nullable Instant> consumer) {
        long last = greatest();
        Map<String, String> same = new HashMap<>();
        int session = -1;
        long sequence = 0;
        while (true) {
            List<Numbered> page = page(runId, selection, session, sequence, same);
            for (Numbered row : page) {
                // What came later is left out here and not in the query, which would leave the order of its index for
                // it.
                if (row.id() <= last) {
                    consumer.accept(row.sample(), row.at());
                }
            }
            if (page.size() < PAGE) {
                return;
            }
            Sample end = page.get(page.size() - 1).sample();
            session = end.session();
            sequence = end.sequence();
        }
    }

    private record Numbered(
            long id, Sample sample, @Nullable Instant at) {}

    /** What comes after that sample: the rest of its session, and of the next sessions what there is room for. */
    private List<Numbered> page(
            String runId, Selection selection, int session, long sequence, Map<String, String> same) {
        List<Numbered> page = new ArrayList<>();
        if (session >= 0) {
            page.addAll(rows(
                    "s.session = :session and s.sequence > :sequence",
                    selection,
                    PAGE,
                    same,
                    Map.of("run", runId, "session", session, "sequence", sequence)));
        }
        if (page.size() < PAGE) {
            page.addAll(rows(
                    "s.session > :session",
                    selection,
                    PAGE - page.size(),
                    same,
                    Map.of("run", runId, "session", session)));
        }
        return page;
    }

    private List<Numbered> rows(
            String which, Selection selection, int limit, Map<String, String> same, Map<String, ?> parameters) {
        // A sample that belongs to no timing gets the label of the first one of its session: all are of one clock.
        // The run stands in the order although it is one: so the index has the order, and only a page of rows is
        // touched.
        return reads.sql("select s.*, t.wall_fired_micros, t.fired_at from samples s left join timing t"
                        + " on t.run_id = s.run_id and t.session = s.session and t.sequence = greatest(s.timing, 1)"
                        + " where s.run_id = :run and " + which + selection.condition()
                        + " order by s.run_id, s.session, s.sequence limit :limit")
                .params(parameters)
                .params(selection.parameters())
                .param("limit", limit)
                .query((row, number) -> new Numbered(row.getLong("id"), sample(row, same), begin(row)))
                .list();
    }

    /** The number of the row that was stored last; 0 where there is none. */
    private long greatest() {
        return reads.sql("select coalesce(max(id), 0) from samples")
                .query(Long.class)
                .single();
    }

    /** How many samples a run has. */
    public int count(String runId) {
        return reads.sql("select count(*) from samples where run_id = :run")
                .param("run", runId)
                .query(Integer.class)
                .single();
    }

    /** @param same texts that were met before: a million samples have some dozens of different ones */
    private static Sample sample(ResultSet row, Map<String, String> same) throws SQLException {
        return Sample.builder(one(row.getString("metric"), same))
                .session(row.getInt("session"))
                .sequence(row.getLong("sequence"))
                .iteration(row.getInt("iteration"))
                .operation(one(row.getString("workload"), same), one(row.getString("operation"), same))
                .timing(row.getLong("timing"))
                .during(row.getLong("from_nanos"), row.getLong("to_nanos"))
                .value(number(row, "measured"), number(row, "uncertainty"))
                .unknown(one(row.getString("why_unknown"), same))
                .noBetterThan(number(row, "no_better_than"))
                .build();
    }

    /** Both instants are of one clock, so their difference carries the label from one to the other. */
    private static @Nullable Instant begin(ResultSet row) throws SQLException {
        long firedAt = row.getLong("fired_at");
        if (row.wasNull() || firedAt == Timing.NEVER) {
            return null;
        }
        return Instant.EPOCH
                .plus(row.getLong("wall_fired_micros"), ChronoUnit.MICROS)
                .plusNanos(row.getLong("from_nanos") - firedAt);
    }

    /** Unknown is not zero. */
    private static double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }

    private static String one(String text, Map<String, String> same) {
        String known = same.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
