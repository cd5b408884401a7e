package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import java.nio.file.Path;

/** How a desktop is seen; the programs between it and the agent become more from the first two on. */
enum Way {
    /** Where a desktop agent in the session is: nothing is between, so no network can be. */
    OWN("own screen", 0x000000),
    /** There, too, on Windows: periodic captures of the display. */
    AWT("AWT", 0x56B4E9),
    RFB("rfb", 0x0072B2),
    VNCVIEWER("vncviewer", 0xE69F00),
    XFREERDP("xfreerdp 32 bit", 0x009E73),
    XFREERDP_SMALL("xfreerdp 16 bit", 0xCC79A7);

    private final String words;
    private final int colour;

    Way(String words, int colour) {
        this.words = words;
        this.colour = colour;
    }

    /** As the table names it. */
    String words() {
        return words;
    }

    /** In the picture, as RGB; told apart by people who see few colours, too. */
    int colour() {
        return colour;
    }

    /** Whether a network can be between the agent and the desktop. */
    boolean isRemote() {
        return this != OWN && this != AWT;
    }

    boolean isRdp() {
        return this == XFREERDP || this == XFREERDP_SMALL;
    }

    /** Desktops that can be seen in this way. */
    LocalDesktops desktops(Path folder) throws DesktopException {
        return isRdp()
                ? LocalDesktops.openOnPorts(Platforms.here(), folder)
                : LocalDesktops.open(Platforms.here(), folder);
    }
}
