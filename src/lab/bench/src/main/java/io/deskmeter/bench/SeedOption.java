package io.deskmeter.bench;

import picocli.CommandLine.Option;

/** The option for the seed of a benchmark: a mixin of its command. */
public final class SeedOption {
    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    /** The seed. */
    public long value() {
        return seed;
    }
}
