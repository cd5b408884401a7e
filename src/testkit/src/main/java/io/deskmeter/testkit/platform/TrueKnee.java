package io.deskmeter.testkit.platform;

import io.deskmeter.measure.Quantiles;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The knee by its definition: the largest number of sessions at which the true 95th percentiles of A and of B are within their
 * thresholds. They are taken from long simulations without luck of the moment: no drift, no disturbance, no luck of the point; sessions that
 * differ are drawn anew often enough to average. The same random numbers at every size keep the curve smooth.
 */
public final class TrueKnee {
    private static final double P95 = 0.95;
    private static final int OPERATIONS = 60_000;
    private static final int GENERATION = 12;
    private static final int WARM = 3;

    private final Platform platform;
    private final Thresholds thresholds;

    /** Of a platform. */
    public TrueKnee(Platform platform, Thresholds thresholds) {
        Platform.Noise noise = platform.noise();
        this.platform = platform.with(new Platform.Noise(noise.sessionSd(), 0, 0, 0));
        this.thresholds = thresholds;
    }

    /**
     * Finds it.
     *
     * @param guess where to begin, ≥ 1
     * @param most where to end
     * @return 0 where not even one session holds, {@code most} where all do
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

    /** Log of p95 / threshold, of the group that is furthest. */
    public double excess(int sessions) {
        Map<Group, double[]> seconds = simulate(sessions);
        double excess = Double.NEGATIVE_INFINITY;
        for (Map.Entry<Group, double[]> entry : seconds.entrySet()) {
            double threshold = thresholds.of(entry.getKey()).toNanos() / 1e9;
            excess = Math.max(excess, Math.log(Quantiles.of(entry.getValue(), P95) / threshold));
        }
        return excess;
    }

    private Map<Group, double[]> simulate(int sessions) {
        Sampler sampler = new Sampler(platform);
        int iterations = Math.max(
                2 * WARM, OPERATIONS / (sessions * platform.operations().size()) + 1);
        // Generations of users come and go, so that the luck of the few who work at once is averaged out.
        for (int done = 0; done < iterations; done += GENERATION) {
            sampler.generation(sessions, Math.min(GENERATION, iterations - done), platform.seed() + done);
        }
        Map<Group, double[]> sorted = new EnumMap<>(Group.class);
        sampler.seconds.forEach((group, values) -> {
            double[] all = values.values();
            Arrays.sort(all);
            sorted.put(group, all);
        });
        return sorted;
    }

    /** Keeps what users of one generation after another saw. */
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
                // In even phases: users who begin together stay in step for long.
                simulation.start(platform.iterationSeconds() * i / sessions);
            }
            double until = (iterations + WARM) * platform.iterationSeconds();
            double warm = WARM * platform.iterationSeconds();
            working = 0;
            while (simulation.step(warm)) {
                // Nobody looks before all are at work.
            }
            working = sessions;
            while (simulation.step(until)) {
                // The listener looks.
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
            // Nobody leaves before the end.
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
