package io.deskmeter.controller.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws evenly from any number of items as many as a chart can show (algorithm R of J. S. Vitter, "Random Sampling with
 * a Reservoir", ACM TOMS 11, 1985). The seed is fixed, so a report that is written again is the same.
 */
final class Reservoir<T> {
    private static final long SEED = 5000;

    private final int limit;
    private final List<T> drawn = new ArrayList<>();
    private final Random random = new Random(SEED);
    private int seen;

    /** @param limit how many are drawn at most */
    Reservoir(int limit) {
        this.limit = limit;
    }

    void offer(T item) {
        seen++;
        if (drawn.size() < limit) {
            // Any prefix must be an even sample, too, as the end may be cut off: so a new one goes to a random
            // place.
            drawn.add(item);
            swapLast(random.nextInt(drawn.size()));
            return;
        }
        int place = random.nextInt(seen);
        if (place < limit) {
            drawn.set(place, item);
        }
    }

    private void swapLast(int place) {
        int last = drawn.size() - 1;
        T item = drawn.get(place);
        drawn.set(place, drawn.get(last));
        drawn.set(last, item);
    }

    /** Any prefix of them is an even sample, too. */
    List<T> drawn() {
        return drawn;
    }

    /** How many were offered. */
    int seen() {
        return seen;
    }
}
