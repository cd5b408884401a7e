package io.deskmeter.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether input and output are a terminal. */
public final class Terminal {
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private Terminal() {}

    /** True if standard output is a terminal; the JDK's own method differs between versions. */
    public static boolean attached() {
        return isTerminal(STANDARD_OUTPUT);
    }

    /** True if a person can be asked. */
    public static boolean interactive() {
        return isTerminal(STANDARD_INPUT) && attached();
    }

    private static boolean isTerminal(Path stream) {
        try {
            String target = Files.readSymbolicLink(stream).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
