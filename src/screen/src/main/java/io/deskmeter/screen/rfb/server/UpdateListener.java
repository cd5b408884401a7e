package io.deskmeter.screen.rfb.server;

/** Receives decoded updates. */
public interface UpdateListener {
    /** An update is complete; what has changed is on the canvas. */
    void onUpdated();

    /** The pointer was moved by another client or program. */
    void onPointerMoved(int x, int y);

    /** The server also accepts key positions. */
    void onExtendedKeys();

    /** The lights of the desktop's keyboard. */
    void onCapsLock(boolean on);
}
