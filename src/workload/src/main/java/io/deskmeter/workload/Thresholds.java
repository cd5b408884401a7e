package io.deskmeter.workload;

import java.time.Duration;

/**
 * What the 95th percentile of a group may be.
 *
 * @param a of group A, default 1 s
 * @param b of group B, default 6 s
 */
public record Thresholds(Duration a, Duration b) {
    public static final Thresholds DEFAULT = new Thresholds(Duration.ofSeconds(1), Duration.ofSeconds(6));

    /** The threshold of a judged group; {@link Group#C} has none. */
    public Duration of(Group group) {
        return switch (group) {
            case A -> a;
            case B -> b;
            case C -> throw new IllegalArgumentException("group: C (expected: A or B; group C is never judged)");
        };
    }
}
