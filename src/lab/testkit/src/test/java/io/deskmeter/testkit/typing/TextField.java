package io.deskmeter.testkit.typing;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An application with a text field: a terminal on an X display, whose program writes to a file what is typed into it.
 * It shares no code with the product.
 */
final class TextField implements AutoCloseable {
    private static final long STEP_MILLIS = 50;
    /** How many keys in a row prove the focus, and how many are pressed for that at most. */
    private static final int PROOFS = 3;

    private static final int MOST_PROOFS = 40;
    /** How long a key may take to arrive. */
    private static final long PROOF_MILLIS = 1_000;

    /** In the middle of the display, which the field covers. */
    private static final List<InputEvent> CLICK = List.of(
            new InputEvent.Pointer(320, 240, 0),
            new InputEvent.Pointer(320, 240, 1),
            new InputEvent.Pointer(320, 240, 0));

    private static final long QUIET_MILLIS = 600;

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

    /**
     * Clicks into the field, as people do, until keys that are pressed on a screen arrive. A window that opens before
     * its window manager never gets the focus by itself, and a session that begins loses keys, on a busy machine for
     * seconds: what is typed then would be missing, and seem to be lost by the server.
     *
     * @param screen that shows it
     */
    void awaitFocus(Screen screen) throws Exception {
        int inARow = 0;
        for (int i = 0; i < MOST_PROOFS && inARow < PROOFS; i++) {
            int before = text().length();
            if (inARow == 0) {
                screen.fire(CLICK).get(10, TimeUnit.SECONDS);
            }
            screen.fire(Keyboard.chord("Return")).get(10, TimeUnit.SECONDS);
            for (long wait = 0; wait < PROOF_MILLIS && text().length() == before; wait += STEP_MILLIS) {
                Thread.sleep(STEP_MILLIS);
            }
            inARow = text().length() == before ? 0 : inARow + 1;
        }
        if (inARow < PROOFS) {
            throw new IOException("the text field has no focus: keys did not arrive " + PROOFS + " times in a row");
        }
        String late = typed(0, QUIET_MILLIS);
        if (!late.isBlank()) {
            throw new IOException("the text field received \"" + late + "\" (expected: line breaks only)");
        }
    }

    /** The last character may not be written completely. */
    private String text() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceFirst("\uFFFD+$", "");
    }

    /**
     * What has been typed since the last call. Returns as soon as that has a length, or when for a while nothing has
     * come.
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
