package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Skip;

/**
 * Colours of a palette. A server whose own pixels are palette indexes must translate them to the true colours that we
 * set (RFC 6143 section 7.5.1), so they are skipped.
 */
final class SetColourMapEntries implements ServerMessage {
    private static final int ENTRY_BYTES = 6;

    private final Skip entries = new Skip();
    private boolean counted;

    @Override
    public boolean advance(ReceiveBuffer in) {
        if (!counted) {
            if (!in.has(5)) {
                return false;
            }
            in.skip(3);
            entries.begin((long) in.u16() * ENTRY_BYTES);
            counted = true;
        }
        if (!entries.advance(in)) {
            return false;
        }
        counted = false;
        return true;
    }
}
