package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;

/** Tiles of 64×64 in a zlib stream: raw, of one colour, with a palette, or as runs (RFC 6143 section 7.7.6). */
final class ZrleDecoder implements RectDecoder {
    private static final int TILE = 64;

    private final ZlibStream zlib;
    private final ZrleTile tile;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int length = -1;

    ZrleDecoder(DecoderBuffers bench) {
        zlib = new ZlibStream(bench);
        tile = new ZrleTile(zlib, bench.format().compactPixels());
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        length = -1;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        if (length < 0) {
            if (!in.has(4)) {
                return false;
            }
            length = RfbLimits.checkLength("ZRLE data of " + rect, in.u32(), maxLength(), RfbLimits.BROKEN);
        }
        if (!in.has(length)) {
            return false;
        }
        zlib.begin(in.array(), in.position(), length);
        in.skip(length);
        for (int y = rect.y(); y < rect.bottom(); y += TILE) {
            for (int x = rect.x(); x < rect.right(); x += TILE) {
                tile.decode(canvas, x, y, Math.min(TILE, rect.right() - x), Math.min(TILE, rect.bottom() - y));
            }
        }
        zlib.finish(rect);
        return true;
    }

    /**
     * The worst valid case is runs of one pixel (4 bytes each) and a full palette per tile, doubled for zlib's
     * overhead.
     */
    private long maxLength() {
        long tiles = (rect.width() / TILE + 1L) * (rect.height() / TILE + 1L);
        return 2 * (4L * rect.width() * rect.height() + 400 * tiles) + 1024;
    }

    @Override
    public void close() {
        zlib.close();
    }
}
