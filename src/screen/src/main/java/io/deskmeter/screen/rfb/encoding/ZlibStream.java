package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.ScreenException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A zlib stream that lasts as long as the session and arrives in pieces. Inflates only what is asked for, so that a small piece
 * cannot blow up.
 */
final class ZlibStream implements AutoCloseable {
    private final Inflater inflater = new Inflater();
    private final byte[] buffer = new byte[8 << 10];
    private int position;
    private int end;

    /** The next piece; the array must not change until {@link #finish}. */
    void begin(byte[] data, int offset, int length) {
        inflater.setInput(data, offset, length);
    }

    int u8() throws ScreenException {
        if (position == end) {
            fill();
        }
        return buffer[position++] & 0xFF;
    }

    /** A pixel of three bytes: blue, green, red. */
    int pixel() throws ScreenException {
        if (end - position >= 3) {
            int at = position;
            position += 3;
            return (buffer[at] & 0xFF) | (buffer[at + 1] & 0xFF) << 8 | (buffer[at + 2] & 0xFF) << 16;
        }
        return u8() | u8() << 8 | u8() << 16;
    }

    /** The piece must be used up: what follows it belongs to the next. */
    void finish() throws ScreenException {
        if (position < end || inflate() > 0) {
            throw new ScreenException("zlib: data left over (expected: as much as the rectangle needs)");
        }
        inflater.setInput(new byte[0]);
    }

    private void fill() throws ScreenException {
        position = 0;
        end = 0;
        end = inflate();
        if (end == 0) {
            throw new ScreenException("zlib: data ends early (expected: as much as the rectangle needs)");
        }
    }

    private int inflate() throws ScreenException {
        try {
            int count = inflater.inflate(buffer);
            if (count == 0 && (inflater.needsDictionary() || inflater.finished())) {
                throw new ScreenException(
                        "zlib: the stream " + (inflater.finished() ? "has ended" : "wants a dictionary")
                                + " (expected: one endless stream)");
            }
            return count;
        } catch (DataFormatException e) {
            throw new ScreenException("zlib: bad data, " + e.getMessage() + " (expected: a zlib stream)", e);
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
