package io.deskmeter.workload.plan;

/** Seeds of unrelated random streams. */
final class SeedMixer {
    private SeedMixer() {}

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014): neighbouring seeds give unrelated streams. */
    static long mix(long z) {
        z += 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
