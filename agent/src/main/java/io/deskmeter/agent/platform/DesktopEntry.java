package io.deskmeter.agent.platform;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a file that desktop environments execute when a session starts, as the XDG autostart specification has
 * it.
 */
public final class DesktopEntry {
    /**
     * Where those of all users are; the file {@link #FILE} of this folder is the one of
     * {@link Autostart.Scope#MACHINE}.
     */
    public static final String MACHINE_FOLDER = "/etc/xdg/autostart";

    /** Its name in an autostart folder. */
    public static final String FILE = "deskmeter-desktop-agent.desktop";

    private DesktopEntry() {}

    /**
     * The file that starts a program.
     *
     * @param command the argument vector; the first element is an absolute path
     */
    public static String text(List<String> command) {
        String exec = command.stream().map(DesktopEntry::quoted).collect(Collectors.joining(" "));
        return """
                [Desktop Entry]
                Type=Application
                Name=%s
                Exec=%s
                """.formatted(Autostart.NAME, exec);
    }

    /** In the form of the key Exec: quoted, with its two levels of escapes, and without field codes. */
    private static String quoted(String argument) {
        String inQuotes = argument.replaceAll("[\\\\\"`$]", "\\\\$0");
        return '"' + inQuotes.replace("\\", "\\\\").replace("%", "%%") + '"';
    }
}
