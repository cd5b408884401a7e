package io.deskmeter.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The resource usage of a process and its descendants, from the system's counters (man 5 proc). */
public final class ProcessTree {
    private static final Path PROC = Path.of("/proc");
    /** Of USER_HZ: 100 on every architecture on which this runs. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Columns of /proc/PID/stat after the name: user and system time, own and of reaped children. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;

    private final ProcessHandle root;
    private final String apartName;

    /**
     * A process and its descendants.
     *
     * @param apartName of a program that is counted separately, by the {@code comm} of its processes
     */
    public ProcessTree(ProcessHandle root, String apartName) {
        this.root = root;
        this.apartName = apartName;
    }

    /**
     * A figure of all processes together.
     *
     * @param own of all processes except those that are counted separately
     */
    public record Sum(long own, long apart) {
        public Sum minus(Sum before) {
            return new Sum(own - before.own, apart - before.apart);
        }
    }

    private interface Figure {
        long of(long pid) throws IOException;
    }

    /** User and system time in nanoseconds, in steps of 10 ms per process, with that of reaped children. */
    public Sum cpuNanos() throws IOException {
        return sum(ProcessTree::cpuNanos);
    }

    /** Proportional set size in bytes. */
    public Sum pssBytes() throws IOException {
        return sum(ProcessTree::pssBytes);
    }

    private Sum sum(Figure figure) throws IOException {
        long own = 0;
        long apart = 0;
        for (long pid : pids()) {
            long bytes = figure.of(pid);
            if (read(pid, "comm").strip().equals(apartName)) {
                apart += bytes;
            } else {
                own += bytes;
            }
        }
        return new Sum(own, apart);
    }

    private List<Long> pids() {
        return Stream.concat(Stream.of(root), root.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static long cpuNanos(long pid) throws IOException {
        String stat = read(pid, "stat");
        // The name in brackets may contain any characters; columns follow it.
        int name = stat.lastIndexOf(')');
        if (name < 0) {
            return 0;
        }
        String[] columns = stat.substring(name + 2).split(" ", -1);
        long ticks = 0;
        for (int column = FIRST_TIME; column < FIRST_TIME + TIMES; column++) {
            ticks += Long.parseLong(columns[column]);
        }
        return ticks * NANOS_PER_TICK;
    }

    private static long pssBytes(long pid) throws IOException {
        return read(pid, "smaps_rollup")
                        .lines()
                        .filter(line -> line.startsWith("Pss:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .sum()
                << 10;
    }

    /** Empty if the process has ended meanwhile: its parent has its times. */
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
