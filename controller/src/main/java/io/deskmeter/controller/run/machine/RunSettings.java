package io.deskmeter.controller.run.machine;

import java.time.Duration;

/**
 * Durations that are not part of a profile.
 *
 * @param grace how long an agent may be away before the run is given up
 * @param awaitLateTimings how long to wait for late timings after the last agent is done
 * @param publishEvery the shortest time between two snapshots
 * @param intervalsEvery the shortest time between two computations of how sure the running figures are
 */
public record RunSettings(Duration grace, Duration awaitLateTimings, Duration publishEvery, Duration intervalsEvery) {
    public static final RunSettings DEFAULT = new RunSettings(
            Duration.ofSeconds(10), Duration.ofMillis(1500), Duration.ofMillis(500), Duration.ofSeconds(2));
}
