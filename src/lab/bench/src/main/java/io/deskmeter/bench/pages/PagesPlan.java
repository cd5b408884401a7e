package io.deskmeter.bench.pages;

import io.deskmeter.bench.Installation;
import io.deskmeter.bench.OptionChecks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of the benchmark.
 *
 * @param parts of {@link Part}
 * @param timings approximate number in the large run
 * @param sessions of the large run's last load point, and of the live run
 * @param agents of the live run
 * @param duration for which the page of the live run is measured
 * @param think mean pause before an operation of the live run
 * @param seed of everything random
 * @param data of the controller with the large run, kept and reused; null for none
 * @param home of the programs that are started
 * @param out for pictures
 */
record PagesPlan(
        Set<Part> parts,
        int timings,
        int sessions,
        int agents,
        Duration duration,
        Duration think,
        long seed,
        @Nullable Path data,
        Installation home,
        Path out) {
    /** The parts that can be measured separately. */
    enum Part {
        FIRST,
        RESULTS,
        LIVE
    }

    PagesPlan {
        OptionChecks.atLeast("timings", timings, 10_000);
        OptionChecks.atLeast("sessions", sessions, 10);
        OptionChecks.atLeast("agents", agents, 1);
        if (duration.toSeconds() < 60) {
            throw new IllegalArgumentException(
                    "minutes: " + duration.toSeconds() / 60.0 + " (expected: >= 1; memory is measured in each half)");
        }
    }
}
