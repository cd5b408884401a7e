package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** One type of server message, read again and again; its type byte has been read already. */
interface ServerMessage extends AutoCloseable {
    /**
     * Reads as far as the bytes reach.
     *
     * @return true when the message is complete (the next call reads the next one), false where more bytes are needed
     */
    boolean advance(ReceiveBuffer in) throws ScreenException;

    @Override
    default void close() {}
}
