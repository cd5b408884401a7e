package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Copies pixels from another region of the screen. */
final class CopyRectDecoder implements RectDecoder {
    private Rect rect = new Rect(0, 0, 0, 0);

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        if (!in.has(4)) {
            return false;
        }
        Rect source = new Rect(in.u16(), in.u16(), rect.width(), rect.height());
        canvas.checkInside("source of a copy", source);
        canvas.copy(source, rect.x(), rect.y());
        return true;
    }
}
