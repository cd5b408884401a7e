package io.deskmeter.bench.faults;

import io.deskmeter.bench.sim.desktop.SimFaults;
import java.time.Duration;
import java.util.Locale;

/** A stage of a run, and what makes it long enough. */
enum Stage {
    /** Waits for an agent with a label that none has. */
    PREPARING(0, 0, 0, 0),
    RAMPING_UP(4, 0, 0, 0),
    STEADY(0, 0, 0, 0),
    JUDGING(0, 0, 0, 4),
    RAMPING_DOWN(0, 4, 0, 0),
    ENDING(0, 0, 4, 0),
    /** A few milliseconds, which cannot be extended, so the fault happens at its start. */
    REPORTING(0, 0, 0, 0);

    private final int logon;
    private final int logoff;
    private final int cleanUp;
    private final int timings;

    /** The delay of the slow session in seconds. */
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

    /** The name in the controller: {@code ramping-up}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
