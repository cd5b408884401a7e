package io.deskmeter.screen.rfb.server;

/** Hears of updates as they are decoded. */
public interface UpdateListener {
    /** An update is complete; what has changed is on the canvas. */
    void onUpdated();

    /** The pointer was moved, not by us. */
    void onPointerMoved(int x, int y);

    /** The server takes keys by their place on the keyboard as well. */
    void onExtendedKeys();

    /** What the desktop's keyboard shows. */
    void onCapsLock(boolean on);
}
