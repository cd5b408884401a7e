package io.deskmeter.testkit.truth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A truth program in a separate JVM with the same class path. Thread-safe. */
public final class TruthProcess implements TruthProgram {
    private static final Logger LOG = LoggerFactory.getLogger(TruthProcess.class);
    /** A JVM starts within half a second of processor time, of which it may get little on a busy machine. */
    private static final long START_SECONDS = 120;

    private static final long TIMEOUT_SECONDS = 30;
    private static final String READY = "ready ";
    private static final String ENDED = "ended";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private final TruthLog log;
    private final String where;

    private TruthProcess(Process process, TruthLog log) throws IOException {
        this.process = process;
        this.log = log;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "truth-process");
        reader.setDaemon(true);
        reader.start();
        try {
            this.where = reply(READY, START_SECONDS).substring(READY.length());
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a program and waits until it is ready.
     *
     * @param prefix of the command, such as {@code nice -n -10}; empty for none
     * @param main a class whose {@code main} implements {@link TruthCommands}
     * @param environment added to this process's
     * @param log receives answers, on a separate thread
     * @param errors where its standard error goes
     */
    public static TruthProcess start(
            List<String> prefix,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment,
            Path errors,
            TruthLog log)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Reaches full speed quickly, without relevant pauses: it allocates almost nothing.
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        return new TruthProcess(builder.start(), log);
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("answer ")) {
                    log.answered(Answer.of(line));
                } else {
                    replies.add(line);
                }
            }
        } catch (IOException e) {
            LOG.debug("the output of a truth process ended: {}", e.toString());
        } finally {
            replies.add(ENDED);
        }
    }

    /** Replies to commands that came too late for their callers are skipped. */
    private String reply(String expected, long seconds) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try {
            String line = replies.poll(seconds, TimeUnit.SECONDS);
            while (line != null && !line.startsWith(expected) && line.startsWith(TruthCommands.DONE)) {
                line = replies.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            if (line == null || !line.startsWith(expected)) {
                throw new IOException("truth process " + process.pid() + ": printed "
                        + (line == null ? "nothing within " + seconds + " s" : "\"" + line + "\"") + " (expected: \""
                        + expected.strip()
                        + "\"; hint: the file of its standard error says why, or the machine is too busy)");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a truth process", e);
        }
    }

    private void command(String line) throws IOException {
        commands.println(line);
        reply(TruthCommands.DONE + line, TIMEOUT_SECONDS);
    }

    /** Its address: the socket's path or the port. */
    public String where() {
        return where;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public synchronized void arm(long number, long delayNanos) throws IOException {
        command("arm " + number + " " + delayNanos);
    }

    @Override
    public synchronized void mark(boolean shown) throws IOException {
        command(shown ? "show" : "hide");
    }

    /** Ends the program and waits for its end. */
    @Override
    public void close() {
        commands.close();
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
