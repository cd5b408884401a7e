package io.deskmeter.sound.pulse.wire;

import java.time.Instant;

/** A wall clock's time as the protocol has it; only labels, nothing is computed from it. */
public record WallTime(int seconds, int micros) {
    private static final int NANOS_PER_MICRO = 1_000;

    public static WallTime of(Instant instant) {
        return new WallTime((int) instant.getEpochSecond(), instant.getNano() / NANOS_PER_MICRO);
    }
}
