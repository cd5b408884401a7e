package io.deskmeter.agent.desktop;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of a session: in a process session of its own, so that a Ctrl-C at the agent's terminal does not reach it, and with a log. */
final class ChildProcess {
    private static final int TAIL_BYTES = 4096;
    private static final int TAIL_LINES = 12;

    private final String name;
    private final Process process;
    private final Path log;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * @param output where standard output goes, null for the log
     * @param log where standard error goes
     */
    static ChildProcess start(
            SearchPath programs,
            List<String> command,
            Map<String, String> environment,
            Path workDir,
            @Nullable Path output,
            Path log)
            throws DesktopException {
        String name = command.get(0);
        List<String> full = new ArrayList<>();
        full.add(programs.find("setsid").toString());
        full.add(programs.find(name).toString());
        full.addAll(command.subList(1, command.size()));
        ProcessBuilder builder = new ProcessBuilder(full).directory(workDir.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectInput(Redirect.from(new File("/dev/null")));
        builder.redirectError(log.toFile());
        if (output == null) {
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
        } else {
            builder.redirectOutput(output.toFile());
        }
        try {
            return new ChildProcess(name, builder.start(), log);
        } catch (IOException e) {
            throw new DesktopException(name + ": cannot be started: " + e.getMessage() + " (expected: to start)", e);
        }
    }

    Process process() {
        return process;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** The last lines of its log. */
    String tail() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank())
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException logIsGone) {
            return "";
        }
    }

    /**
     * Waits until something holds that the process brings about.
     *
     * @param what for the message
     * @throws DesktopException where the process ends or the time is over before
     */
    void await(String what, long limitMillis, Ready ready) throws DesktopException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        try {
            while (!ready.holds()) {
                if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw new DesktopException(name + ": exited with " + process.exitValue() + " (expected: " + what
                            + "); its last lines:\n" + tail());
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw new DesktopException(name + ": nothing after " + limitMillis + " ms (expected: " + what
                            + "); its last lines:\n" + tail());
                }
            }
        } catch (IOException e) {
            throw new DesktopException(name + ": " + e + " (expected: " + what + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DesktopException(name + ": interrupted while waiting (expected: " + what + ")", e);
        }
    }

    /** A look at whether it has happened. */
    interface Ready {
        boolean holds() throws IOException;
    }
}
