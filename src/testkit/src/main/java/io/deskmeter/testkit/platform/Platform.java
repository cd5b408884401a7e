package io.deskmeter.testkit.platform;

import io.deskmeter.workload.Group;
import java.time.Duration;
import java.util.List;

/**
 * What a simulated platform is made of. Times in seconds.
 *
 * @param seed of all that is random in its runs
 * @param cores that share the work equally
 * @param disks that serve one request each, in order of arrival
 * @param think mean pause before an operation, uniform ± 50 %
 * @param operations of one iteration, in order
 * @param background mean processor time that each operation leaves behind; exponential
 * @param spread of service times: σ of their logarithm
 * @param tail share of operations that need five times as much
 * @param logonInterval between two logons
 * @param memory beyond so many sessions there is no memory left
 * @param noise what disturbs a measurement
 * @param limit how many sessions it carries at all
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
    /** A platform that carries any number of sessions, however slowly. */
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
     * What happens without memory.
     *
     * @param sessions that fit
     * @param slower factor of all processor times beyond
     * @param failing share of operations that fail beyond
     */
    public record Memory(int sessions, double slower, double failing) {
        /** Enough. */
        public static final Memory ENOUGH = new Memory(Integer.MAX_VALUE, 1, 0);
    }

    /**
     * What makes two measurements of the same thing differ, beside chance. Factors of all service times.
     *
     * @param sessionSd of the logarithm, from session to session
     * @param pointSd of the logarithm, from load point to load point
     * @param driftPerHour added to the factor in each hour
     * @param disturbed share of load points during which something else runs for half a minute to two minutes
     */
    public record Noise(double sessionSd, double pointSd, double driftPerHour, double disturbed) {
        /** Nothing but chance. */
        public static final Noise NONE = new Noise(0, 0, 0, 0);
    }

    /** About what an iteration takes at the knee. */
    double iterationSeconds() {
        double work = operations.stream().mapToDouble(w -> w.cpu() + w.io()).sum();
        return operations.size() * think + 2 * work;
    }

    /** The same platform with other noise. */
    public Platform with(Noise other) {
        return new Platform(
                seed, cores, disks, think, operations, background, spread, tail, logonInterval, memory, other, limit);
    }

    /** The same platform, carrying fewer. */
    public Platform with(SessionLimit fewer) {
        return new Platform(
                seed, cores, disks, think, operations, background, spread, tail, logonInterval, memory, noise, fewer);
    }
}
