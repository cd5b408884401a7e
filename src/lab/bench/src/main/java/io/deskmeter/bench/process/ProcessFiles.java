package io.deskmeter.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The system's files about processes (man 5 proc). */
public final class ProcessFiles {
    /** Of USER_HZ: 100 on every architecture on which this runs. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Columns of {@code stat} after the name: user and system time, own and of reaped children. */
    private static final int FIRST_TIME = 11;

    private final Path proc;

    /** @param proc {@code /proc} */
    public ProcessFiles(Path proc) {
        this.proc = proc;
    }

    /** Empty if the process has ended meanwhile: its files are gone, or say so when they are read. */
    public String read(long pid, String file) throws IOException {
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

    /**
     * The sum of the first so many times of a process, in nanoseconds: user, system, and the same of reaped children.
     *
     * @param stat the text of {@code stat}; 0 if it is empty
     */
    public static long cpuNanos(String stat, int times) {
        // The name in brackets may contain any characters; columns follow it.
        int name = stat.lastIndexOf(')');
        if (name < 0) {
            return 0;
        }
        String[] columns = stat.substring(name + 2).split(" ", -1);
        long ticks = 0;
        for (int column = FIRST_TIME; column < FIRST_TIME + times; column++) {
            ticks += Long.parseLong(columns[column]);
        }
        return ticks * NANOS_PER_TICK;
    }

    /** The proportional set size in bytes; 0 if the process has ended. */
    public long pssBytes(long pid) throws IOException {
        return field(read(pid, "smaps_rollup"), "Pss:") << 10;
    }

    /** The number in the line that begins with a name; 0 if there is none. */
    public static long field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }
}
