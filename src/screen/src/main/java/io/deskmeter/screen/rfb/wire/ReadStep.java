package io.deskmeter.screen.rfb.wire;

import io.deskmeter.screen.ScreenException;
import org.jspecify.annotations.Nullable;

/** One step of the protocol. */
public interface ReadStep {
    /**
     * Reads the bytes that have arrived.
     *
     * @return the next step, or null if more bytes are needed (then this step is called again)
     * @throws ScreenException the server violated the protocol or refused; the connection ends
     */
    @Nullable
    ReadStep advance(ReceiveBuffer in) throws ScreenException;

    /**
     * The message that has begun and has not ended, where a server may be silent between messages; null between them.
     */
    default @Nullable Unfinished unfinished() {
        return null;
    }
}
