package io.deskmeter.controller.store;

import io.deskmeter.controller.store.TimingStore.Row;
import io.deskmeter.measure.Timing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A timing as the values of its columns. */
final class TimingValues {
    /** Columns in the order of {@link #of}, without the number that the database gives. */
    static final List<String> COLUMNS = List.of(
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
            "detail");

    private TimingValues() {}

    static Object[] of(Row row) {
        Timing timing = row.timing();
        return new Object[] {
            row.runId(),
            timing.session(),
            timing.sequence(),
            timing.iteration(),
            timing.workload(),
            timing.operation(),
            timing.group().name(),
            timing.outcome().name(),
            ChronoUnit.MICROS.between(Instant.EPOCH, timing.wallFiredAt()),
            timing.thinkNanos(),
            timing.intendedAt(),
            timing.firedAt(),
            timing.lastWithoutAt(),
            timing.shownAt(),
            timing.detail()
        };
    }
}
