package io.deskmeter.bench.workloads;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an iteration of a workload costs, as the mean of several. Processes of the desktop itself are included, the
 * agent is not.
 *
 * @param cpuSeconds of all processes of the session
 * @param sessionBytes the largest memory of all processes of the session, as proportional set size
 * @param readBytes from the disk; what the system had in memory is not read
 * @param writtenBytes to the disk
 * @param wireBytes of the display protocol, from the desktop
 * @param operations in an iteration
 * @param failed operations of all iterations that were not ok
 */
record IterationCost(
        String workload,
        double cpuSeconds,
        double sessionBytes,
        double readBytes,
        double writtenBytes,
        double wireBytes,
        int operations,
        int failed) {
    private static final double MEGABYTE = 1e6;

    Map<String, @Nullable Object> row() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("workload", workload);
        row.put("cpuSecondsPerIteration", cpuSeconds);
        row.put("mbPerSession", sessionBytes / MEGABYTE);
        row.put("readMb", readBytes / MEGABYTE);
        row.put("writtenMb", writtenBytes / MEGABYTE);
        row.put("wireMb", wireBytes / MEGABYTE);
        row.put("operations", operations);
        row.put("failed", failed);
        return row;
    }
}
