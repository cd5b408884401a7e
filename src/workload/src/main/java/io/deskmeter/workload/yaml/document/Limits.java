package io.deskmeter.workload.yaml.document;

import java.time.Duration;

/** The ranges of the grammar: wide enough for any benchmark, narrow enough to catch a slip of the unit. */
public final class Limits {
    public static final int SESSIONS = 10_000;
    public static final int USERS_PER_HOST = 1_000;
    public static final int ITERATIONS = 10_000;
    public static final int TIMES = 1_000;
    public static final int COORDINATE = 32_767;
    public static final int NOTCHES = 1_000;

    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private Limits() {}

    /** How long something may take: above 0, at most an hour. */
    public static Duration timeout(Value value) {
        return value.duration(TICK, HOUR);
    }

    /** The length of a pause: 0 to an hour. */
    public static Duration pause(Value value) {
        return value.duration(Duration.ZERO, HOUR);
    }

    /** From one character of a text to the next: 0 to ten seconds. */
    public static Duration pace(Value value) {
        return value.duration(Duration.ZERO, Duration.ofSeconds(10));
    }

    /** How long a region must be still: above 0, at most a minute. */
    public static Duration quiet(Value value) {
        return value.duration(TICK, Duration.ofMinutes(1));
    }

    /** What a search may take: a minute, in which hardly a load point fits, to a day. */
    public static Duration budget(Value value) {
        return value.duration(Duration.ofMinutes(1), Duration.ofDays(1));
    }

    public static int sessions(Value value) {
        return value.integer(1, SESSIONS);
    }
}
