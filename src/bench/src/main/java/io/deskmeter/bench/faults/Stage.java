package io.deskmeter.bench.faults;

import io.deskmeter.bench.sim.SimFaults;
import java.time.Duration;
import java.util.Locale;

/** A stage of a run, and what holds it open. */
enum Stage {
    /** Waits for an agent with a label that none has. */
    PREPARING(0, 0, 0, 0),
    RAMPING_UP(4, 0, 0, 0),
    STEADY(0, 0, 0, 0),
    JUDGING(0, 0, 0, 4),
    RAMPING_DOWN(0, 4, 0, 0),
    ENDING(0, 0, 4, 0),
    /** A few milliseconds: nothing can hold it, so what happens in it happens at its very beginning. */
    REPORTING(0, 0, 0, 0);

    private final int logon;
    private final int logoff;
    private final int cleanUp;
    private final int timings;

    /** Seconds by which a session is slow. */
    Stage(int logon, int logoff, int cleanUp, int timings) {
        this.logon = logon;
        this.logoff = logoff;
        this.cleanUp = cleanUp;
        this.timings = timings;
    }

    SimFaults hold() {
        return new SimFaults(
                Duration.ofSeconds(logon),
                Duration.ofSeconds(logoff),
                Duration.ofSeconds(cleanUp),
                Duration.ofSeconds(timings));
    }

    /** As the controller names it: {@code ramping-up}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
