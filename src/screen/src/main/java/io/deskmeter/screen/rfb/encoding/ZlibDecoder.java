package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;

/** Raw pixels in a zlib stream. */
final class ZlibDecoder implements RectDecoder {
    private final PixelLayout layout;
    private final ZlibStream zlib;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int length = -1;

    ZlibDecoder(DecoderBuffers bench) {
        this.layout = bench.format().pixels();
        this.zlib = new ZlibStream(bench);
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
            // zlib adds little to incompressible data; more than twice the size of the pixels is invalid.
            long max = 2L * layout.bytes() * rect.width() * rect.height() + 1024;
            length = RfbLimits.checkLength("Zlib data of " + rect, in.u32(), max, RfbLimits.BROKEN);
        }
        if (!in.has(length)) {
            return false;
        }
        zlib.begin(in.array(), in.position(), length);
        in.skip(length);
        for (int y = rect.y(); y < rect.bottom(); y++) {
            zlib.pixels(layout, canvas.pixels(), y * canvas.width() + rect.x(), rect.width());
        }
        zlib.finish(rect);
        return true;
    }

    @Override
    public void close() {
        zlib.close();
    }
}
