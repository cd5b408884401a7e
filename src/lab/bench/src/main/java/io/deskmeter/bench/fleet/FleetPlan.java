package io.deskmeter.bench.fleet;

import io.deskmeter.bench.Installation;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * The parameters of the run.
 *
 * @param agents processes
 * @param sessions of all agents
 * @param duration approximate working time of each session
 * @param think mean pause before an operation
 * @param logonInterval between the starts of two sessions
 * @param brokenLines agents whose connection is cut repeatedly
 * @param cutEvery mean time between two cuts of such a connection
 * @param readers of the run's events
 * @param synthetic whether timings are synthetic instead of measured on simulated desktops
 * @param tls whether agents connect with certificates
 * @param metrics that each operation samples
 * @param loadPoints 1: a fixed load; else this number of steps, the last with all sessions, each earlier one with one
 *     less
 * @param seed of everything random
 * @param home of the programs that are started
 */
record FleetPlan(
        int agents,
        int sessions,
        Duration duration,
        Duration think,
        Duration logonInterval,
        int brokenLines,
        Duration cutEvery,
        int readers,
        boolean synthetic,
        boolean tls,
        int metrics,
        int loadPoints,
        long seed,
        Installation home) {
    /** The approximate response of an operation in milliseconds, to convert a duration to iterations. */
    private static final long ANSWER_MILLIS = 130;

    FleetPlan {
        OptionChecks.atLeast("agents", agents, 1);
        OptionChecks.atLeast("sessions", sessions, agents);
        OptionChecks.atLeast("broken lines", brokenLines, 0);
        OptionChecks.atLeast("readers", readers, 1);
        OptionChecks.between("metrics", metrics, 0, SimWorkload.METRICS.size());
        OptionChecks.atLeast("load points", loadPoints, 1);
        OptionChecks.atLeast("sessions", sessions, loadPoints);
    }

    /** Iterations of each session at each load point, the first of which does not count. */
    int iterations() {
        long one = SimWorkload.OPERATIONS * operation().toMillis();
        return (int) Math.max(2, duration.toMillis() / loadPoints / one);
    }

    /** From an operation to the next. */
    Duration operation() {
        return think.plusMillis(ANSWER_MILLIS);
    }

    /** As YAML. */
    String load() {
        if (loadPoints == 1) {
            return "{ fixed: { sessions: " + sessions + " } }";
        }
        return "{ steps: { sessions: "
                + IntStream.rangeClosed(sessions - loadPoints + 1, sessions)
                        .boxed()
                        .toList()
                + " } }";
    }

    /** The session limit of an agent: slightly more than its share. */
    int limit() {
        return (sessions + agents - 1) / agents;
    }
}
