package io.deskmeter.screen.x11;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.x11.wire.ServerSetup;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/** The pixel format of a display's pictures. */
final class X11PixelFormat {
    private final ByteOrder order;
    private final int bits;
    private final int pad;
    private final int[] masks;
    private final boolean ours;

    X11PixelFormat(ServerSetup setup) {
        this.order = setup.imageOrder();
        this.bits = setup.bitsPerPixel();
        this.pad = setup.scanlinePad();
        this.masks = new int[] {setup.redMask(), setup.greenMask(), setup.blueMask()};
        this.ours = bits == 32 && masks[0] == 0xFF0000 && masks[1] == 0xFF00 && masks[2] == 0xFF;
    }

    /** Bytes of a row of this many pixels. */
    int stride(int width) {
        return (width * bits + pad - 1) / pad * pad / 8;
    }

    int bytes(Rect rect) {
        return Math.multiplyExact(stride(rect.width()), rect.height());
    }

    /** Copies a picture into a frame. */
    void paint(ByteBuffer picture, Rect to, Frame frame) {
        ByteBuffer source = picture.slice().order(order);
        int stride = stride(to.width());
        for (int row = 0; row < to.height(); row++) {
            int target = (to.y() + row) * frame.width() + to.x();
            if (ours) {
                IntBuffer pixels = source.position(row * stride).asIntBuffer();
                pixels.get(frame.pixels(), target, to.width());
            } else {
                convert(source, row * stride, frame.pixels(), target, to.width());
            }
        }
    }

    private void convert(ByteBuffer source, int from, int[] target, int at, int width) {
        for (int i = 0; i < width; i++) {
            int pixel = bits == 32 ? source.getInt(from + i * 4) : source.getShort(from + i * 2) & 0xFFFF;
            target[at + i] = channel(pixel, masks[0]) << 16 | channel(pixel, masks[1]) << 8 | channel(pixel, masks[2]);
        }
    }

    /** The value under a mask, from 0 to 255. */
    private static int channel(int pixel, int mask) {
        int shift = Integer.numberOfTrailingZeros(mask);
        int max = mask >>> shift;
        return ((pixel & mask) >>> shift) * 255 / max;
    }
}
