package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;

/** Puts TLS below the conversation, in its middle. */
@FunctionalInterface
public interface TlsSwitch {
    /**
     * Begins; all bytes from here on are TLS.
     *
     * @param certified whether the server must show a certificate that we trust; else neither side shows any
     * @param secured to be called on the conversation's executor once TLS stands, before any byte that came through it; then the
     *     conversation goes on
     * @throws ScreenException TLS cannot be had here
     */
    void start(boolean certified, Runnable secured) throws ScreenException;
}
