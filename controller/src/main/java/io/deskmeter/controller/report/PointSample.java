package io.deskmeter.controller.report;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * As many timings as a chart can show, drawn evenly from any number (algorithm R of J. S. Vitter, "Random Sampling with a Reservoir", ACM
 * TOMS 11, 1985). Failed operations are kept in preference, because they are rare and relevant. The seed is fixed, so a report that is
 * written again is the same.
 *
 * @param ok drawn from those that ended ok
 * @param failed drawn from those that were started and did not
 * @param total started, drawn or not
 * @param totalFailed failed, drawn or not
 * @param neverStarted neither drawn nor in {@code total}
 */
record PointSample(List<TimingPoint> ok, List<TimingPoint> failed, int total, int totalFailed, int neverStarted) {
    private static final long SEED = 5000;

    /** Draws at most {@code limit}, of which at most a fifth failed. */
    static PointSample of(Iterable<TimingPoint> points, int limit) {
        Reservoir failed = new Reservoir(limit / 5);
        Reservoir ok = new Reservoir(limit);
        int neverStarted = 0;
        for (TimingPoint point : points) {
            if (point.timing().firedAt() == Timing.NEVER) {
                neverStarted++;
            } else if (point.timing().outcome() == Outcome.OK) {
                ok.offer(point);
            } else {
                failed.offer(point);
            }
        }
        List<TimingPoint> drawn = ok.drawn.subList(0, Math.min(ok.drawn.size(), limit - failed.drawn.size()));
        return new PointSample(drawn, failed.drawn, ok.seen + failed.seen, failed.seen, neverStarted);
    }

    int shown() {
        return ok.size() + failed.size();
    }

    private static final class Reservoir {
        private final int limit;
        private final List<TimingPoint> drawn = new ArrayList<>();
        private final Random random = new Random(SEED);
        private int seen;

        Reservoir(int limit) {
            this.limit = limit;
        }

        void offer(TimingPoint point) {
            seen++;
            if (drawn.size() < limit) {
                // Any prefix must be an even sample, too, as the end may be cut off: so a new one goes to a random
                // place.
                drawn.add(point);
                swapLast(random.nextInt(drawn.size()));
                return;
            }
            int place = random.nextInt(seen);
            if (place < limit) {
                drawn.set(place, point);
            }
        }

        private void swapLast(int place) {
            int last = drawn.size() - 1;
            TimingPoint point = drawn.get(place);
            drawn.set(place, drawn.get(last));
            drawn.set(last, point);
        }
    }
}
