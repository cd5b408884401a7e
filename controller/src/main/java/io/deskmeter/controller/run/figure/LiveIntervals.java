package io.deskmeter.controller.run.figure;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.operation.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Confidence intervals of a run's running p95, and the running figures of its metrics. The intervals are those of
 * verdicts, a bootstrap over sessions, with fewer resamples: 200 place the ends of a 95 % interval well enough for a
 * picture. They are computed beside the mailbox, one computation at a time, and shown until the next is done. Asked by
 * the run's mailbox only.
 */
public final class LiveIntervals {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(200, 0.95);
    private static final double QUANTILE = 0.95;
    /** The pause after a computation as a multiple of its duration, to use at most a tenth of a core. */
    private static final int IDLE_SHARE = 9;

    private final Executor executor;
    private final long everyNanos;
    private final long seed;
    private final LongSupplier nanoTime;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Map<Group, Interval> latest = Map.of();
    private volatile List<MetricSummary> latestMetrics = List.of();
    private volatile long notBefore = Long.MIN_VALUE;
    private boolean begun;
    private long begunAt;
    private int point = -1;

    /**
     * Of one run.
     *
     * @param everyNanos least time between the begins of two computations
     * @param nanoTime measures the duration: with millions of timings, computations are less frequent
     */
    public LiveIntervals(Executor executor, long everyNanos, long seed, LongSupplier nanoTime) {
        this.executor = executor;
        this.everyNanos = everyNanos;
        this.seed = seed;
        this.nanoTime = nanoTime;
    }

    /** The latest interval of the load point; empty until the first is computed. */
    public Optional<Interval> of(Group group, int ofPoint) {
        return ofPoint == point ? Optional.ofNullable(latest.get(group)) : Optional.empty();
    }

    /** The latest figures of each metric at the load point; empty until the first are computed. */
    public List<MetricSummary> metrics(int ofPoint) {
        return ofPoint == point ? latestMetrics : List.of();
    }

    /**
     * Starts a computation if one is due.
     *
     * @param ofPoint of which load point; intervals of another are forgotten
     * @param samples asked only where a computation begins
     */
    public void update(int ofPoint, TimingList timings, Supplier<PointSamples> samples, long now) {
        if (ofPoint != point && !busy.get()) {
            point = ofPoint;
            latest = Map.of();
            latestMetrics = List.of();
            begun = false;
        }
        boolean due = ofPoint == point && (!begun || (now - begunAt >= everyNanos && now >= notBefore));
        if (due && !timings.isEmpty() && busy.compareAndSet(false, true)) {
            begun = true;
            begunAt = now;
            PointSamples soFar = samples.get();
            executor.execute(() -> compute(timings, soFar));
        }
    }

    private void compute(TimingList timings, PointSamples samples) {
        long from = nanoTime.getAsLong();
        try {
            Map<Group, Interval> intervals = new HashMap<>();
            for (Group group : List.of(Group.A, Group.B)) {
                List<double[]> sessions = bySession(timings, group);
                if (!sessions.isEmpty()) {
                    intervals.put(group, BOOTSTRAP.interval(sessions, QUANTILE, seed));
                }
            }
            latest = Map.copyOf(intervals);
            latestMetrics = samples.summaries(timings, BOOTSTRAP, seed);
        } finally {
            long to = nanoTime.getAsLong();
            notBefore = to + IDLE_SHARE * (to - from);
            busy.set(false);
        }
    }

    private static List<double[]> bySession(TimingList timings, Group group) {
        return timings.where(timing -> timing.group() == group).bySession().values().stream()
                .map(LiveIntervals::millis)
                .filter(values -> values.length > 0)
                .toList();
    }

    private static double[] millis(TimingList timings) {
        return timings.stream()
                .map(Response::of)
                .flatMap(Optional::stream)
                .mapToDouble(Response::millis)
                .toArray();
    }
}
