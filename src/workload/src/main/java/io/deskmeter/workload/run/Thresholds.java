package io.deskmeter.workload.run;

import io.deskmeter.workload.operation.Group;
import java.time.Duration;
import java.util.Optional;

/**
 * What the 95th percentile of a group may be, and that of logons.
 *
 * @param a of group A, default 1 s
 * @param b of group B, default 6 s
 * @param logon of logons, from the first connection to the first usable frame; empty where they are not judged, the
 *     default
 */
public record Thresholds(Duration a, Duration b, Optional<Duration> logon) {
    public static final Thresholds DEFAULT = new Thresholds(Duration.ofSeconds(1), Duration.ofSeconds(6));

    /** Where logons are not judged. */
    public Thresholds(Duration a, Duration b) {
        this(a, b, Optional.empty());
    }

    /** The threshold of a judged group; {@link Group#C} has none. */
    public Duration of(Group group) {
        return switch (group) {
            case A -> a;
            case B -> b;
            case C -> throw new IllegalArgumentException("group: C (expected: A or B; group C is never judged)");
        };
    }
}
