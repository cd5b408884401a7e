package io.deskmeter.bench.sim;

import io.deskmeter.measure.Timing;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A log of all timings, written before anything is sent, and separate from the spool: a line {@code session,sequence} for each timing. Thread-safe.
 */
public final class TimingLog implements AutoCloseable {
    private final BufferedWriter file;

    public TimingLog(Path file) throws IOException {
        this.file = Files.newBufferedWriter(file);
    }

    public synchronized void note(Timing timing) {
        try {
            file.write(timing.session() + "," + timing.sequence() + "\n");
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads all timings of several logs.
     *
     * @throws IOException if a timing occurs twice, which would be an error of the agent
     */
    public static TimingKeys read(List<Path> files) throws IOException {
        TimingKeys all = new TimingKeys();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                if (!add(all, line)) {
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
