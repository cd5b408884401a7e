package io.deskmeter.agent.keyboard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The text field as a page for a browser, for desktops in which nothing of Deskmeter runs. It is one file that works
 * offline.
 */
public final class KeyboardPage {
    private static final String RESOURCE = "keyboard.html";

    private KeyboardPage() {}

    /**
     * Writes it.
     *
     * @param file replaced if it exists
     */
    public static void write(Path file) throws IOException {
        try (InputStream page = KeyboardPage.class.getResourceAsStream(RESOURCE)) {
            if (page == null) {
                throw new IllegalStateException(RESOURCE + ": missing (expected: a part of this program)");
            }
            Files.write(file, page.readAllBytes());
        }
    }
}
