package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.run.Runs;
import io.deskmeter.controller.store.RunQueries;
import io.deskmeter.controller.store.TimingStore;
import io.deskmeter.controller.store.TimingStore.Row;
import io.deskmeter.link.AgentLink;
import io.deskmeter.link.TimingCodec;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores batches of timings exactly once and acknowledges them afterwards. */
@Component
final class BatchIngest {
    private static final Logger log = LoggerFactory.getLogger(BatchIngest.class);

    private final Runs runs;
    private final RunQueries queries;
    private final TimingStore timings;

    BatchIngest(Runs runs, RunQueries queries, TimingStore timings) {
        this.runs = runs;
        this.queries = queries;
        this.timings = timings;
    }

    void store(AgentLink link, TimingBatch batch) {
        Map<String, List<Row>> byRun = rows(batch).stream().collect(Collectors.groupingBy(Row::runId));
        byRun.keySet().removeIf(this::unknown);
        try {
            List<Row> all = byRun.values().stream().flatMap(List::stream).toList();
            List<Row> fresh = timings.store(all);
            link.send(ack(batch.getBatch()));
            byRun.forEach((runId, rows) -> tell(runId, rows.size(), fresh));
        } catch (JournalException e) {
            log.error(
                    "batch {} of {} timings is not stored and not acknowledged: {}",
                    batch.getBatch(),
                    batch.getTimingsCount(),
                    e.getMessage());
            byRun.keySet()
                    .forEach(runId ->
                            runs.find(runId).ifPresent(run -> run.storeFailed(String.valueOf(e.getMessage()))));
        }
    }

    private static List<Row> rows(TimingBatch batch) {
        List<Row> rows = new ArrayList<>();
        for (TimingRecord record : batch.getTimingsList()) {
            rows.add(new Row(record.getRunId(), TimingCodec.decode(record)));
        }
        return rows;
    }

    /** Timings of a run that this store never had (an agent's spool from elsewhere) can only be counted in the log. */
    private boolean unknown(String runId) {
        boolean unknown = runs.find(runId).isEmpty() && queries.run(runId).isEmpty();
        if (unknown) {
            log.warn("timings of run {}, which is unknown here, are dropped", runId);
        }
        return unknown;
    }

    private static FromController ack(long batch) {
        return FromController.newBuilder()
                .setTimingAck(TimingAck.newBuilder().setBatch(batch))
                .build();
    }

    private void tell(String runId, int received, List<Row> fresh) {
        List<Timing> stored = fresh.stream()
                .filter(row -> row.runId().equals(runId))
                .map(Row::timing)
                .toList();
        runs.find(runId).ifPresent(run -> run.timingsStored(stored, received - stored.size()));
    }
}
