package io.deskmeter.bench.chaos;

import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.time.Duration;

/**
 * The run of an episode.
 *
 * @param profile as YAML
 * @param planned fewest timings if it finishes
 */
record ChaosLoad(String profile, int planned) {
    private static final Duration THINK = Duration.ofMillis(400);
    private static final Duration LOGON_INTERVAL = Duration.ofMillis(20);
    private static final int ITERATIONS = 4;
    private static final int REAL_ITERATIONS = 2;
    private static final String REAL = """
            id: real
            title: Sessions with a word processor
            workloads:
              id: writer
              workloads: [office/writer]
              iterations: %d
              steady: { skipFirst: 1, skipLast: 0 }
              think: { mean: 1s, spread: 50%% }
              seed: %d
            target: { local: { desktop: 1280x800 } }
            load: { fixed: { sessions: %d } }
            evidence: failed
            logonInterval: 2s
            validity: { pacing: 100%%, lag: 60s, harnessCpu: 100%% }
            """;

    /** Of about ten seconds. */
    static ChaosLoad simulated(int sessions, long seed) {
        return new ChaosLoad(
                SimWorkload.profile(
                        "{ fixed: { sessions: " + sessions + " } }", ITERATIONS, 1, THINK, LOGON_INTERVAL, seed, ""),
                sessions * ITERATIONS * SimWorkload.OPERATIONS);
    }

    /** Of about a minute. */
    static ChaosLoad real(int sessions, long seed) {
        // Each iteration has at least an operation that starts and one that ends the program.
        return new ChaosLoad(REAL.formatted(REAL_ITERATIONS, seed, sessions), sessions * REAL_ITERATIONS * 2);
    }
}
