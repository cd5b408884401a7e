package io.deskmeter.bench.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The resource usage of the processes of a session, from the system's counters (man 5 proc). Processes come and go, so it is looked at often: of
 * one that has ended, what it used until the last look counts. Not thread-safe.
 */
final class SessionUsage {
    /** Of USER_HZ: 100 on every architecture on which this runs. */
    private static final double SECONDS_PER_TICK = 0.01;

    /** Columns of /proc/PID/stat after the name: user and system time. */
    private static final int USER_TIME = 11;

    private final Path proc;
    private final Supplier<List<Long>> pids;
    private final Map<Long, Counters> last = new HashMap<>();
    private long mostPssBytes;

    /**
     * @param proc {@code /proc}
     * @param pids of the session's processes at this moment
     */
    SessionUsage(Path proc, Supplier<List<Long>> pids) {
        this.proc = proc;
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
            String stat = read(pid, "stat");
            if (!stat.isEmpty()) {
                last.put(pid, counters(stat, read(pid, "io")));
                pss += withMemory ? field(read(pid, "smaps_rollup"), "Pss:") << 10 : 0;
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
        // The name in brackets may contain any characters; columns follow it.
        String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(columns[USER_TIME]) + Long.parseLong(columns[USER_TIME + 1]);
        return new Counters(ticks * SECONDS_PER_TICK, field(io, "read_bytes:"), field(io, "write_bytes:"));
    }

    private static long field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    /** Empty if the process has ended meanwhile: its files are gone, or say so when they are read. */
    private String read(long pid, String file) throws IOException {
        try {
            return Files.readString(proc.resolve(Long.toString(pid)).resolve(file));
        } catch (NoSuchFileException ended) {
            return "";
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).endsWith("No such process")) {
                return "";
            }
            throw e;
        }
    }
}
