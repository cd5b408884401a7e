package io.deskmeter.measure.timing;

import io.deskmeter.workload.operation.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Timings for tests. */
public final class Timings {
    private static final long START = 5_000_000_000L;

    private Timings() {}

    public static Timing ok(int session, String operation, Group group, double responseMs) {
        return timing(session, operation, group, Outcome.OK, responseMs);
    }

    public static Timing failed(int session, String operation, Group group, Outcome outcome) {
        return timing(session, operation, group, outcome, 0);
    }

    /** So many ok timings of one operation, alternating over the sessions. */
    public static List<Timing> many(
            int sessions, int count, String operation, Group group, IntToDoubleFunction responseMs) {
        List<Timing> timings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            timings.add(ok(i % sessions, operation, group, responseMs.applyAsDouble(i)));
        }
        return timings;
    }

    /** Fired 2 ms late, with a resolution of 10 ms. */
    private static Timing timing(int session, String operation, Group group, Outcome outcome, double responseMs) {
        boolean fired = outcome != Outcome.SKIPPED;
        boolean shown = outcome == Outcome.OK;
        long shownAt = shown ? START + Math.round(responseMs * 1e6) : Timing.NEVER;
        return Timing.builder("office/calc", operation, group, outcome)
                .session(session)
                .sequence(1)
                .iteration(1)
                .thinkNanos(Duration.ofSeconds(2).toNanos())
                .intendedAt(START - 2_000_000)
                .firedAt(fired ? START : Timing.NEVER)
                .lastWithoutAt(shown ? shownAt - 10_000_000 : Timing.NEVER)
                .shownAt(shownAt)
                .build();
    }
}
