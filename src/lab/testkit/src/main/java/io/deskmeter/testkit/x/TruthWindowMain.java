package io.deskmeter.testkit.x;

import io.deskmeter.testkit.truth.TruthCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A {@link TruthWindow} in a separate process, on the display of the variables DISPLAY and XAUTHORITY. */
public final class TruthWindowMain {
    private TruthWindowMain() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> environment = System.getenv();
        String display = environment.getOrDefault("DISPLAY", "");
        if (!display.matches(":[0-9]{1,5}(\\.0)?")) {
            throw new IllegalArgumentException("DISPLAY: \"" + display + "\" (expected: one of this machine, like :7)");
        }
        int number = Integer.parseInt(display.substring(1).replace(".0", ""));
        String authority = environment.get("XAUTHORITY");
        TruthCommands commands = new TruthCommands();
        try (TruthWindow window =
                new TruthWindow(number, authority == null ? null : Path.of(authority), commands::report)) {
            commands.serve(display, window);
        }
    }
}
