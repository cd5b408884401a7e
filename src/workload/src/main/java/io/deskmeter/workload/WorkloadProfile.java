package io.deskmeter.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Which workloads a simulated user works, how often, and how fast.
 *
 * @param id name
 * @param workloads ids, at least one, in the order of the file
 * @param shares of the sessions that work a workload, above 0 and below 1, by its id; a workload without a share is
 *     worked by all sessions, and at least one workload is
 * @param iterations of all workloads in a fixed run, ≥ 1
 * @param skipFirst iterations at the start that do not count (warm-up)
 * @param skipLast iterations at the end that do not count (others are already leaving); {@code skipFirst + skipLast <
 *     iterations}
 * @param think the pause before every operation
 * @param typing words a minute, each of five characters, at which texts are typed that have no pace of their own;
 *     empty: as fast as the desktop takes them
 * @param order of the workloads within an iteration; the order of operations within a workload is always kept
 * @param seed of everything random in the plan
 */
public record WorkloadProfile(
        String id,
        List<String> workloads,
        Map<String, Double> shares,
        int iterations,
        int skipFirst,
        int skipLast,
        ThinkTime think,
        OptionalInt typing,
        Order order,
        long seed) {
    private static final int CHARACTERS_PER_WORD = 5;

    public WorkloadProfile {
        workloads = List.copyOf(workloads);
        shares = Collections.unmodifiableMap(new TreeMap<>(shares));
    }

    /** One whose sessions all work all workloads. */
    public WorkloadProfile(
            String id,
            List<String> workloads,
            int iterations,
            int skipFirst,
            int skipLast,
            ThinkTime think,
            Order order,
            long seed) {
        this(id, workloads, Map.of(), iterations, skipFirst, skipLast, think, order, seed);
    }

    /** One whose texts are typed as fast as the desktop takes them. */
    public WorkloadProfile(
            String id,
            List<String> workloads,
            Map<String, Double> shares,
            int iterations,
            int skipFirst,
            int skipLast,
            ThinkTime think,
            Order order,
            long seed) {
        this(id, workloads, shares, iterations, skipFirst, skipLast, think, OptionalInt.empty(), order, seed);
    }

    /** From one character of a text to the next; empty: as fast as the desktop takes them. */
    public Optional<Duration> pace() {
        return typing.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofMinutes(1).dividedBy((long) typing.getAsInt() * CHARACTERS_PER_WORD));
    }

    /** The share of the sessions that work a workload; 1 if all do. */
    public double share(String workload) {
        return shares.getOrDefault(workload, 1.0);
    }

    /** How many iterations of a session count. */
    public int steadyIterations() {
        return iterations - skipFirst - skipLast;
    }

    /** The order of workloads within an iteration. */
    public enum Order {
        /** Drawn for each session and iteration, so that desktops are not synchronised. */
        SHUFFLED,
        /** As written. */
        FIXED
    }
}
