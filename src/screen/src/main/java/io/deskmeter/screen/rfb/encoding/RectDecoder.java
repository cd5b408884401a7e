package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Reads the rectangles of one encoding, one after the other; owned by one session. */
public interface RectDecoder extends AutoCloseable {
    /** A rectangle's header has been read; for pseudo-encodings its fields may mean something else. */
    void begin(Rect rect, Canvas canvas) throws ScreenException;

    /**
     * Reads as far as the bytes reach.
     *
     * @return true when the rectangle is complete, false where more bytes are needed
     */
    boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException;

    /** Gives native memory back. */
    @Override
    default void close() {}
}
