package io.deskmeter.bench.ue.live;

import io.deskmeter.testkit.truth.Relay;
import java.util.concurrent.TimeUnit;

/** What is done to a drag. */
enum Fault {
    NONE("direct"),
    /** No fault: the painting is seen at once, so it is the truth of a lag. */
    AT_ONCE("direct, with up to 1,000 updates a second"),
    CUT_CORNERS("corners cut: each move goes to the mean of the last 12"),
    OVERSHOOT("overshoot: each move goes 5 moves too far"),
    DROPPED("each third move is dropped"),
    PROBE_STOPS("the probe is stopped twice for 200 ms"),
    RELAY_DELAYS("a relay delays both ways by 25 ms"),
    RELAY_STALLS("a relay stalls 2 % of what it passes on for 200 ms");

    private static final long DELAY = TimeUnit.MILLISECONDS.toNanos(25);
    private static final double STALLS = 0.02;

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Between the agent and the desktop. */
    Relay.Shape relay() {
        return switch (this) {
            case RELAY_DELAYS -> new Relay.Shape(DELAY, 0, 0);
            case RELAY_STALLS -> new Relay.Shape(0, 0, STALLS);
            default -> Relay.Shape.none();
        };
    }

    /** Whether something is between the agent and the desktop. */
    boolean isRelayed() {
        return this == RELAY_DELAYS || this == RELAY_STALLS;
    }

    /** Whether the object is where the moves lead, so that a place tells which move it shows. */
    boolean keepsPath() {
        return this != CUT_CORNERS && this != OVERSHOOT;
    }

    /** How much later than painted a frame arrives, in nanoseconds. */
    long later() {
        return this == RELAY_DELAYS ? DELAY : 0;
    }
}
