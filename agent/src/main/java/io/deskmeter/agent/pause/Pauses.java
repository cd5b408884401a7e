package io.deskmeter.agent.pause;

/** When this process stood still. Thread-safe. */
@FunctionalInterface
public interface Pauses {
    /** Of a process that does not watch itself. */
    Pauses NONE = (from, to) -> 0;

    /**
     * The longest pause beyond the bound that overlaps a span of time, in nanoseconds; 0 if there is none. A pause that
     * has just ended counts, even if the watching thread has not noticed it yet.
     *
     * @param from monotonic nanoseconds
     * @param to monotonic nanoseconds, not before {@code from}
     */
    long longest(long from, long to);
}
