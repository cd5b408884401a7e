package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Copies pixels from another region of the screen. */
final class CopyRectDecoder implements RectDecoder {
    private Rect rect = new Rect(0, 0, 0, 0);

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        this.rect = rect;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        if (!in.has(4)) {
            return false;
        }
        int x = in.u16();
        int y = in.u16();
        Rect seen = canvas.clip(rect);
        if (seen.isEmpty()) {
            return true;
        }
        Rect source = new Rect(x, y, seen.width(), seen.height());
        canvas.checkInside("source of a copy", source); // nobody knows what would have to be painted
        canvas.paint(seen);
        canvas.copy(source, seen.x(), seen.y());
        return true;
    }
}
