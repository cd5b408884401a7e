package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Reads the rectangles of one encoding, one after the other; owned by one session. */
public interface RectDecoder extends AutoCloseable {
    /** A rectangle's header has been read; for pseudo-encodings its fields may mean something else. */
    void begin(Rect rect, Canvas canvas) throws ScreenException;

    /**
     * Reads the bytes that have arrived.
     *
     * @return true when the rectangle is complete, false if more bytes are needed
     */
    boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException;

    /** Frees native memory. */
    @Override
    default void close() {}
}
