package io.deskmeter.screen.rfb.wire;

import java.util.Optional;

/**
 * The pixel format in which a server keeps its own picture, as it introduces itself. Servers translate to the format
 * that a client sets. One that does not sends this one instead, so it is worth a word where a picture cannot be read or
 * has wrong colours.
 *
 * @param bigEndian whether the most significant byte comes first
 * @param trueColour false for indexes into a palette
 * @param redMax the highest value of red
 * @param redShift bits right of red in a pixel
 */
public record ServerFormat(
        int bitsPerPixel,
        boolean bigEndian,
        boolean trueColour,
        int redMax,
        int greenMax,
        int blueMax,
        int redShift,
        int greenShift,
        int blueShift) {
    static final int BYTES = 16;

    /** Reads the 16 bytes of the protocol. */
    public static ServerFormat read(ReceiveBuffer in) {
        int bits = in.u8();
        in.skip(1); // depth
        boolean bigEndian = in.u8() != 0;
        boolean trueColour = in.u8() != 0;
        ServerFormat format =
                new ServerFormat(bits, bigEndian, trueColour, in.u16(), in.u16(), in.u16(), in.u8(), in.u8(), in.u8());
        in.skip(3);
        return format;
    }

    /** Whether pixels of this format have the length of those of another. */
    public boolean isAsLongAs(RfbPixelFormat other) {
        return bitsPerPixel == other.bitsPerPixel();
    }

    /** This format as one that a client can set; empty where it has a palette, or makes no sense. */
    public Optional<RfbPixelFormat> settable() {
        if (!trueColour) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RfbPixelFormat(
                    bitsPerPixel, bigEndian, redMax, greenMax, blueMax, redShift, greenShift, blueShift));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** {@code 8 bits with a palette}, {@code 32 bits, BGR}, {@code 32 bits, RGB, big-endian}. */
    @Override
    public String toString() {
        if (!trueColour) {
            return bitsPerPixel + " bits with a palette";
        }
        return bitsPerPixel + " bits, " + (redShift > blueShift ? "RGB" : "BGR")
                + (bigEndian && bitsPerPixel > 8 ? ", big-endian" : "");
    }
}
