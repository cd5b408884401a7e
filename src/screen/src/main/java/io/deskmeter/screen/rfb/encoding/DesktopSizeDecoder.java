package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** The desktop has a new size. */
final class DesktopSizeDecoder implements RectDecoder {
    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.resize(rect.width(), rect.height());
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        return true;
    }
}
