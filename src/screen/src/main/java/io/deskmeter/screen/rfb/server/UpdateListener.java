package io.deskmeter.screen.rfb.server;

/** Hears of updates as they are decoded. */
public interface UpdateListener {
    /** An update is complete; what has changed is on the canvas. */
    void onUpdated();

    /** The pointer was moved, not by us. */
    void onPointerMoved(int x, int y);
}
