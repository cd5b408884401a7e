package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** Tiles of 16×16: raw, or a background with small rectangles on it. Colours carry over from tile to tile. */
final class HextileDecoder implements RectDecoder {
    private static final int TILE = 16;
    private static final int RAW = 1;
    private static final int BACKGROUND = 2;
    private static final int FOREGROUND = 4;
    private static final int SUBRECTS = 8;
    private static final int COLOURED = 16;

    private final PixelLayout layout;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int x;
    private int y;
    private int background;
    private int foreground;

    HextileDecoder(DecoderBuffers bench) {
        this.layout = bench.format().pixels();
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        x = rect.x();
        y = rect.isEmpty() ? rect.bottom() : rect.y();
        background = 0;
        foreground = 0;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        while (y < rect.bottom()) {
            int width = Math.min(TILE, rect.right() - x);
            int height = Math.min(TILE, rect.bottom() - y);
            if (!in.has(1) || !in.has(tileBytes(in, width, height))) {
                return false;
            }
            tile(in, canvas, width, height);
            x += TILE;
            if (x >= rect.right()) {
                x = rect.x();
                y += TILE;
            }
        }
        return true;
    }

    /** The known length of the tile; complete once the number of rectangles has arrived. */
    private int tileBytes(ReceiveBuffer in, int width, int height) {
        int flags = in.peek(0);
        if ((flags & RAW) != 0) {
            return 1 + layout.bytes() * width * height;
        }
        int pixel = layout.bytes();
        int bytes = 1 + ((flags & BACKGROUND) != 0 ? pixel : 0) + ((flags & FOREGROUND) != 0 ? pixel : 0);
        if ((flags & SUBRECTS) == 0) {
            return bytes;
        }
        int subrectBytes = (flags & COLOURED) != 0 ? pixel + 2 : 2;
        return bytes + 1 + (in.has(bytes + 1) ? in.peek(bytes) * subrectBytes : 0);
    }

    private void tile(ReceiveBuffer in, Canvas canvas, int width, int height) throws ScreenException {
        int flags = in.u8();
        if ((flags & RAW) != 0) {
            for (int row = y; row < y + height; row++) {
                in.pixels(layout, canvas.pixels(), row * canvas.width() + x, width);
            }
            return;
        }
        if ((flags & BACKGROUND) != 0) {
            background = in.pixel(layout);
        }
        if ((flags & FOREGROUND) != 0) {
            foreground = in.pixel(layout);
        }
        canvas.fill(x, y, width, height, background);
        if ((flags & SUBRECTS) != 0) {
            subrects(in, canvas, new Rect(x, y, width, height), (flags & COLOURED) != 0);
        }
    }

    private void subrects(ReceiveBuffer in, Canvas canvas, Rect tile, boolean coloured) throws ScreenException {
        for (int left = in.u8(); left > 0; left--) {
            int colour = coloured ? in.pixel(layout) : foreground;
            int place = in.u8();
            int size = in.u8();
            Rect part = new Rect(tile.x() + (place >> 4), tile.y() + (place & 15), (size >> 4) + 1, (size & 15) + 1);
            if (part.right() > tile.right() || part.bottom() > tile.bottom()) {
                throw new ScreenException("Hextile: rectangle " + part + " (expected: within its tile " + tile + ")");
            }
            canvas.fillPart(part.x(), part.y(), part.width(), part.height(), colour);
        }
    }
}
