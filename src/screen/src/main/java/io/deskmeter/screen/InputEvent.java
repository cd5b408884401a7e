package io.deskmeter.screen;

/** An input of a user. */
public sealed interface InputEvent {

    /**
     * A key goes down or up.
     *
     * @param keysym X11 keysym, see {@link Keysyms}
     */
    record Key(int keysym, boolean down) implements InputEvent {}

    /**
     * The pointer is at a position, with these buttons held.
     *
     * @param buttons bit 0 left, 1 middle, 2 right, 3 wheel up, 4 wheel down
     */
    record Pointer(int x, int y, int buttons) implements InputEvent {}
}
