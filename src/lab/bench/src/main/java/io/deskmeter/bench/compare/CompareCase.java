package io.deskmeter.bench.compare;

import io.deskmeter.workload.Plural;
import java.util.List;

/**
 * How many runs a comparison has.
 *
 * @param baseline of the baseline
 * @param other of the other side
 * @param history earlier ones that are not compared
 */
record CompareCase(int baseline, int other, int history) {
    /** Those that are simulated. */
    static final List<CompareCase> ALL = List.of(
            new CompareCase(1, 1, 0),
            new CompareCase(2, 2, 0),
            new CompareCase(3, 3, 0),
            new CompareCase(5, 5, 0),
            new CompareCase(3, 1, 0),
            new CompareCase(5, 1, 0),
            new CompareCase(1, 1, 6));

    String words() {
        String sides = baseline == other
                ? Plural.of(baseline, "run") + " a side"
                : Plural.of(baseline, "run") + " against " + other;
        return history == 0 ? sides : sides + ", " + history + " earlier";
    }
}
