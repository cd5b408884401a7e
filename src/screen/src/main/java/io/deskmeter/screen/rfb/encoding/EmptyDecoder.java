package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.Inbox;

/** A pseudo-encoding whose rectangle is its header alone. */
final class EmptyDecoder implements RectDecoder {
    @Override
    public void begin(Rect rect, Canvas canvas) {}

    @Override
    public boolean advance(Inbox in, Canvas canvas) {
        return true;
    }
}
