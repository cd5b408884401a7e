package io.deskmeter.e2e;

import java.awt.Color;
import java.awt.Frame;
import java.awt.Toolkit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that covers its whole desktop with one colour, as the lock of a screen does. */
final class CoveringWindow {
    private static final Color COLOUR = new Color(0x20, 0x40, 0x80);

    private CoveringWindow() {}

    /**
     * Covers the desktop.
     *
     * @param arguments a file that is created when the window is there
     */
    public static void main(String[] arguments) throws IOException {
        Frame window = new Frame();
        window.setUndecorated(true);
        window.setBackground(COLOUR);
        window.setSize(Toolkit.getDefaultToolkit().getScreenSize());
        window.setAlwaysOnTop(true);
        window.setVisible(true);
        Toolkit.getDefaultToolkit().sync();
        Files.createFile(Path.of(arguments[0]));
    }
}
