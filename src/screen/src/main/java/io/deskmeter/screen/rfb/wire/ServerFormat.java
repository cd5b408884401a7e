package io.deskmeter.screen.rfb.wire;

/**
 * The pixel format in which a server keeps its own picture, as it introduces itself. Servers translate to the format that a client sets. One that does not sends this one instead, so it is
 * worth a word where a picture cannot be read or has wrong colours.
 *
 * @param trueColour false for indexes into a palette
 * @param redShift bits right of red in a pixel
 */
public record ServerFormat(int bitsPerPixel, boolean trueColour, int redMax, int redShift, int blueShift) {
    static final int BYTES = 16;

    /** Reads the 16 bytes of the protocol. */
    public static ServerFormat read(ReceiveBuffer in) {
        int bits = in.u8();
        in.skip(2); // depth, byte order
        boolean trueColour = in.u8() != 0;
        int redMax = in.u16();
        in.skip(4); // the highest values of green and blue
        int redShift = in.u8();
        in.skip(1); // of green
        int blueShift = in.u8();
        in.skip(3);
        return new ServerFormat(bits, trueColour, redMax, redShift, blueShift);
    }

    /** Whether pixels of this format have the length of those of another. */
    public boolean isAsLongAs(PixelFormat other) {
        return bitsPerPixel == other.bitsPerPixel();
    }

    /** {@code 8 bits with a palette}, {@code 32 bits, BGR}. */
    @Override
    public String toString() {
        if (!trueColour) {
            return bitsPerPixel + " bits with a palette";
        }
        return bitsPerPixel + " bits, " + (redShift > blueShift ? "RGB" : "BGR");
    }
}
