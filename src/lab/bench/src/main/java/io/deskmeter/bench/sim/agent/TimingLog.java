package io.deskmeter.bench.sim.agent;

import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What sessions have measured, noted before anything is sent, and apart from the spool: a line
 * {@code session,sequence,time} for each timing, a line {@code sample,session,sequence,time} for each sample of a
 * metric, and a line {@code still,nanoseconds,time} for each time that the program stood still. The time is
 * {@link System#nanoTime} of the machine, which all its programs share. Thread-safe.
 */
public final class TimingLog implements AutoCloseable {
    private static final String SAMPLE = "sample,";
    private static final String STILL = "still,";

    private final BufferedWriter file;

    public TimingLog(Path file) throws IOException {
        this.file = Files.newBufferedWriter(file);
    }

    public void note(Timing timing) {
        note(timing.session() + "," + timing.sequence());
    }

    public void note(Sample sample) {
        note(SAMPLE + sample.session() + "," + sample.sequence());
    }

    /** That the program stood still for so long until now. */
    void noteStandstill(long nanos) {
        note(STILL + nanos);
    }

    private synchronized void note(String line) {
        try {
            file.write(line + "," + System.nanoTime() + "\n");
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * All timings that stand in some tallies.
     *
     * @throws IOException if a timing occurs twice, which would be an error of the agent
     */
    public static TimingKeys read(List<Path> files) throws IOException {
        return read(files, Long.MAX_VALUE);
    }

    /**
     * The same, of those noted before a time.
     *
     * @param before of {@link System#nanoTime}
     */
    public static TimingKeys read(List<Path> files, long before) throws IOException {
        return read(files, line -> line.startsWith(SAMPLE) || line.startsWith(STILL) ? "" : line, before);
    }

    /**
     * All samples that stand in some tallies.
     *
     * @throws IOException where a sample was made twice, which would be a fault of the agent
     */
    public static TimingKeys readSamples(List<Path> files) throws IOException {
        return readSamples(files, Long.MAX_VALUE);
    }

    /** The same, of those noted before a time; see {@link #read(List, long)}. */
    public static TimingKeys readSamples(List<Path> files, long before) throws IOException {
        return read(files, line -> line.startsWith(SAMPLE) ? line.substring(SAMPLE.length()) : "", before);
    }

    /** The longest time that a program stood still, of all that stand in some tallies. */
    public static Duration longestStandstill(List<Path> files) throws IOException {
        long longest = 0;
        for (Path file : files) {
            for (String line : wholeLines(file)) {
                if (line.startsWith(STILL)) {
                    longest = Math.max(longest, Long.parseLong(line.split(",", -1)[1]));
                }
            }
        }
        return Duration.ofNanos(longest);
    }

    /** A killed program may leave a line that is not whole. */
    private static List<String> wholeLines(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** @param key the part of a line that names what is wanted; empty where it tells of something else */
    private static TimingKeys read(List<Path> files, UnaryOperator<String> key, long before) throws IOException {
        TimingKeys all = new TimingKeys();
        for (Path file : files) {
            for (String line : wholeLines(file)) {
                String wanted = key.apply(line);
                if (!wanted.isEmpty() && !add(all, wanted.split(",", -1), before)) {
                    throw new IOException("tally: " + line + " stands twice in " + files);
                }
            }
        }
        return all;
    }

    private static boolean add(TimingKeys keys, String[] fields, long before) {
        return Long.parseLong(fields[2]) - before >= 0
                || keys.add(Integer.parseInt(fields[0]), Long.parseLong(fields[1]));
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
