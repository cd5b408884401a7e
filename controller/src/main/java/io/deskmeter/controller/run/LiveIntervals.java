package io.deskmeter.controller.run;

import io.deskmeter.measure.Bootstrap;
import io.deskmeter.measure.Interval;
import io.deskmeter.measure.Response;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * How sure the running p95 of a run is. The intervals are those of verdicts, a bootstrap over sessions, with fewer resamples: 200 place the ends
 * of a 95 % interval well enough for a picture. They are computed beside the mailbox, one computation at a time, and shown until the next is done. Asked
 * by the run's mailbox only.
 */
final class LiveIntervals {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(200, 0.95);
    private static final double QUANTILE = 0.95;

    private final Executor executor;
    private final long everyNanos;
    private final long seed;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Map<Group, Interval> latest = Map.of();
    private boolean begun;
    private long begunAt;
    private int point = -1;

    /** @param everyNanos least time between the begins of two computations */
    LiveIntervals(Executor executor, long everyNanos, long seed) {
        this.executor = executor;
        this.everyNanos = everyNanos;
        this.seed = seed;
    }

    /** The latest interval of the load point; empty until the first is computed. */
    Optional<Interval> of(Group group, int ofPoint) {
        return ofPoint == point ? Optional.ofNullable(latest.get(group)) : Optional.empty();
    }

    /**
     * Begins a computation where one is due.
     *
     * @param ofPoint of which load point; intervals of another are forgotten
     */
    void update(int ofPoint, List<Timing> timings, long now) {
        if (ofPoint != point && !busy.get()) {
            point = ofPoint;
            latest = Map.of();
            begun = false;
        }
        boolean due = ofPoint == point && (!begun || now - begunAt >= everyNanos);
        if (due && !timings.isEmpty() && busy.compareAndSet(false, true)) {
            begun = true;
            begunAt = now;
            executor.execute(() -> compute(timings));
        }
    }

    private void compute(List<Timing> timings) {
        try {
            Map<Group, Interval> intervals = new HashMap<>();
            for (Group group : List.of(Group.A, Group.B)) {
                List<double[]> sessions = bySession(timings, group);
                if (!sessions.isEmpty()) {
                    intervals.put(group, BOOTSTRAP.interval(sessions, QUANTILE, seed));
                }
            }
            latest = Map.copyOf(intervals);
        } finally {
            busy.set(false);
        }
    }

    private static List<double[]> bySession(List<Timing> timings, Group group) {
        Map<Integer, List<Response>> bySession = timings.stream()
                .map(Response::of)
                .flatMap(Optional::stream)
                .filter(response -> response.group() == group)
                .collect(Collectors.groupingBy(Response::session));
        return bySession.values().stream()
                .map(of -> of.stream().mapToDouble(Response::millis).toArray())
                .toList();
    }
}
