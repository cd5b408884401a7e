package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.Map;
import java.util.TreeSet;

/**
 * What Windows, and with it RDP, calls the layouts of keyboards.
 *
 * <p>Source: Microsoft, "Keyboard identifiers and input method editors for Windows".
 */
final class WindowsLayouts {
    private static final Map<String, String> IDENTIFIERS = Map.ofEntries(
            Map.entry("at", "0x00000407"),
            Map.entry("be", "0x00000813"),
            Map.entry("br", "0x00000416"),
            Map.entry("ch", "0x00000807"),
            Map.entry("cz", "0x00000405"),
            Map.entry("de", "0x00000407"),
            Map.entry("dk", "0x00000406"),
            Map.entry("es", "0x0000040A"),
            Map.entry("fi", "0x0000040B"),
            Map.entry("fr", "0x0000040C"),
            Map.entry("gb", "0x00000809"),
            Map.entry("gr", "0x00000408"),
            Map.entry("hu", "0x0000040E"),
            Map.entry("it", "0x00000410"),
            Map.entry("latam", "0x0000080A"),
            Map.entry("nl", "0x00000413"),
            Map.entry("no", "0x00000414"),
            Map.entry("pl", "0x00000415"),
            Map.entry("pt", "0x00000816"),
            Map.entry("ro", "0x00000418"),
            Map.entry("ru", "0x00000419"),
            Map.entry("se", "0x0000041D"),
            Map.entry("sk", "0x0000041B"),
            Map.entry("tr", "0x0000041F"),
            Map.entry("ua", "0x00000422"),
            Map.entry("us", "0x00000409"));

    private WindowsLayouts() {}

    /** The identifier of a layout that X11 names. */
    static String of(String layout) throws ScreenException {
        String identifier = IDENTIFIERS.get(layout);
        if (identifier == null) {
            throw new ScreenException(
                    "keyboard layout: " + layout + " (expected: one of " + new TreeSet<>(IDENTIFIERS.keySet()) + ")");
        }
        return identifier;
    }
}
