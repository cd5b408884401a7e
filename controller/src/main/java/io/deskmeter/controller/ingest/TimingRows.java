package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.TimingStore;
import io.deskmeter.controller.store.TimingStore.Row;
import io.deskmeter.link.TimingCodec;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;

/** Converts timings from agents. Values that can never be stored are detected here, before the store is used. */
final class TimingRows {
    private TimingRows() {}

    /** @throws IllegalArgumentException if the record cannot be a timing, with the field, its value and what was expected */
    static Row row(TimingRecord record) {
        Timing timing = TimingCodec.decode(record);
        requireText("run", record.getRunId(), TimingStore.MOST_RUN_ID);
        requireText("workload", timing.workload(), TimingStore.MOST_ID);
        requireText("operation", timing.operation(), TimingStore.MOST_ID);
        requireFrom("session", timing.session(), 0);
        requireFrom("sequence", timing.sequence(), 1);
        requireFrom("iteration", timing.iteration(), 0);
        requireInterval(timing);
        return new Row(record.getRunId(), timing);
    }

    private static void requireText(String what, String value, int most) {
        if (value.isEmpty() || value.length() > most || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + ": " + shortened(value) + " of " + value.length()
                    + " characters (expected: 1 to " + most + ", none of them NUL)");
        }
    }

    private static String shortened(String value) {
        return value.length() <= 80 ? "'" + value + "'" : "'" + value.substring(0, 80) + "…'";
    }

    private static void requireFrom(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= " + least + ")");
        }
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
