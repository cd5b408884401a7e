package io.deskmeter.sound.simulated;

import java.time.Duration;
import java.util.function.LongPredicate;

/**
 * What a simulated sound card does to its signal.
 *
 * @param blockFrames sample frames of each block, at least 1
 * @param latency from opening the source until its first sample frame is played
 * @param drift parts per million by which the card is faster than its nominal rate, −1,000 to 1,000
 * @param delivery from the end of a block until the listener gets it
 * @param uncertainty that each block states
 * @param lost whether the block of that number, from 0, is lost on its way
 */
public record SimulatedCard(
        int blockFrames, Duration latency, double drift, Duration delivery, Duration uncertainty, LongPredicate lost) {
    private static final double MOST_DRIFT = 1_000;

    public SimulatedCard {
        if (blockFrames < 1) {
            throw new IllegalArgumentException("blockFrames: " + blockFrames + " (expected: 1 or more)");
        }
        if (!(Math.abs(drift) <= MOST_DRIFT)) {
            throw new IllegalArgumentException("drift: " + drift + " ppm (expected: -1000 to 1000)");
        }
        if (latency.isNegative() || delivery.isNegative() || uncertainty.isNegative()) {
            throw new IllegalArgumentException("latency " + latency + ", delivery " + delivery + ", uncertainty "
                    + uncertainty + " (expected: none below zero)");
        }
    }

    /** An exact card with blocks of 10 ms at 48,000 frames per second that loses nothing. */
    public static SimulatedCard exact() {
        return new SimulatedCard(480, Duration.ZERO, 0, Duration.ZERO, Duration.ZERO, block -> false);
    }
}
