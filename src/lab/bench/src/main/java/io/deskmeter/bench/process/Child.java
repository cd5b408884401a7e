package io.deskmeter.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A Deskmeter program that communicates by lines and ends when its standard input ends, so also when this program is
 * killed. Its log is written to this program's standard error.
 */
public final class Child implements AutoCloseable {
    private static final String END = "\u0000";
    private static final int GRACE_SECONDS = 30;

    private final String name;
    private final Process process;
    private final Writer in;
    private final Optional<Path> log;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;

    private Child(String name, Process process, Optional<Path> log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(this::read, name + "-lines");
        reader.setDaemon(true);
        reader.start();
    }

    public static Child start(String name, List<String> command) throws IOException {
        return new Child(
                name,
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start(),
                Optional.empty());
    }

    /**
     * The same, with all that it prints in a file: a controller's log is on its standard output.
     *
     * @param environment added to this process's environment
     */
    public static Child start(String name, List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new Child(name, builder.start(), Optional.of(log));
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Kills it, and waits until it has ended. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends SIGTERM; {@link #close} does not. */
    public void terminate() {
        process.destroy();
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                Writer copy = log.isPresent()
                        ? Files.newBufferedWriter(log.get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                        : Writer.nullWriter()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                copy.write(line + "\n");
                copy.flush();
                lines.add(line);
            }
        } catch (IOException ended) {
            // As the end of the stream.
        } finally {
            lines.add(END);
        }
    }

    /**
     * The process and its child processes.
     *
     * @param apartName see {@link ProcessTree}
     */
    public ProcessTree tree(String apartName) {
        return new ProcessTree(process.toHandle(), apartName);
    }

    public void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /**
     * The next line that begins with the word; earlier lines are dropped.
     *
     * @throws IOException if the child ends or the time limit is reached first
     */
    public String await(String word, long millis) throws IOException, InterruptedException {
        return next(word, line -> line.startsWith(word), millis);
    }

    /** The same, for a line that contains the word anywhere. */
    public String awaitHolding(String word, long millis) throws IOException, InterruptedException {
        return next(word, line -> line.contains(word), millis);
    }

    /**
     * The same, for a line of which something else is true.
     *
     * @param word for the message if none comes
     */
    public String next(String word, Predicate<String> wanted, long millis) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IOException(name + ": nothing within " + millis + " ms (expected: " + word + ")");
            }
            if (line.equals(END)) {
                lines.add(END);
                throw new IOException(name + ": has ended (expected: " + word + "; hint: see its output above)");
            }
            if (wanted.test(line)) {
                return line;
            }
        }
    }

    /** Waits until it ends itself, then kills it with its child processes. */
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
