package io.deskmeter.agent.session.result;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.plan.PlannedOperation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Creates timings from results, numbered within the session. */
public final class TimingRecorder {
    private final int session;
    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private long sequence;

    public TimingRecorder(int session, LongSupplier nanoTime, InstantSource wall) {
        this.session = session;
        this.nanoTime = nanoTime;
        this.wall = wall;
    }

    public Timing record(PlannedOperation planned, OperationResult result) {
        return record(planned, result, 0);
    }

    /**
     * The timing of an operation.
     *
     * @param handled how often handlers gave input for a window
     */
    public Timing record(PlannedOperation planned, OperationResult result, int handled) {
        return Timing.builder(
                        planned.workload().id(),
                        planned.operation().id(),
                        planned.operation().group(),
                        result.outcome())
                .session(session)
                .sequence(++sequence)
                .iteration(planned.iteration())
                .wallFiredAt(wallAt(result.firedAt()))
                .thinkNanos(planned.think().toNanos())
                .intendedAt(result.intendedAt())
                .firedAt(result.firedAt())
                .lastWithoutAt(result.lastWithoutAt())
                .shownAt(result.shownAt())
                .detail(result.detail())
                .handled(handled)
                .build();
    }

    /** The wall clock's reading at an instant of the monotonic clock; now, for an instant that never happened. */
    private Instant wallAt(long instant) {
        Instant now = wall.instant();
        return instant == Timing.NEVER ? now : now.minusNanos(nanoTime.getAsLong() - instant);
    }
}
