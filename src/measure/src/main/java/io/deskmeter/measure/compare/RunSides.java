package io.deskmeter.measure.compare;

import java.util.List;
import java.util.function.Function;

/**
 * The runs of both sides of a comparison.
 *
 * @param baseline at least one run
 * @param other at least one run
 * @param history earlier runs of the same profile and setup: they tell how much equal runs differ, and are not
 *     compared; may be empty
 * @param <T> what is known of a run
 */
public record RunSides<T>(List<T> baseline, List<T> other, List<T> history) {
    public RunSides {
        baseline = List.copyOf(baseline);
        other = List.copyOf(other);
        history = List.copyOf(history);
        if (baseline.isEmpty() || other.isEmpty()) {
            throw new IllegalArgumentException("runs: " + baseline.size() + " of the baseline and " + other.size()
                    + " others (expected: at least one of each)");
        }
    }

    /** One run a side. */
    public static <T> RunSides<T> of(T baseline, T other) {
        return new RunSides<>(List.of(baseline), List.of(other), List.of());
    }

    /** The same with something else known of each run. */
    public <R> RunSides<R> map(Function<T, R> of) {
        return new RunSides<>(
                baseline.stream().map(of).toList(),
                other.stream().map(of).toList(),
                history.stream().map(of).toList());
    }

    /** Whether the variation between runs can be told: there are two runs of one kind. */
    public boolean showVariation() {
        return degreesOfFreedom() > 0;
    }

    /** Runs, less one for each of the three kinds that has any. */
    public int degreesOfFreedom() {
        return baseline.size() - 1 + other.size() - 1 + Math.max(0, history.size() - 1);
    }
}
