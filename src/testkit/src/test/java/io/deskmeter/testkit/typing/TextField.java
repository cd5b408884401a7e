package io.deskmeter.testkit.typing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An application with a text field: a terminal on an X display, whose program writes to a file what is typed into it. It shares no code with the product. */
final class TextField implements AutoCloseable {
    private static final long STEP_MILLIS = 50;

    private final @Nullable Process process;
    private final Path file;
    private int read;

    private TextField(@Nullable Process process, Path file) {
        this.process = process;
        this.file = file;
    }

    /**
     * Opens one that covers the display, and waits until it accepts input.
     *
     * @param terminal the terminal with its arguments up to the command that it runs
     */
    static TextField open(List<String> terminal, Map<String, String> environment, Path folder)
            throws IOException, InterruptedException {
        Path file = folder.resolve("typed-" + System.nanoTime());
        List<String> command = new ArrayList<>(terminal);
        command.addAll(List.of("sh", "-c", script(file)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("XMODIFIERS");
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("terminal.log").toFile());
        TextField field = new TextField(builder.start(), file);
        field.awaitReady();
        return field;
    }

    /** The program of the terminal, for a shell. */
    static String script(Path file) {
        return "stty raw -echo; printf ready >'" + file + "'; exec cat >>'" + file + "'";
    }

    /** One that others have opened; waits until it accepts input. */
    static TextField of(Path file) throws IOException, InterruptedException {
        TextField field = new TextField(null, file);
        field.awaitReady();
        return field;
    }

    private void awaitReady() throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            if (Files.exists(file) && text().startsWith("ready")) {
                read = "ready".length();
                Thread.sleep(4 * STEP_MILLIS); // the window is mapped, and has the focus
                return;
            }
            Thread.sleep(STEP_MILLIS);
        }
        throw new IOException("the text field did not open within 10 s");
    }

    /** The last character may not be written completely. */
    private String text() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceFirst("\uFFFD+$", "");
    }

    /**
     * What has been typed since the last call. Returns as soon as that has a length, or when for a while nothing has come.
     *
     * @param length in characters of Java
     * @param quietMillis how long nothing must have come
     */
    String typed(int length, long quietMillis) throws IOException, InterruptedException {
        String before = text();
        for (long quiet = 0; quiet < quietMillis; quiet += STEP_MILLIS) {
            if (before.length() - read >= length) {
                quiet = Math.max(quiet, quietMillis - 4 * STEP_MILLIS); // more than that would be wrong, too
            }
            Thread.sleep(STEP_MILLIS);
            String now = text();
            if (!now.equals(before)) {
                quiet = 0;
                before = now;
            }
        }
        String typed = before.substring(read);
        read = before.length();
        return typed.replace('\r', '\n');
    }

    @Override
    public void close() throws InterruptedException {
        if (process == null) {
            return;
        }
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
