package io.deskmeter.screen.rfb.server;

/** Receives decoded updates. */
public interface UpdateListener extends ServerEvents {
    /** An update is complete; what has changed is on the canvas. */
    void onUpdated();
}
