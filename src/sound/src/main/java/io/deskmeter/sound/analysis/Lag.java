package io.deskmeter.sound.analysis;

/** By how much what is heard is later than what it is compared with. */
public sealed interface Lag {
    /**
     * It was found.
     *
     * @param nanos later than expected; below 0 if earlier
     * @param uncertainty nanoseconds by which that may be off in either direction
     * @param correlation of both sounds, 0 to 1
     */
    record Known(long nanos, long uncertainty, double correlation) implements Lag {}

    /**
     * It could not be found.
     *
     * @param reason what was found instead
     */
    record Unknown(String reason) implements Lag {}
}
