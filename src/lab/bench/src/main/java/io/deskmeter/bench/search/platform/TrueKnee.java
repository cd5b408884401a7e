package io.deskmeter.bench.search.platform;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The knee by its definition: the largest number of sessions at which the true 95th percentiles of A and of B are
 * within their thresholds. They are taken from long simulations without noise: no drift, no disturbance, no variation
 * between load points. Different sessions are drawn often enough to average. The same random numbers at every size keep
 * the curve smooth.
 */
public final class TrueKnee {
    private static final double P95 = 0.95;
    private static final int OPERATIONS = 60_000;
    private static final int GENERATION = 12;
    private static final int WARM = 3;
    private static final long BATCH = 1_000_000_007;

    /** Simulations of one size if the exact number is needed. */
    private static final int MOST_BATCHES = 64;

    private static final int FEW_BATCHES = 8;
    private static final int MOST_MOVES = 8;

    /** This distance from the threshold, in standard errors, ends the simulations of a size. */
    private static final double SURE = 4;

    /** The required distance when the simulations have ended. */
    private static final double PROBABLY = 2.5;

    private static final double MOST_EXCESS = Math.log(10);

    private final Platform platform;
    private final Thresholds thresholds;

    /**
     * A knee.
     *
     * @param sessions within the thresholds
     * @param certain false if a number of sessions is too close to the threshold for the simulation to decide, although
     *     5 % would be less than one session
     */
    public record Known(int sessions, boolean certain) {
        /** Not even one session is within the thresholds. */
        public static final Known NONE = new Known(0, true);

        private static final double CLOSE = 0.05;
    }

    /** Creates the search for a platform. */
    public TrueKnee(Platform platform, Thresholds thresholds) {
        Platform.Noise noise = platform.noise();
        this.platform = platform.with(new Platform.Noise(noise.sessionSd(), 0, 0, 0));
        this.thresholds = thresholds;
    }

    /**
     * Finds the knee.
     *
     * @param guess the first size, ≥ 1
     * @param most the largest size
     * @return 0 if not even one session is within the thresholds, {@code most} if all sizes are
     */
    public int find(int guess, int most) {
        int low = 0;
        int high = most + 1;
        int at = Math.min(guess, most);
        double step = 0.1;
        while (high - low > 1) {
            boolean holds = excess(at) <= 0;
            if (holds) {
                low = at;
            } else {
                high = at;
            }
            if (low > 0 && high <= most) {
                at = (low + high) / 2;
            } else {
                at = Math.max(low + 1, Math.min(high - 1, (int) Math.round(at * (holds ? 1 + step : 1 - step))));
                step = Math.min(0.5, step * 2);
            }
        }
        return low;
    }

    /**
     * Finds the knee, and returns whether it is certain. One simulation gives a p95 with an error of 1 %, which is one
     * session where the curve is flat. So the sizes on either side are simulated again with other random numbers until
     * the result is clear.
     *
     * @param guess the first size, ≥ 1
     * @param most the largest size
     */
    public Known know(int guess, int most) {
        int knee = find(guess, most);
        if (knee * Known.CLOSE >= 1) {
            return new Known(knee, true);
        }
        // A size with another result moves the knee; this is random and ends soon.
        for (int moves = 0; moves < MOST_MOVES; moves++) {
            Side at = side(knee);
            Side beyond = knee >= most ? Side.BREAKS : side(knee + 1);
            if (knee > 0 && at.breaks) {
                knee--;
            } else if (!beyond.breaks) {
                knee++;
            } else {
                return new Known(knee, at.certain && beyond.certain);
            }
        }
        return new Known(knee, false);
    }

    /** Whether a size is within the thresholds. */
    private record Side(boolean breaks, boolean certain) {
        static final Side BREAKS = new Side(true, true);
        static final Side HOLDS = new Side(false, true);
    }

    private Side side(int sessions) {
        if (sessions == 0) {
            return Side.HOLDS;
        }
        double sum = 0;
        double squares = 0;
        double mean = 0;
        double z = 0;
        for (int n = 1; n <= MOST_BATCHES && (n <= FEW_BATCHES || z < SURE); n++) {
            double excess = Math.min(MOST_EXCESS, excess(sessions, n));
            sum += excess;
            squares += excess * excess;
            mean = sum / n;
            z = n < 2 ? 0 : Math.abs(mean) / Math.sqrt(Math.max(1e-12, squares / n - mean * mean) / (n - 1));
        }
        return new Side(mean > 0, z >= PROBABLY);
    }

    /** The logarithm of p95 / threshold, of the group with the largest ratio. */
    public double excess(int sessions) {
        return excess(sessions, 0);
    }

    /** The same with other random numbers. */
    public double excess(int sessions, int batch) {
        Map<Group, double[]> seconds = simulate(sessions, platform.seed() + (long) batch * BATCH);
        double excess = Double.NEGATIVE_INFINITY;
        for (Map.Entry<Group, double[]> entry : seconds.entrySet()) {
            double threshold = thresholds.of(entry.getKey()).toNanos() / 1e9;
            excess = Math.max(excess, Math.log(Quantiles.of(entry.getValue(), P95) / threshold));
        }
        return excess;
    }

    private Map<Group, double[]> simulate(int sessions, long seed) {
        Sampler sampler = new Sampler(platform);
        int iterations = Math.max(
                2 * WARM, OPERATIONS / (sessions * platform.operations().size()) + 1);
        // Users are replaced in generations, so that differences between the few concurrent users average out.
        for (int done = 0; done < iterations; done += GENERATION) {
            sampler.generation(sessions, Math.min(GENERATION, iterations - done), seed + done);
        }
        Map<Group, double[]> sorted = new EnumMap<>(Group.class);
        sampler.seconds.forEach((group, values) -> {
            double[] all = values.values();
            Arrays.sort(all);
            sorted.put(group, all);
        });
        return sorted;
    }

    /** Collects the responses of successive generations of users. */
    private static final class Sampler implements Simulation.Listener {
        private final Platform platform;
        private final Map<Group, Samples> seconds = new EnumMap<>(Group.class);
        private int working;

        Sampler(Platform platform) {
            this.platform = platform;
        }

        void generation(int sessions, int iterations, long seed) {
            Simulation simulation = new Simulation(platform, this, seed);
            for (int i = 0; i < sessions; i++) {
                // With evenly spread phases: users who begin together stay synchronised for long.
                simulation.start(platform.iterationSeconds() * i / sessions);
            }
            double until = (iterations + WARM) * platform.iterationSeconds();
            double warm = WARM * platform.iterationSeconds();
            working = 0;
            while (simulation.step(warm)) {
                // No measurement before all sessions work.
            }
            working = sessions;
            while (simulation.step(until)) {
                // The listener measures.
            }
        }

        @Override
        public void operation(int session, int iteration, int operation, double firedAt, double taken, boolean failed) {
            if (working > 0) {
                Group group = platform.operations().get(operation).group();
                seconds.computeIfAbsent(group, g -> new Samples()).add(failed ? Double.POSITIVE_INFINITY : taken);
            }
        }

        @Override
        public void iteration(int session, int iteration) {
            // Time, not iterations, ends a generation.
        }

        @Override
        public void left(int session) {
            // No session ends before the end.
        }
    }

    /** Growing numbers. */
    private static final class Samples {
        private double[] values = new double[1024];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size] = value;
            size++;
        }

        double[] values() {
            return Arrays.copyOf(values, size);
        }
    }
}
