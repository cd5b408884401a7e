package io.deskmeter.bench.sim;

import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What sessions have measured, noted before anything is sent, and apart from the spool: a line {@code session,sequence} for each timing, and a line
 * {@code sample,session,sequence} for each sample of a metric. Thread-safe.
 */
public final class TimingLog implements AutoCloseable {
    private static final String SAMPLE = "sample,";

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

    private synchronized void note(String line) {
        try {
            file.write(line + "\n");
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
        return read(files, line -> line.startsWith(SAMPLE) ? "" : line);
    }

    /**
     * All samples that stand in some tallies.
     *
     * @throws IOException where a sample was made twice, which would be a fault of the agent
     */
    public static TimingKeys readSamples(List<Path> files) throws IOException {
        return read(files, line -> line.startsWith(SAMPLE) ? line.substring(SAMPLE.length()) : "");
    }

    /** @param key the part of a line that names what is wanted; empty where it tells of something else */
    private static TimingKeys read(List<Path> files, UnaryOperator<String> key) throws IOException {
        TimingKeys all = new TimingKeys();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                String wanted = key.apply(line);
                if (!wanted.isEmpty() && !add(all, wanted)) {
                    throw new IOException("tally: " + line + " stands twice in " + files);
                }
            }
        }
        return all;
    }

    private static boolean add(TimingKeys keys, String line) {
        int comma = line.indexOf(',');
        return keys.add(Integer.parseInt(line.substring(0, comma)), Long.parseLong(line.substring(comma + 1)));
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
