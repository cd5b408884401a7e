package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.ProgramSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The viewer through which a desktop is displayed. */
public enum DesktopViewer {
    /** The built-in client, without a program. */
    RFB("the built-in RFB client"),
    /** TigerVNC's viewer in a private display. */
    VNCVIEWER("vncviewer in a private display"),
    /** FreeRDP's client in a private display, connected to an RDP server that reads the desktop over RFB. */
    XFREERDP("xfreerdp in a private display, with a private xrdp");

    private final String inWords;

    DesktopViewer(String inWords) {
        this.inWords = inWords;
    }

    /** The programs that it needs, each with its Debian package. */
    private Map<String, String> packages() {
        return switch (this) {
            case RFB -> Map.of();
            case VNCVIEWER -> Map.of("Xvfb", "xvfb", "vncviewer", "tigervnc-viewer");
            case XFREERDP -> Map.of("Xvfb", "xvfb", "xfreerdp", "freerdp2-x11", "xrdp", "xrdp");
        };
    }

    /** The description for display. */
    public String inWords() {
        return inWords;
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses the name.
     *
     * @throws IllegalArgumentException if it is none of the labels
     */
    public static DesktopViewer parse(String text) {
        return Arrays.stream(values())
                .filter(t -> t.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("through: \"" + text + "\" (expected: one of "
                        + Arrays.stream(values()).map(DesktopViewer::label).toList() + ")"));
    }

    /**
     * Finds the programs that it needs.
     *
     * @throws DesktopException with all missing programs and their packages
     */
    public void require(ProgramSearch programs) throws DesktopException {
        List<String> missing = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        for (Map.Entry<String, String> program : new TreeMap<>(packages()).entrySet()) {
            try {
                programs.find(program.getKey());
            } catch (ProgramException e) {
                missing.add(program.getKey());
                wanted.add(program.getValue());
            }
        }
        if (!missing.isEmpty()) {
            throw new DesktopException("through " + label() + ": " + missing + " not found (expected: in one of "
                    + programs.value() + "; hint: on Debian, apt-get install " + String.join(" ", wanted) + ")");
        }
    }
}
