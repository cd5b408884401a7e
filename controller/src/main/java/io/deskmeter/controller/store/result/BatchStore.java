package io.deskmeter.controller.store.result;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.ResultsStored;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Stores what came in one batch of an agent, timings and samples, in one transaction, and publishes
 * {@link ResultsStored} when it is committed. Thread-safe.
 */
@Component
public final class BatchStore {
    private final TimingStore timings;
    private final SampleStore samples;
    private final WriteTransactions writes;
    private final ApplicationEventPublisher events;
    private final InternalFaults faults;
    private final UnconfirmedRows untold = new UnconfirmedRows();

    BatchStore(
            TimingStore timings,
            SampleStore samples,
            WriteTransactions writes,
            ApplicationEventPublisher events,
            InternalFaults faults) {
        this.timings = timings;
        this.samples = samples;
        this.writes = writes;
        this.events = events;
        this.faults = faults;
    }

    /**
     * Those rows of a batch that nobody has been told of: they were not there before, or it was not known whether they
     * were.
     */
    public record Fresh(List<TimingStore.Row> timings, List<SampleStore.Row> samples) {}

    /** Stores a batch: all of it or, when this throws, nothing. */
    public Fresh store(List<TimingStore.Row> timingRows, List<SampleStore.Row> sampleRows) {
        Fresh fresh = write(timingRows, sampleRows);
        Set<String> runs = new TreeSet<>();
        timingRows.forEach(row -> runs.add(row.runId()));
        sampleRows.forEach(row -> runs.add(row.runId()));
        runs.forEach(runId -> publish(event(runId, timingRows, sampleRows, fresh)));
        return fresh;
    }

    private Fresh write(List<TimingStore.Row> timingRows, List<SampleStore.Row> sampleRows) {
        try {
            Fresh fresh = writes.call(() -> new Fresh(timings.store(timingRows), samples.store(sampleRows)));
            return new Fresh(
                    untold.untold(timingRows, fresh.timings(), BatchStore::key),
                    untold.untold(sampleRows, fresh.samples(), BatchStore::key));
        } catch (JournalException e) {
            if (!(e.getCause() instanceof DataIntegrityViolationException)) {
                untold.add(timingRows, BatchStore::key);
                untold.add(sampleRows, BatchStore::key);
            }
            throw e;
        }
    }

    private static UnconfirmedRows.Key key(TimingStore.Row row) {
        return new UnconfirmedRows.Key(
                "timing", row.runId(), row.timing().session(), row.timing().sequence());
    }

    private static UnconfirmedRows.Key key(SampleStore.Row row) {
        return new UnconfirmedRows.Key(
                "sample", row.runId(), row.sample().session(), row.sample().sequence());
    }

    private static ResultsStored event(
            String runId, List<TimingStore.Row> timingRows, List<SampleStore.Row> sampleRows, Fresh fresh) {
        List<Timing> newTimings = fresh.timings().stream()
                .filter(row -> row.runId().equals(runId))
                .map(TimingStore.Row::timing)
                .toList();
        List<Sample> newSamples = fresh.samples().stream()
                .filter(row -> row.runId().equals(runId))
                .map(SampleStore.Row::sample)
                .toList();
        long allTimings =
                timingRows.stream().filter(row -> row.runId().equals(runId)).count();
        long allSamples =
                sampleRows.stream().filter(row -> row.runId().equals(runId)).count();
        return new ResultsStored(
                runId,
                newTimings,
                Math.toIntExact(allTimings - newTimings.size()),
                newSamples,
                Math.toIntExact(allSamples - newSamples.size()));
    }

    /** The batch is committed: a listener that throws must not let it look refused. */
    private void publish(ResultsStored event) {
        try {
            events.publishEvent(event);
        } catch (RuntimeException | Error e) {
            faults.report("run " + event.runId() + ": a listener of stored results", e);
        }
    }
}
