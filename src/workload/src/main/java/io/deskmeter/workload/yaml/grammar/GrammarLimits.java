package io.deskmeter.workload.yaml.grammar;

import java.time.Duration;

/** The ranges of the grammar: wide enough for any benchmark, narrow enough to catch a slip of the unit. */
public final class GrammarLimits {
    public static final int MOST_SESSIONS = 10_000;
    public static final int USERS_PER_HOST = 1_000;
    public static final int ITERATIONS = 10_000;
    public static final int TIMES = 1_000;
    public static final int COORDINATE = 32_767;
    public static final int NOTCHES = 1_000;

    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** How long something may take: above 0, at most an hour. */
    public static final Type<Duration> TIMEOUT = Types.duration(TICK, HOUR);

    /** The length of a pause: 0 to an hour. */
    public static final Type<Duration> PAUSE = Types.duration(Duration.ZERO, HOUR);

    /** From one character of a text to the next: 0 to ten seconds. */
    public static final Type<Duration> PACE = Types.duration(Duration.ZERO, Duration.ofSeconds(10));

    /** How long a region must be still: above 0, at most a minute. */
    public static final Type<Duration> QUIET = Types.duration(TICK, Duration.ofMinutes(1));

    /** What a search may take: a minute, in which hardly a load point fits, to a day. */
    public static final Type<Duration> BUDGET = Types.duration(Duration.ofMinutes(1), Duration.ofDays(1));

    public static final Type<Integer> SESSIONS = Types.integer(1, MOST_SESSIONS);

    private GrammarLimits() {}
}
