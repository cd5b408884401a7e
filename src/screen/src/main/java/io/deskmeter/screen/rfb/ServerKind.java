package io.deskmeter.screen.rfb;

/** Servers that treat keys in a way of their own, recognised by the name that they give their desktop. */
enum ServerKind {
    /**
     * A virtual machine: its guest sees positions of keys, whatever the keysym. It queues 1024 entries, three for each key that goes down or up, takes one key every 10 ms (its option {@code key-delay-ms}), and
     * drops the rest without a word.
     */
    QEMU,
    /** Types what the layout of its own configuration has, and drops all other characters. */
    WAYVNC,
    /** X servers and others: a keysym without a key is assigned to an unused key, as long as there is one. */
    OTHER;

    private static final String VIRTUAL_MACHINE = "QEMU";
    private static final String WAYLAND = "WayVNC";

    static ServerKind of(String desktopName) {
        if (desktopName.equals(VIRTUAL_MACHINE) || desktopName.startsWith(VIRTUAL_MACHINE + " ")) {
            return QEMU;
        }
        return desktopName.equals(WAYLAND) ? WAYVNC : OTHER;
    }
}
