package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Skip;

/**
 * The cursor's shape (pixels and a bit mask), which is skipped. Requesting it keeps the server from painting the cursor
 * into the picture, where it would cover landmarks.
 */
final class CursorDecoder implements RectDecoder {
    private static final int MAX_SIDE = 2048;

    private final int pixelBytes;
    private final Skip skip = new Skip();

    CursorDecoder(DecoderBuffers bench) {
        this.pixelBytes = bench.format().pixels().bytes();
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        if (rect.width() > MAX_SIDE || rect.height() > MAX_SIDE) {
            throw new ScreenException("cursor: " + rect.width() + "x" + rect.height() + " (expected: at most "
                    + MAX_SIDE + "x" + MAX_SIDE + ")");
        }
        skip.begin((long) rect.width() * rect.height() * pixelBytes + (rect.width() + 7L) / 8 * rect.height());
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        return skip.advance(in);
    }
}
