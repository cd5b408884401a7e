package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.rfb.wire.PixelFormat;

/**
 * What the decoders of one session share: the pixel format, and space in which nothing stays between rectangles. Space is made
 * when it is needed first, so a session pays for the encodings that its server really uses.
 */
final class DecoderBuffers {
    private static final int INFLATED_BYTES = 8 << 10;

    private final PixelFormat format;
    private byte[] inflated = new byte[0];
    private byte[] row = new byte[0];

    DecoderBuffers(PixelFormat format) {
        this.format = format;
    }

    PixelFormat format() {
        return format;
    }

    /** Where zlib streams put what they have inflated and nobody has read yet: within a rectangle only. */
    byte[] inflated() {
        if (inflated.length == 0) {
            inflated = new byte[INFLATED_BYTES];
        }
        return inflated;
    }

    /** So many bytes at least; the next caller gets the same. */
    byte[] row(int bytes) {
        if (row.length < bytes) {
            row = new byte[bytes];
        }
        return row;
    }
}
