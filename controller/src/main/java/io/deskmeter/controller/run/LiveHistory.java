package io.deskmeter.controller.run;

import io.deskmeter.controller.run.view.RunSnapshot.LiveGroup;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The running p95 of active runs over time, for clients that open a run later. Memory is bounded: when it is full,
 * every other point of the older half is dropped, so that older parts get coarser and the beginning is kept. Finished
 * runs are removed: their load points are judged. Thread-safe.
 */
public final class LiveHistory {
    private static final int MOST = 3_600;
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final InstantSource wall;
    private final LongSupplier nanoTime;
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    public LiveHistory(ActiveRuns runs, InstantSource wall, LongSupplier nanoTime) {
        this.wall = wall;
        this.nanoTime = nanoTime;
        runs.listen(snapshot -> take(snapshot.id(), snapshot.ended(), snapshot.groups()));
    }

    /**
     * The running p95 at an instant.
     *
     * @param at a label
     * @param groups A, then B
     */
    public record LivePoint(Instant at, List<LiveGroup> groups) {
        public LivePoint {
            groups = List.copyOf(groups);
        }
    }

    void take(String runId, boolean ended, List<LiveGroup> groups) {
        if (ended) {
            lines.remove(runId);
        } else {
            lines.computeIfAbsent(runId, id -> new Line()).add(groups);
        }
    }

    /**
     * The points so far, oldest first; empty for finished and unknown runs.
     *
     * @param most so many points at most, equally many left out between them; the newest always
     */
    public List<LivePoint> of(String runId, int most) {
        Line line = lines.get(runId);
        return line == null ? List.of() : line.points(most);
    }

    private final class Line {
        private List<LivePoint> points = new ArrayList<>();
        private long lastAt;

        synchronized void add(List<LiveGroup> groups) {
            long now = nanoTime.getAsLong();
            if (!points.isEmpty() && now - lastAt < EVERY.toNanos()) {
                return;
            }
            if (points.size() == MOST) {
                List<LivePoint> kept = every(2, 0, points.subList(0, MOST / 2));
                kept.addAll(points.subList(MOST / 2, MOST));
                points = kept;
            }
            points.add(new LivePoint(wall.instant(), groups));
            lastAt = now;
        }

        synchronized List<LivePoint> points(int most) {
            int step = Math.max(1, (points.size() + most - 1) / most);
            return every(step, (points.size() - 1) % step, points);
        }

        private static List<LivePoint> every(int step, int first, List<LivePoint> of) {
            List<LivePoint> kept = new ArrayList<>();
            for (int i = first; i < of.size(); i += step) {
                kept.add(of.get(i));
            }
            return kept;
        }
    }
}
