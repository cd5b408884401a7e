package io.deskmeter.bench.density;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program of ours that speaks lines and ends when its standard input does, hence also when this program is killed. What it logs goes to our
 * standard error.
 */
final class Child implements AutoCloseable {
    private static final String END = "\u0000";
    private static final int GRACE_SECONDS = 30;

    private final String name;
    private final Process process;
    private final Writer in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(this::read, name + "-lines");
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(String name, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);

        return new Child(name, builder.start());
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            // As the end of the stream.
        } finally {
            lines.add(END);
        }
    }

    /** @param apartName see there */
    ProcessTree tree(String apartName) {
        return new ProcessTree(process.toHandle(), apartName);
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /**
     * The next line that begins with the word.
     *
     * @throws IOException where the child ends or the time is over before
     */
    String await(String word, long millis) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IOException(name + ": nothing within " + millis + " ms (expected: " + word + ")");
            }
            if (line.equals(END)) {
                lines.add(END);
                throw new IOException(name + ": has ended (expected: " + word + "; hint: what it said is above)");
            }
            if (line.startsWith(word)) {
                return line;
            }
        }
    }

    /** Lets it end by itself, then by force with all that it has started. */
    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        try {
            in.close();
        } catch (IOException ended) {
            // Then its input has ended as well.
        }
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
