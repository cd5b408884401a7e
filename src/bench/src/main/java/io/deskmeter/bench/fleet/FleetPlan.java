package io.deskmeter.bench.fleet;

import io.deskmeter.bench.Expect;
import io.deskmeter.bench.Home;
import io.deskmeter.bench.sim.SimWorkload;
import java.time.Duration;

/**
 * What is to be run.
 *
 * @param agents processes
 * @param sessions of all of them
 * @param duration about how long each session works
 * @param think mean pause before an operation
 * @param logonInterval between the starts of two sessions
 * @param brokenLines agents whose line is cut now and then
 * @param cutEvery mean time between two cuts of one such line
 * @param readers of the run's events
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
        long seed,
        Home home) {
    /** Roughly what an operation's answer takes, in milliseconds: only to turn a duration into iterations. */
    private static final long ANSWER_MILLIS = 130;

    FleetPlan {
        Expect.atLeast("agents", agents, 1);
        Expect.atLeast("sessions", sessions, agents);
        Expect.atLeast("broken lines", brokenLines, 0);
        Expect.atLeast("readers", readers, 1);
    }

    /** Iterations of each session, the first of which does not count. */
    int iterations() {
        long one = SimWorkload.OPERATIONS * (think.toMillis() + ANSWER_MILLIS);
        return (int) Math.max(2, duration.toMillis() / one);
    }

    /** Most sessions of an agent: a little more than its share. */
    int limit() {
        return (sessions + agents - 1) / agents;
    }
}
