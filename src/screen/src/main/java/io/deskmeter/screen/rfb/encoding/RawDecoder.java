package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Uncompressed pixels, row by row. */
final class RawDecoder implements RectDecoder {
    private final PixelLayout layout;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int row;

    RawDecoder(DecoderBuffers bench) {
        this.layout = bench.format().pixels();
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        row = 0;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        long rowBytes = (long) layout.bytes() * rect.width();
        while (row < rect.height() && in.has(rowBytes)) {
            in.pixels(layout, canvas.pixels(), (rect.y() + row) * canvas.width() + rect.x(), rect.width());
            row++;
        }
        return row == rect.height();
    }
}
