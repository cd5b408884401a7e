package io.deskmeter.screen.program;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of a desktop session. It runs in a separate process session, so that Ctrl-C at the agent's terminal does
 * not reach it, and has a log.
 */
public final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);

    private final String name;
    private final Process process;
    private final Path log;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program without input.
     *
     * @param environment the whole of it; nothing of this process's own
     * @param output where standard output goes, null for the log
     * @param log where standard error goes
     */
    public static ChildProcess start(
            SearchPath programs,
            List<String> command,
            Map<String, String> environment,
            Path workDir,
            @Nullable Path output,
            Path log)
            throws ProgramException {
        String name = command.get(0);
        ProcessBuilder builder = builder(programs, command, environment, workDir, log)
                .redirectInput(Redirect.from(new File("/dev/null")));
        if (output != null) {
            builder.redirectErrorStream(false).redirectOutput(output.toFile());
            builder.redirectError(log.toFile());
        }
        try {
            return new ChildProcess(name, builder.start(), log);
        } catch (IOException e) {
            throw cannotStart(name, e);
        }
    }

    /**
     * Starts a program that reads a few lines (below 64 KiB) from its standard input, which then ends.
     *
     * @param environment the whole of it; nothing of this process's own
     * @param log where standard output and standard error go
     */
    public static ChildProcess startWithInput(
            SearchPath programs,
            List<String> command,
            Map<String, String> environment,
            Path workDir,
            String input,
            Path log)
            throws ProgramException {
        String name = command.get(0);
        try {
            Process process =
                    builder(programs, command, environment, workDir, log).start();
            try (OutputStream pipe = process.getOutputStream()) {
                pipe.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException endedAtOnce) {
                LOG.debug("{}: took no input", name, endedAtOnce);
            }
            return new ChildProcess(name, process, log);
        } catch (IOException e) {
            throw cannotStart(name, e);
        }
    }

    private static ProcessBuilder builder(
            SearchPath programs, List<String> command, Map<String, String> environment, Path workDir, Path log)
            throws ProgramException {
        List<String> full = new ArrayList<>();
        full.add(programs.find("setsid").toString());
        full.add(programs.find(command.get(0)).toString());
        full.addAll(command.subList(1, command.size()));
        ProcessBuilder builder = new ProcessBuilder(full).directory(workDir.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).redirectOutput(log.toFile());
    }

    private static ProgramException cannotStart(String name, IOException cause) {
        return new ProgramException(
                name + ": cannot be started: " + cause.getMessage() + " (expected: an executable program)", cause);
    }

    /**
     * Ends the process: SIGTERM, and SIGKILL if it is still there after some time.
     *
     * @throws ProgramException if the thread is interrupted
     */
    void end(long graceMillis) throws ProgramException {
        process.destroy();
        try {
            if (!process.waitFor(graceMillis, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new ProgramException(name + ": interrupted (expected: to wait for its end)", e);
        }
    }

    /** The process itself, for its exit. */
    public Process process() {
        return process;
    }

    /** Whether it is running. */
    public boolean alive() {
        return process.isAlive();
    }

    /** The last lines of its log. */
    public String tail() {
        return LogTail.of(log);
    }

    /**
     * Waits until the process has reached a condition.
     *
     * @param what for the message
     * @throws ProgramException if the process exits or the limit expires first
     */
    public void await(String what, long limitMillis, Ready ready) throws ProgramException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        try {
            while (!ready.holds()) {
                if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw new ProgramException(name + ": exited with " + process.exitValue() + " (expected: " + what
                            + "); its last lines:\n" + tail());
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw new ProgramException(name + ": nothing after " + limitMillis + " ms (expected: " + what
                            + "); its last lines:\n" + tail());
                }
            }
        } catch (IOException e) {
            throw new ProgramException(name + ": " + e + " (expected: " + what + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException(name + ": interrupted while waiting (expected: " + what + ")", e);
        }
    }

    /** Checks whether the condition holds. */
    public interface Ready {
        boolean holds() throws IOException;
    }
}
