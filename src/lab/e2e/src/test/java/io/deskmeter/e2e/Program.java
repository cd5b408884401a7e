package io.deskmeter.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * {@code ./deskmeter …} as a user starts it: the real launcher, the packaged programs, what they print, and how they
 * end. Closing it ends the process and everything that it started.
 */
final class Program implements AutoCloseable {
    /** The top of the repository; Maven runs tests in their module's folder. */
    static final Path HOME =
            Path.of("").toAbsolutePath().getParent().getParent().getParent();

    private final Process process;
    private final Path output;
    private final List<String> command;

    private Program(Process process, Path output, List<String> command) {
        this.process = process;
        this.output = output;
        this.command = command;
    }

    static Program start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /**
     * @param folder for what it prints
     * @param environment added to ours
     */
    static Program start(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        return start(folder, List.of(), environment, arguments);
    }

    /** @param prefix the beginning of the command line: how and where it is started */
    static Program start(Path folder, List<String> prefix, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(HOME.resolve("deskmeter").toString());
        command.addAll(List.of(arguments));
        Files.createDirectories(folder);
        Path output = Files.createTempFile(folder, "printed-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .directory(folder.toFile());
        // The lane has packaged the programs already, and must not start a Maven within Maven.
        builder.environment().put("DESKMETER_READY", "yes");
        builder.environment().putAll(environment);
        return new Program(builder.start(), output, command);
    }

    /** Waits for the end. */
    Ended await(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(command + " still runs after " + atMost + "; it printed:\n" + printed());
        }
        return new Ended(process.exitValue(), printed());
    }

    /** Waits until a pattern stands in what it printed. */
    Matcher awaitPrinted(String pattern, Duration atMost) {
        Pattern compiled = Pattern.compile(pattern);
        Matcher[] found = new Matcher[1];
        try {
            Awaitility.await()
                    .atMost(atMost)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        found[0] = compiled.matcher(printed());
                        return found[0].find() || !process.isAlive();
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(command + " has not printed " + pattern + " but:\n" + printed(), e);
        }
        if (!found[0].find(0)) {
            throw new AssertionError(
                    command + " ended with " + process.exitValue() + " and had printed:\n" + printed());
        }
        return found[0];
    }

    String printed() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** SIGKILL: no program gets to tidy up. */
    void kill() {
        process.destroyForcibly();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        all.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }

    /** How a program ended. */
    record Ended(int exitCode, String printed) {}
}
