package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.rfb.wire.RfbPixelFormat;

/**
 * What the decoders of one session share: the pixel format, and buffers that keep nothing between rectangles. Buffers
 * are allocated at first use, so a session allocates only for the encodings that its server uses.
 */
final class DecoderBuffers {
    private static final int INFLATED_BYTES = 8 << 10;

    private final RfbPixelFormat format;
    private byte[] inflated = new byte[0];
    private byte[] row = new byte[0];

    DecoderBuffers(RfbPixelFormat format) {
        this.format = format;
    }

    RfbPixelFormat format() {
        return format;
    }

    /** Inflated bytes of zlib streams that have not been read yet; used only within a rectangle. */
    byte[] inflated() {
        if (inflated.length == 0) {
            inflated = new byte[INFLATED_BYTES];
        }
        return inflated;
    }

    /** A buffer of at least this size; the next caller gets the same buffer. */
    byte[] row(int bytes) {
        if (row.length < bytes) {
            row = new byte[bytes];
        }
        return row;
    }
}
