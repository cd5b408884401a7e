package io.deskmeter.screen.rfb.wire;

import io.netty.buffer.ByteBuf;

/**
 * How a pixel is written on the wire (RFC 6143 section 7.4). Always true colour: a server whose own pixels are indexes
 * into a palette must translate them.
 *
 * @param bitsPerPixel 8, 16 or 32
 * @param bigEndian whether the most significant byte comes first; ignored for 8 bits
 * @param redMax highest value of red: 2<sup>n</sup> − 1, from 1 to 255 (a frame stores 8 bits a colour)
 * @param redShift bits right of red in the pixel; the colours must not overlap
 */
public record RfbPixelFormat(
        int bitsPerPixel,
        boolean bigEndian,
        int redMax,
        int greenMax,
        int blueMax,
        int redShift,
        int greenShift,
        int blueShift) {
    private static final int MAX_COMPACT_BITS = 24;
    private static final int ALL_BYTES = 0xFF;

    public RfbPixelFormat {
        if (bitsPerPixel != 8 && bitsPerPixel != 16 && bitsPerPixel != 32) {
            throw new IllegalArgumentException("bits per pixel: " + bitsPerPixel + " (expected: 8, 16 or 32)");
        }
        long red = mask("red", redMax, redShift, bitsPerPixel);
        long green = mask("green", greenMax, greenShift, bitsPerPixel);
        long blue = mask("blue", blueMax, blueShift, bitsPerPixel);
        if ((red & green) != 0 || (red & blue) != 0 || (green & blue) != 0) {
            throw new IllegalArgumentException(
                    "colours overlap: red " + Long.toHexString(red) + ", green " + Long.toHexString(green) + ", blue "
                            + Long.toHexString(blue) + " (expected: each bit in one of them at most)");
        }
    }

    private static long mask(String colour, int max, int shift, int bitsPerPixel) {
        if (max < 1 || max > ALL_BYTES || Integer.bitCount(max + 1) != 1) {
            throw new IllegalArgumentException(
                    colour + " max: " + max + " (expected: 1, 3, 7, 15, 31, 63, 127 or 255)");
        }
        if (shift < 0 || shift + Integer.bitCount(max) > bitsPerPixel) {
            throw new IllegalArgumentException(
                    colour + " shift: " + shift + " (expected: 0 to " + (bitsPerPixel - Integer.bitCount(max)) + ")");
        }
        return (long) max << shift;
    }

    /** 32 bits, little-endian, 0xRRGGBB: the format of a frame, so decoding is lossless and cheap. */
    public static RfbPixelFormat rgb888() {
        return new RfbPixelFormat(32, false, 255, 255, 255, 16, 8, 0);
    }

    /** 16 bits, little-endian: 5 of red, 6 of green, 5 of blue. */
    public static RfbPixelFormat rgb565() {
        return new RfbPixelFormat(16, false, 31, 63, 31, 11, 5, 0);
    }

    /** 8 bits: 2 of blue, 3 of green, 3 of red, the usual order of 8-bit true colour in VNC. */
    public static RfbPixelFormat bgr233() {
        return new RfbPixelFormat(8, false, 7, 7, 3, 0, 3, 6);
    }

    /** The same colours in this byte order. */
    public RfbPixelFormat withBigEndian(boolean newBigEndian) {
        return new RfbPixelFormat(
                bitsPerPixel, newBigEndian, redMax, greenMax, blueMax, redShift, greenShift, blueShift);
    }

    /** The bits that carry colour. */
    public int depth() {
        return Integer.bitCount(redMax) + Integer.bitCount(greenMax) + Integer.bitCount(blueMax);
    }

    /** A pixel of Raw, Zlib, RRE, CoRRE and Hextile. */
    public PixelLayout pixels() {
        return PixelLayout.of(this);
    }

    /** A pixel of ZRLE: of 32 bits only the three bytes with colours, if they are within three bytes. */
    public PixelLayout compactPixels() {
        if (bitsPerPixel != 32) {
            return pixels();
        }
        int top = Math.max(end(redMax, redShift), Math.max(end(greenMax, greenShift), end(blueMax, blueShift)));
        if (top <= MAX_COMPACT_BITS) {
            return PixelLayout.ofThreeBytes(this, 0);
        }
        int bottom = Math.min(redShift, Math.min(greenShift, blueShift));
        return bottom >= 8 ? PixelLayout.ofThreeBytes(this, 8) : pixels();
    }

    private static int end(int max, int shift) {
        return shift + Integer.bitCount(max);
    }

    /** A pixel of Tight: red, green and blue if each has 8 bits of 32; else a normal pixel. */
    public PixelLayout tightPixels() {
        return bitsPerPixel == 32 && depth() == MAX_COMPACT_BITS ? PixelLayout.redGreenBlue() : pixels();
    }

    /** The 16 bytes of the protocol. */
    public void write(ByteBuf out) {
        out.writeByte(bitsPerPixel).writeByte(depth());
        out.writeBoolean(bigEndian).writeByte(1); // true colour
        out.writeShort(redMax).writeShort(greenMax).writeShort(blueMax);
        out.writeByte(redShift).writeByte(greenShift).writeByte(blueShift);
        out.writeZero(3);
    }
}
