package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;

/** Inserts TLS below the protocol, during the handshake. */
@FunctionalInterface
public interface TlsSwitch {
    /**
     * Starts TLS; all following bytes are TLS.
     *
     * @param certified whether the server must send a trusted certificate; else neither side sends one
     * @param secured called on the session's executor once TLS is established, before any byte received through it;
     *     then the protocol continues
     * @throws ScreenException TLS is not available
     */
    void start(boolean certified, Runnable secured) throws ScreenException;
}
