package io.deskmeter.bench.search.platform;

import io.deskmeter.workload.operation.Group;
import java.time.Duration;
import java.util.List;

/**
 * The parameters of a simulated platform. Times in seconds.
 *
 * @param seed of all that is random in its runs
 * @param cores that share the work equally
 * @param disks that serve one request each, in order of arrival
 * @param think mean pause before an operation, uniform ± 50 %
 * @param operations of one iteration, in order
 * @param background mean processor time of the background work that each operation starts; exponential
 * @param spread of service times: σ of their logarithm
 * @param tail share of operations that need five times as much
 * @param logonInterval between two logons
 * @param memory the number of sessions that fit into memory, and the effect of more
 * @param noise disturbances of a measurement
 * @param limit the largest number of sessions that it accepts
 */
public record Platform(
        long seed,
        int cores,
        int disks,
        double think,
        List<Work> operations,
        double background,
        double spread,
        double tail,
        Duration logonInterval,
        Memory memory,
        Noise noise,
        SessionLimit limit) {
    /** A platform that accepts any number of sessions, however slow it becomes. */
    public Platform(
            long seed,
            int cores,
            int disks,
            double think,
            List<Work> operations,
            double background,
            double spread,
            double tail,
            Duration logonInterval,
            Memory memory,
            Noise noise) {
        this(
                seed,
                cores,
                disks,
                think,
                operations,
                background,
                spread,
                tail,
                logonInterval,
                memory,
                noise,
                SessionLimit.NONE);
    }

    public Platform {
        operations = List.copyOf(operations);
    }

    /**
     * An operation.
     *
     * @param group A or B
     * @param cpu mean processor time
     * @param io mean disk time, 0 for none
     */
    public record Work(Group group, double cpu, double io) {}

    /**
     * The effect of insufficient memory.
     *
     * @param sessions that fit
     * @param slower factor of all processor times beyond
     * @param failing share of operations that fail beyond
     */
    public record Memory(int sessions, double slower, double failing) {
        /** Sufficient memory. */
        public static final Memory ENOUGH = new Memory(Integer.MAX_VALUE, 1, 0);
    }

    /**
     * Causes of differences between two measurements of the same load, besides chance. Factors of all service times.
     *
     * @param sessionSd of the logarithm, from session to session
     * @param pointSd of the logarithm, from load point to load point
     * @param driftPerHour added to the factor in each hour
     * @param disturbed share of load points during which other work runs for half a minute to two minutes
     */
    public record Noise(double sessionSd, double pointSd, double driftPerHour, double disturbed) {
        /** Chance only. */
        public static final Noise NONE = new Noise(0, 0, 0, 0);
    }

    /** The approximate duration of an iteration at the knee. */
    double iterationSeconds() {
        double work = operations.stream().mapToDouble(w -> w.cpu() + w.io()).sum();
        return operations.size() * think + 2 * work;
    }

    /** The same platform with other noise. */
    public Platform with(Noise other) {
        return new Platform(
                seed, cores, disks, think, operations, background, spread, tail, logonInterval, memory, other, limit);
    }

    /** The same platform with a session limit. */
    public Platform with(SessionLimit fewer) {
        return new Platform(
                seed, cores, disks, think, operations, background, spread, tail, logonInterval, memory, noise, fewer);
    }
}
