package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Inbox;

/** Pixels as they are, row by row. */
final class RawDecoder implements RectDecoder {
    private Rect rect = new Rect(0, 0, 0, 0);
    private int row;

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        row = 0;
    }

    @Override
    public boolean advance(Inbox in, Canvas canvas) {
        while (row < rect.height() && in.has(4L * rect.width())) {
            in.pixels(canvas.pixels(), (rect.y() + row) * canvas.width() + rect.x(), rect.width());
            row++;
        }
        return row == rect.height();
    }
}
