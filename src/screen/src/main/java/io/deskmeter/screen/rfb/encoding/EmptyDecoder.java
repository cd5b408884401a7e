package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** A pseudo-encoding whose rectangle consists of its header only. */
final class EmptyDecoder implements RectDecoder {
    @Override
    public void begin(Rect rect, Canvas canvas) {}

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        return true;
    }
}
