package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Reads the messages of one type; the type byte has already been read. */
interface ServerMessage extends AutoCloseable {
    /**
     * Reads the bytes that have arrived.
     *
     * @return true when the message is complete (the next call reads the next one), false if more bytes are needed
     */
    boolean advance(ReceiveBuffer in) throws ScreenException;

    @Override
    default void close() {}
}
