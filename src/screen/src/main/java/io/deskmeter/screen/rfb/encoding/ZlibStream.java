package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A zlib stream that lasts as long as the session and arrives in pieces. Inflates only the requested bytes, so that a
 * small piece cannot exhaust memory. Allocates about 40 KiB of native memory at the first piece.
 */
final class ZlibStream implements AutoCloseable {
    private static final byte[] NOTHING = new byte[0];

    private final DecoderBuffers bench;
    private @Nullable Inflater inflater;
    private byte[] buffer = NOTHING;
    private int position;
    private int end;

    ZlibStream(DecoderBuffers bench) {
        this.bench = bench;
    }

    /** The next piece; the array must not change until {@link #finish}. */
    void begin(byte[] data, int offset, int length) {
        if (inflater == null) {
            inflater = new Inflater();
        }
        buffer = bench.inflated();
        inflater.setInput(data, offset, length);
    }

    /** The next piece begins a new stream. */
    void reset() {
        if (inflater != null) {
            inflater.reset();
        }
        position = 0;
        end = 0;
    }

    int u8() throws ScreenException {
        if (position == end) {
            fill();
        }
        return buffer[position++] & 0xFF;
    }

    int pixel(PixelLayout layout) throws ScreenException {
        if (end - position >= layout.bytes()) {
            int at = position;
            position += layout.bytes();
            return layout.pixel(buffer, at);
        }
        byte[] split = new byte[layout.bytes()]; // across the buffer's end: one in thousands
        read(split, layout.bytes());
        return layout.pixel(split, 0);
    }

    /** Reads the complete pixels that are available, and one across the buffer's end. */
    void pixels(PixelLayout layout, int[] target, int from, int count) throws ScreenException {
        int done = 0;
        while (done < count) {
            int whole = Math.min(count - done, (end - position) / layout.bytes());
            layout.pixels(buffer, position, target, from + done, whole);
            position += whole * layout.bytes();
            done += whole;
            if (done < count) {
                target[from + done++] = pixel(layout);
            }
        }
    }

    /** Reads this number of bytes into the start of an array. */
    void read(byte[] target, int count) throws ScreenException {
        for (int done = 0; done < count; ) {
            if (position == end) {
                fill(); // not straight into the target: rows are short, and each call of zlib costs
            }
            int more = Math.min(count - done, end - position);
            System.arraycopy(buffer, position, target, done, more);
            position += more;
            done += more;
        }
    }

    /** The piece must be consumed completely: the following bytes belong to the next piece. */
    void finish(Rect rect) throws ScreenException {
        if (position < end || inflate(buffer, 0, buffer.length) > 0) {
            throw new ScreenException("zlib: data left over after rectangle " + rect
                    + " (expected: as much as it needs; " + RfbLimits.BROKEN + ")");
        }
        inflater().setInput(NOTHING);
        buffer = NOTHING;
        position = 0;
        end = 0;
    }

    private void fill() throws ScreenException {
        position = 0;
        end = 0;
        end = inflate(buffer, 0, buffer.length);
        if (end == 0) {
            throw new ScreenException("zlib: data ends early (expected: as much as the rectangle needs)");
        }
    }

    private int inflate(byte[] target, int offset, int length) throws ScreenException {
        Inflater source = inflater();
        try {
            int count = source.inflate(target, offset, length);
            if (count == 0 && (source.needsDictionary() || source.finished())) {
                throw new ScreenException(
                        "zlib: the stream " + (source.finished() ? "has ended" : "requires a dictionary")
                                + " (expected: one endless stream)");
            }
            return count;
        } catch (DataFormatException e) {
            throw new ScreenException("zlib: bad data, " + e.getMessage() + " (expected: a zlib stream)", e);
        }
    }

    private Inflater inflater() {
        if (inflater == null) {
            throw new IllegalStateException("zlib: no piece has begun");
        }
        return inflater;
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
        }
    }
}
