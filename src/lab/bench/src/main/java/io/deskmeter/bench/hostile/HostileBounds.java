package io.deskmeter.bench.hostile;

/** What the controller promises. */
final class HostileBounds {
    /** Beside what is live without strangers; the figures of a run that works on are part of it. */
    static final double HEAP_GROWTH_MB = 64;

    /** Its heap, of 768 MB, and what all connections without a login may hold outside of it. */
    static final double MEMORY_MB = 1_280;

    /** For a request, and for a log-in. */
    static final double ANSWER_MILLIS = 5_000;

    private HostileBounds() {}
}
