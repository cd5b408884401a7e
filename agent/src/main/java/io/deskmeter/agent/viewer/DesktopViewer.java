package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The viewer through which a desktop is displayed. */
public enum DesktopViewer {
    /** Our own client, no program at all. */
    RFB("our own RFB client"),
    /** TigerVNC's viewer in a private display. */
    VNCVIEWER("vncviewer in a private display"),
    /** FreeRDP's client in a private display, connected to an RDP server that fetches the picture of the desktop over RFB. */
    XFREERDP("xfreerdp in a private display, on an xrdp of its own");

    private final String inWords;

    DesktopViewer(String inWords) {
        this.inWords = inWords;
    }

    /** The programs that it needs, each with the Debian package that brings it. */
    private Map<String, String> packages() {
        return switch (this) {
            case RFB -> Map.of();
            case VNCVIEWER -> Map.of("Xvfb", "xvfb", "vncviewer", "tigervnc-viewer");
            case XFREERDP -> Map.of("Xvfb", "xvfb", "xfreerdp", "freerdp2-x11", "xrdp", "xrdp");
        };
    }

    /** For people. */
    public String inWords() {
        return inWords;
    }

    /** The name that people type. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads what people type.
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
     * Looks for the programs that it needs.
     *
     * @throws DesktopException naming all that are missing and what brings them
     */
    public void require(SearchPath programs) throws DesktopException {
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
