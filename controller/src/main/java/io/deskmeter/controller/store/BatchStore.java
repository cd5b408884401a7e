package io.deskmeter.controller.store;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Stores what came in one batch of an agent, timings and samples, in one transaction. Thread-safe. */
@Component
public final class BatchStore {
    private final TimingStore timings;
    private final SampleStore samples;
    private final WriteTransactions writes;
    private final DerivedFiles derived;

    BatchStore(TimingStore timings, SampleStore samples, WriteTransactions writes, DerivedFiles derived) {
        this.timings = timings;
        this.samples = samples;
        this.writes = writes;
        this.derived = derived;
    }

    /** Those rows of a batch that were not there before. */
    public record Fresh(List<TimingStore.Row> timings, List<SampleStore.Row> samples) {}

    /** Stores a batch: all of it or, when this throws, nothing. */
    public Fresh store(List<TimingStore.Row> timingRows, List<SampleStore.Row> sampleRows) {
        Fresh fresh = writes.call(() -> new Fresh(timings.store(timingRows), samples.store(sampleRows)));
        // Once more when it is committed: whoever read before that has read without it.
        Stream.concat(
                        timingRows.stream().map(TimingStore.Row::runId),
                        sampleRows.stream().map(SampleStore.Row::runId))
                .distinct()
                .forEach(derived::timingsCame);
        return fresh;
    }
}
