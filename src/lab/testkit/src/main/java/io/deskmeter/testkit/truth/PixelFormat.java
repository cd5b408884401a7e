package io.deskmeter.testkit.truth;

import io.netty.buffer.ByteBuf;

/**
 * The pixel format of a client: true colour of 8, 16 or 32 bits (RFC 6143, section 7.4).
 *
 * @param bits per pixel
 * @param depth how many of them count
 */
record PixelFormat(
        int bits,
        int depth,
        boolean bigEndian,
        int redMax,
        int greenMax,
        int blueMax,
        int redShift,
        int greenShift,
        int blueShift) {
    static final int BYTES = 16;
    private static final int FULL = 255;
    private static final int PADDING = 3;

    static PixelFormat rgb32() {
        return new PixelFormat(32, 24, false, FULL, FULL, FULL, 16, 8, 0);
    }

    /** Throws if the format uses a colour map. */
    static PixelFormat read(ByteBuf in) {
        int bits = in.readUnsignedByte();
        int depth = in.readUnsignedByte();
        boolean bigEndian = in.readBoolean();
        boolean trueColour = in.readBoolean();
        PixelFormat format = new PixelFormat(
                bits,
                depth,
                bigEndian,
                in.readUnsignedShort(),
                in.readUnsignedShort(),
                in.readUnsignedShort(),
                in.readUnsignedByte(),
                in.readUnsignedByte(),
                in.readUnsignedByte());
        in.skipBytes(PADDING);
        if (!trueColour || (bits != 8 && bits != 16 && bits != 32)) {
            throw new IllegalArgumentException("pixel format: " + format + ", true colour " + trueColour
                    + " (expected: true colour, 8, 16 or 32 bits)");
        }
        return format;
    }

    void write(ByteBuf out) {
        out.writeByte(bits).writeByte(depth).writeBoolean(bigEndian).writeBoolean(true);
        out.writeShort(redMax).writeShort(greenMax).writeShort(blueMax);
        out.writeByte(redShift).writeByte(greenShift).writeByte(blueShift).writeZero(PADDING);
    }

    void pixel(int rgb, ByteBuf out) {
        int value = value(rgb);
        switch (bits) {
            case 8 -> out.writeByte(value);
            case 16 -> {
                if (bigEndian) {
                    out.writeShort(value);
                } else {
                    out.writeShortLE(value);
                }
            }
            default -> {
                if (bigEndian) {
                    out.writeInt(value);
                } else {
                    out.writeIntLE(value);
                }
            }
        }
    }

    /** ZRLE's short form: three bytes if the colours fit into them (RFC 6143, section 7.7.5). */
    void compactPixel(int rgb, ByteBuf out) {
        int used = (redMax << redShift) | (greenMax << greenShift) | (blueMax << blueShift);
        boolean low = (used & 0xFF000000) == 0;
        boolean high = (used & 0xFF) == 0;
        if (bits != 32 || depth > 24 || (!low && !high)) {
            pixel(rgb, out);
            return;
        }
        int value = low ? value(rgb) : value(rgb) >>> 8;
        if (bigEndian) {
            out.writeMedium(value);
        } else {
            out.writeMediumLE(value);
        }
    }

    private int value(int rgb) {
        return (scaled((rgb >> 16) & FULL, redMax) << redShift)
                | (scaled((rgb >> 8) & FULL, greenMax) << greenShift)
                | (scaled(rgb & FULL, blueMax) << blueShift);
    }

    private static int scaled(int colour, int max) {
        return max == FULL ? colour : (colour * max + FULL / 2) / FULL;
    }
}
