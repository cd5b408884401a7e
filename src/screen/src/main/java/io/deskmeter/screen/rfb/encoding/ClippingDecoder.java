package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a decoder read rectangles that reach beyond the desktop: a server that changes its size may send some that
 * belong to the size before, or to the one that it announces next. Such a rectangle is decoded beside the frame, and
 * what is within the desktop is copied. All others are decoded in place.
 */
final class ClippingDecoder implements RectDecoder {
    private final RectDecoder decoder;
    private Rect rect = new Rect(0, 0, 0, 0);
    private @Nullable Canvas beside;

    ClippingDecoder(RectDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public void begin(Rect next, Canvas canvas) throws ScreenException {
        rect = next;
        if (canvas.contains(next)) {
            beside = null;
            decoder.begin(next, canvas);
            return;
        }
        canvas.limits().checkRectangle(next, canvas.bounds());
        canvas.decodeBeside(next);
        Canvas own = new Canvas(next.width(), next.height(), canvas.limits());
        beside = own;
        decoder.begin(own.bounds(), own);
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        Canvas own = beside;
        if (own == null) {
            return decoder.advance(in, canvas);
        }
        if (!decoder.advance(in, own)) {
            return false;
        }
        beside = null;
        Rect seen = canvas.clip(rect);
        if (seen.isEmpty()) {
            return true;
        }
        canvas.paint(seen);
        for (int row = 0; row < seen.height(); row++) {
            System.arraycopy(
                    own.pixels(),
                    row * own.width(),
                    canvas.pixels(),
                    (seen.y() + row) * canvas.width() + seen.x(),
                    seen.width());
        }
        return true;
    }

    @Override
    public void close() {
        decoder.close();
    }
}
