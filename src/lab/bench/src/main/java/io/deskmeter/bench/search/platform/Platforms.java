package io.deskmeter.bench.search.platform;

import io.deskmeter.bench.search.platform.Platform.Memory;
import io.deskmeter.bench.search.platform.Platform.Noise;
import io.deskmeter.bench.search.platform.Platform.Work;
import io.deskmeter.workload.operation.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws random platforms: knees from 5 to 500, limited by processors, by disks or by memory; many small operations or
 * few large ones; light and heavy tails; quiet and noisy.
 */
public final class Platforms {
    /** The largest number of sessions for which a platform is drawn. */
    public static final int MOST = 1000;

    private static final double FEWEST_KNEE = 5;
    private static final long LIMITED = 0x5DEECE66DL;
    private static final double MOST_KNEE = 500;

    private Platforms() {}

    /**
     * A platform and its approximate capacity.
     *
     * @param platform drawn
     * @param aim the number of sessions that it is designed for; its true knee may differ much
     */
    public record Drawn(Platform platform, int aim) {}

    /** Equal seeds draw equal platforms. */
    public static Drawn draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double aim = Math.exp(between(random, Math.log(FEWEST_KNEE), Math.log(MOST_KNEE)));
        double think = between(random, 2, 5);
        List<Work> operations = operations(random);
        double a = operations.stream().mapToDouble(Work::cpu).sum();
        double io = operations.stream().mapToDouble(Work::io).sum();
        double iteration = operations.size() * think + 2 * (a + io);
        // The demand of the aim's sessions must approximate the resources; background work uses what foreground work
        // leaves.
        double kind = random.nextDouble();
        double load = kind < 0.25 ? between(random, 0.3, 0.6) : between(random, 0.75, 0.95);
        int cores = (int) Math.max(1, Math.ceil(aim * a / iteration / load));
        double background = Math.max(0, (cores * load / aim * iteration - a) / operations.size());
        int disks = kind < 0.25 ? (int) Math.max(1, Math.rint(aim * io / iteration / 0.85)) : 1000;
        Memory memory = kind < 0.35 && kind >= 0.25 ? memory(random, aim) : Memory.ENOUGH;
        Noise noise = new Noise(
                between(random, 0, 0.04),
                between(random, 0, 0.02),
                between(random, -0.01, 0.01),
                between(random, 0, 0.08));
        Platform platform = new Platform(
                seed,
                cores,
                disks,
                think,
                operations,
                background,
                between(random, 0.3, 0.6),
                between(random, 0, 0.01),
                Duration.ofMillis((int) Math.min(2000, 300_000 / aim)),
                memory,
                noise);
        return new Drawn(platform, (int) Math.round(aim));
    }

    /**
     * A platform as {@link #draw} creates it, with a session limit between half of its aim and a little above: beyond
     * it, the platform refuses logons, kills sessions or admits them slowly.
     */
    public static Drawn drawLimited(long seed) {
        Drawn drawn = draw(seed);
        SplittableRandom random = new SplittableRandom(seed ^ LIMITED);
        SessionLimit.Kind[] kinds = SessionLimit.Kind.values();
        SessionLimit.Kind kind = kinds[random.nextInt(kinds.length)];
        int sessions = (int) Math.max(FEWEST_KNEE, Math.rint(drawn.aim() * between(random, 0.5, 1.1)));
        return new Drawn(drawn.platform().with(new SessionLimit(kind, sessions)), drawn.aim());
    }

    private static List<Work> operations(SplittableRandom random) {
        int ofA = 8 + random.nextInt(10);
        int ofB = 2 + random.nextInt(4);
        double cpuA = between(random, 0.08, 0.25);
        double cpuB = between(random, 0.3, 0.9);
        double ioB = between(random, 0.3, 1.2);
        List<Work> operations = new ArrayList<>();
        for (int i = 0; i < ofA + ofB; i++) {
            double size = Math.exp(0.3 * random.nextGaussian());
            boolean b = i % ((ofA + ofB) / ofB) == 0 && i / ((ofA + ofB) / ofB) < ofB;
            operations.add(b ? new Work(Group.B, cpuB * size, ioB * size) : new Work(Group.A, cpuA * size, 0));
        }
        return operations;
    }

    private static Memory memory(SplittableRandom random, double aim) {
        int sessions = (int) Math.max(FEWEST_KNEE, Math.rint(aim * between(random, 0.5, 0.9)));
        return random.nextBoolean()
                ? new Memory(sessions, between(random, 2, 4), 0)
                : new Memory(sessions, 1.2, between(random, 0.1, 0.5));
    }

    private static double between(SplittableRandom random, double low, double high) {
        return low + (high - low) * random.nextDouble();
    }
}
