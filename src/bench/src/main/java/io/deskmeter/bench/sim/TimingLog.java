package io.deskmeter.bench.sim;

import io.deskmeter.measure.Timing;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What sessions have measured, noted before anything is sent, and apart from the spool: a line {@code session,sequence} for each timing. Thread-safe.
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
     * All that stand in some tallies.
     *
     * @throws IOException if a timing was made twice, which would be a fault of the agent
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
