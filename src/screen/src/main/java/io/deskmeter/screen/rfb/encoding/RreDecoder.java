package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** A background with rectangles on it; CoRRE writes each coordinate in one byte, RRE in two. */
final class RreDecoder implements RectDecoder {
    private final PixelLayout layout;
    private final boolean compact;
    private Rect rect = new Rect(0, 0, 0, 0);
    /** Rectangles to come; negative before their number is known. */
    private long left = -1;

    RreDecoder(DecoderBuffers bench, boolean compact) {
        this.layout = bench.format().pixels();
        this.compact = compact;
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        left = -1;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        if (left < 0) {
            if (!in.has(4 + layout.bytes())) {
                return false;
            }
            left = in.u32();
            checkCount();
            canvas.fill(rect.x(), rect.y(), rect.width(), rect.height(), in.pixel(layout));
        }
        int bytes = layout.bytes() + (compact ? 4 : 8);
        while (left > 0 && in.has(bytes)) {
            part(in, canvas);
            left--;
        }
        return left == 0;
    }

    /** More parts than pixels are invalid, and would make a few bytes expensive to decode. */
    private void checkCount() throws ScreenException {
        long max = (long) rect.width() * rect.height();
        if (left > max) {
            throw new ScreenException("RRE: " + left + " rectangles in " + rect + " (expected: at most " + max + ")");
        }
    }

    private void part(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        int colour = in.pixel(layout);
        int x = coordinate(in);
        int y = coordinate(in);
        int width = coordinate(in);
        int height = coordinate(in);
        if (x + width > rect.width() || y + height > rect.height()) {
            throw new ScreenException("RRE: rectangle " + new Rect(x, y, width, height) + " (expected: within "
                    + rect.width() + "x" + rect.height() + ")");
        }
        canvas.fillPart(rect.x() + x, rect.y() + y, width, height, colour);
    }

    private int coordinate(ReceiveBuffer in) {
        return compact ? in.u8() : in.u16();
    }
}
