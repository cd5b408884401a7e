package io.deskmeter.screen.rfb.server;

/** What a server says of its desktop besides pictures. */
public interface ServerEvents {
    /** The pointer was moved by another client or program. */
    void onPointerMoved(int x, int y);

    /** The server also accepts key positions. */
    void onExtendedKeys();

    /** The lights of the desktop's keyboard. */
    void onLights(boolean capsLock, boolean numLock);
}
