package io.deskmeter.bench.density;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a process and all that descend from it have cost, by the system's own accounts. */
final class ProcessTree {
    private static final Path PROC = Path.of("/proc");
    /** USER_HZ, the unit of /proc/PID/stat: 100 on every architecture on which this runs (man 5 proc). */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final int UTIME = 13;
    private static final int CSTIME = 16;
    private static final int FIRST_AFTER_NAME = 2;

    private final ProcessHandle root;

    ProcessTree(ProcessHandle root) {
        this.root = root;
    }

    /** User and system time in nanoseconds, in steps of 10 ms per process, with that of children who have ended and been buried. */
    long cpuNanos() throws IOException {
        long ticks = 0;
        for (long pid : pids()) {
            ticks += ticks(pid);
        }
        return ticks * NANOS_PER_TICK;
    }

    /** Proportional set size in bytes. */
    long pssBytes() throws IOException {
        long bytes = 0;
        for (long pid : pids()) {
            bytes += pss(pid);
        }
        return bytes;
    }

    private List<Long> pids() {
        return Stream.concat(Stream.of(root), root.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static long ticks(long pid) throws IOException {
        String stat = read(pid, "stat");
        // The name in brackets may hold anything; what follows it is in columns.
        int name = stat.lastIndexOf(')');
        if (name < 0) {
            return 0;
        }
        String[] columns = stat.substring(name + 2).split(" ", -1);
        long ticks = 0;
        for (int column = UTIME; column <= CSTIME; column++) {
            ticks += Long.parseLong(columns[column - FIRST_AFTER_NAME]);
        }
        return ticks;
    }

    private static long pss(long pid) throws IOException {
        return read(pid, "smaps_rollup")
                        .lines()
                        .filter(line -> line.startsWith("Pss:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .sum()
                << 10;
    }

    /** Empty where the process has ended meanwhile: its parent has its account. */
    private static String read(long pid, String file) throws IOException {
        try {
            return Files.readString(PROC.resolve(Long.toString(pid)).resolve(file));
        } catch (NoSuchFileException ended) {
            return "";
        } catch (IOException e) {
            if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
                throw e;
            }
            return "";
        }
    }
}
