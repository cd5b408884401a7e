package io.deskmeter.bench.ingest;

import io.deskmeter.bench.Installation;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.time.Duration;

/**
 * What is stored.
 *
 * @param amount of which the time is taken
 * @param warmUp what is stored before, without taking the time
 * @param agents connections
 * @param batch timings and samples of a batch
 * @param tls whether agents connect with certificates
 * @param goal the least ratio to {@code COPY} in batches that passes
 * @param seed of everything random
 * @param home of the programs that are started
 */
record IngestPlan(
        Amount amount, Amount warmUp, int agents, int batch, boolean tls, double goal, long seed, Installation home) {
    /** More would not fit into a batch of the spool. */
    static final int MOST_IN_BATCH = 2_000;

    private static final int SESSIONS_OF_AGENT = 25;
    private static final int LEAST_OF_AGENT = 100;
    private static final Duration THINK = Duration.ofMillis(2_500);

    IngestPlan {
        OptionChecks.atLeast("agents", agents, 1);
        OptionChecks.atLeast("batch", batch, 1);
        OptionChecks.atLeast("timings", amount.timings(), LEAST_OF_AGENT * agents);
        OptionChecks.atLeast("samples", amount.samples(), 0);
        OptionChecks.atLeast("warm-up", warmUp.rows(), 0);
        if (amount.samples() > amount.timings()) {
            throw new IllegalArgumentException(
                    "samples: " + amount.samples() + " (expected: <= " + amount.timings() + ", the number of timings)");
        }
        if (batch > MOST_IN_BATCH) {
            throw new IllegalArgumentException("batch: " + batch + " (expected: <= " + MOST_IN_BATCH + ")");
        }
    }

    /** A number of timings and of samples. */
    record Amount(int timings, int samples) {
        int rows() {
            return timings + samples;
        }

        /** About that number of rows with the same share of samples. */
        Amount scaledTo(int rows) {
            int scaledSamples = (int) ((long) rows * samples / rows());
            return new Amount(rows - scaledSamples, scaledSamples);
        }

        /** The part of one of several that share it. */
        Amount share(int one, int of) {
            return new Amount(share(timings, one, of), share(samples, one, of));
        }

        private static int share(int number, int one, int of) {
            return (int) ((long) number * (one + 1) / of - (long) number * one / of);
        }
    }

    int sessions() {
        return SESSIONS_OF_AGENT * agents;
    }

    /** From an operation to the next. */
    static Duration think() {
        return THINK;
    }

    /** Of a run that does not end before all is stored: each session has more iterations than it delivers. */
    String profile() {
        int delivered = (amount.timings() + warmUp.timings()) / (sessions() * SimWorkload.OPERATIONS);
        return SimWorkload.profile(
                "{ fixed: { sessions: " + sessions() + " } }", delivered + 4, 1, THINK, Duration.ZERO, seed, "");
    }
}
