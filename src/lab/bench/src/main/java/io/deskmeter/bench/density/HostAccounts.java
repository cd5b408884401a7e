package io.deskmeter.bench.density;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** CPU and memory counters of the machine (man 5 proc). */
final class HostAccounts {
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    /** Guest time is already part of user time. */
    private static final int COUNTED = 8;

    private HostAccounts() {}

    /**
     * Ticks since the machine was started.
     *
     * @param busy of all cores together
     * @param all of all cores together
     */
    record Ticks(long busy, long all) {
        double busyPctSince(Ticks before) {
            return 100.0 * (busy - before.busy) / Math.max(1, all - before.all);
        }
    }

    static Ticks ticks() throws IOException {
        String first = Files.readAllLines(Path.of("/proc/stat")).get(0);
        long[] columns = Arrays.stream(first.trim().split(" +", -1))
                .skip(1)
                .limit(COUNTED)
                .mapToLong(Long::parseLong)
                .toArray();
        long all = Arrays.stream(columns).sum();
        return new Ticks(all - columns[IDLE] - columns[IOWAIT], all);
    }

    /** Memory that is available without swapping, in bytes. */
    static long availableBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .sum()
                << 10;
    }
}
