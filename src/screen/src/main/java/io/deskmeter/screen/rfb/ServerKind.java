package io.deskmeter.screen.rfb;

import java.util.regex.Pattern;

/** Servers that treat keys in a way of their own, recognised by the name that they give their desktop. */
enum ServerKind {
    /**
     * A virtual machine: its guest sees positions of keys, whatever the keysym. It queues 1024 entries, three for each
     * key that goes down or up, takes one key every 10 ms (its option {@code key-delay-ms}), and drops the rest without
     * a word.
     */
    QEMU,
    /** Types what the layout of its own configuration has, and drops all other characters. */
    WAYVNC,
    /**
     * Types without Shift what a layout without Latin letters has with it, unless it was started with {@code -xkb}: it
     * takes that for the second group of the keyboard. Letters are not concerned.
     */
    X11VNC,
    /** X servers and others: a keysym without a key is assigned to an unused key, as long as there is one. */
    OTHER;

    private static final String VIRTUAL_MACHINE = "QEMU";
    private static final String WAYLAND = "WayVNC";
    /** The name of the machine and the number of the display; other servers add the user or more words. */
    private static final Pattern HOST_AND_DISPLAY = Pattern.compile("[A-Za-z0-9._-]+:\\d+(\\.\\d+)?");

    static ServerKind of(String desktopName) {
        if (desktopName.equals(VIRTUAL_MACHINE) || desktopName.startsWith(VIRTUAL_MACHINE + " ")) {
            return QEMU;
        }
        if (desktopName.equals(WAYLAND)) {
            return WAYVNC;
        }
        return HOST_AND_DISPLAY.matcher(desktopName).matches() ? X11VNC : OTHER;
    }
}
