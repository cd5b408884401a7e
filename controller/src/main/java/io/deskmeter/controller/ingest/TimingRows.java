package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.result.TimingStore.Row;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;

/** Converts timings from agents. Values that can never be stored are detected here, before the store is used. */
final class TimingRows {
    private TimingRows() {}

    /**
     * @throws IllegalArgumentException if the record cannot be a timing, with the field, its value and what was
     *     expected
     */
    static Row row(TimingRecord record) {
        Timing timing = TimingCodec.decode(record);
        RecordChecks.requireText("run", record.getRunId(), RunStore.MOST_ID);
        RecordChecks.requireText("workload", timing.workload(), TimingStore.MOST_ID);
        RecordChecks.requireText("operation", timing.operation(), TimingStore.MOST_ID);
        RecordChecks.requireFrom("session", timing.session(), 0);
        RecordChecks.requireFrom("sequence", timing.sequence(), 1);
        RecordChecks.requireFrom("iteration", timing.iteration(), 0);
        requireInterval(timing);
        return new Row(record.getRunId(), timing);
    }

    private static void requireInterval(Timing timing) {
        boolean known = timing.firedAt() != Timing.NEVER
                && timing.lastWithoutAt() != Timing.NEVER
                && timing.shownAt() != Timing.NEVER;
        if (timing.outcome() == Outcome.OK && !(known && timing.firedAt() <= timing.shownAt())) {
            throw new IllegalArgumentException("timing: ok, fired_at " + timing.firedAt() + ", last_without_at "
                    + timing.lastWithoutAt() + ", shown_at " + timing.shownAt()
                    + " (expected: three instants, shown after fired)");
        }
    }
}
