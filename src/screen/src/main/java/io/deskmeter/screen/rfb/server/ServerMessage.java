package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Unfinished;

/** Reads the messages of one type; the type byte has already been read. */
interface ServerMessage extends AutoCloseable {
    /**
     * Reads the bytes that have arrived.
     *
     * @return true when the message is complete (the next call reads the next one), false if more bytes are needed
     */
    boolean advance(ReceiveBuffer in) throws ScreenException;

    /**
     * What has begun and has not ended; asked only then.
     *
     * @param name of the message, for display
     */
    default Unfinished unfinished(String name) {
        return Unfinished.of(name);
    }

    @Override
    default void close() {}
}
