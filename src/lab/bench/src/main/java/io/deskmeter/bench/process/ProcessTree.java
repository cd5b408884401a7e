package io.deskmeter.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The resource usage of a process and its descendants, from the system's counters (man 5 proc). */
public final class ProcessTree {
    /** User and system time, own and of reaped children. */
    private static final int TIMES = 4;

    private final ProcessFiles files = new ProcessFiles(Path.of("/proc"));
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
        return sum(pid -> ProcessFiles.cpuNanos(files.read(pid, "stat"), TIMES));
    }

    /** Proportional set size in bytes. */
    public Sum pssBytes() throws IOException {
        return sum(files::pssBytes);
    }

    private Sum sum(Figure figure) throws IOException {
        long own = 0;
        long apart = 0;
        for (long pid : pids()) {
            long bytes = figure.of(pid);
            if (files.read(pid, "comm").strip().equals(apartName)) {
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
}
