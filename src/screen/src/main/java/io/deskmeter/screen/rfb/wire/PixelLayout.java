package io.deskmeter.screen.rfb.wire;

/**
 * Reads pixels of the wire format and returns them as 0xRRGGBB. Colours of fewer than 8 bits are scaled to the whole
 * range and rounded: the highest value becomes 255.
 */
public abstract sealed class PixelLayout permits ByteLayout, BitLayout {
    private final int bytes;

    PixelLayout(int bytes) {
        this.bytes = bytes;
    }

    static PixelLayout of(RfbPixelFormat format) {
        int bytes = format.bitsPerPixel() / 8;
        return layout(format, bytes, 0);
    }

    /** Three of the four bytes of a pixel, without the lowest or without the highest. */
    static PixelLayout ofThreeBytes(RfbPixelFormat format, int droppedLowBits) {
        return layout(format, 3, droppedLowBits);
    }

    static PixelLayout redGreenBlue() {
        return new ByteLayout(3, 0, 1, 2);
    }

    private static PixelLayout layout(RfbPixelFormat format, int bytes, int dropped) {
        int red = format.redShift() - dropped;
        int green = format.greenShift() - dropped;
        int blue = format.blueShift() - dropped;
        if (format.depth() == 24 && red % 8 == 0 && green % 8 == 0 && blue % 8 == 0) {
            return new ByteLayout(
                    bytes,
                    place(red, bytes, format.bigEndian()),
                    place(green, bytes, format.bigEndian()),
                    place(blue, bytes, format.bigEndian()));
        }
        return new BitLayout(format, bytes, dropped);
    }

    private static int place(int shift, int bytes, boolean bigEndian) {
        return bigEndian ? bytes - 1 - shift / 8 : shift / 8;
    }

    /** Length of a pixel on the wire. */
    public final int bytes() {
        return bytes;
    }

    /** One pixel, as 0xRRGGBB. */
    public final int pixel(byte[] data, int at) {
        return spread(colours(data, at));
    }

    /** Many pixels, as 0xRRGGBB. */
    public abstract void pixels(byte[] data, int at, int[] target, int from, int count);

    /** One pixel's unscaled colours, each in its own byte: red, green, blue from the high one down. */
    public abstract int colours(byte[] data, int at);

    /** The highest unscaled values of the colours, one byte each. */
    public abstract int maxima();

    /** Colours scaled to 0 to 255. */
    public abstract int spread(int colours);
}
