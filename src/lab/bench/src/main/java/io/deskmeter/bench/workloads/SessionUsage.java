package io.deskmeter.bench.workloads;

import io.deskmeter.bench.process.ProcessFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The resource usage of the processes of a session, from the system's counters (man 5 proc). Processes come and go, so
 * it is looked at often: of one that has ended, what it used until the last look counts. Not thread-safe.
 */
final class SessionUsage {
    private static final double NANOS_PER_SECOND = 1e9;

    /** User and system time of the process itself: its children are looked at, too. */
    private static final int TIMES = 2;

    private final ProcessFiles files;
    private final Supplier<List<Long>> pids;
    private final Map<Long, Counters> last = new HashMap<>();
    private long mostPssBytes;

    /**
     * @param proc {@code /proc}
     * @param pids of the session's processes at this moment
     */
    SessionUsage(Path proc, Supplier<List<Long>> pids) {
        this.files = new ProcessFiles(proc);
        this.pids = pids;
    }

    /** What all processes have used so far, those that have ended included. */
    record Counters(double cpuSeconds, long readBytes, long writtenBytes) {
        static final Counters NONE = new Counters(0, 0, 0);

        Counters plus(Counters other) {
            return new Counters(
                    cpuSeconds + other.cpuSeconds, readBytes + other.readBytes, writtenBytes + other.writtenBytes);
        }

        Counters minus(Counters other) {
            return new Counters(
                    cpuSeconds - other.cpuSeconds, readBytes - other.readBytes, writtenBytes - other.writtenBytes);
        }
    }

    /**
     * Looks at all processes.
     *
     * @param withMemory whether their memory is added up too, which takes the system a while
     */
    void look(boolean withMemory) throws IOException {
        long pss = 0;
        for (long pid : pids.get()) {
            String stat = files.read(pid, "stat");
            if (!stat.isEmpty()) {
                last.put(pid, counters(stat, files.read(pid, "io")));
                pss += withMemory ? files.pssBytes(pid) : 0;
            }
        }
        mostPssBytes = Math.max(mostPssBytes, pss);
    }

    Counters used() {
        return last.values().stream().reduce(Counters.NONE, Counters::plus);
    }

    /** The largest proportional set size of all processes together, in bytes. */
    long mostPssBytes() {
        return mostPssBytes;
    }

    private static Counters counters(String stat, String io) {
        return new Counters(
                ProcessFiles.cpuNanos(stat, TIMES) / NANOS_PER_SECOND,
                ProcessFiles.field(io, "read_bytes:"),
                ProcessFiles.field(io, "write_bytes:"));
    }
}
