package io.deskmeter.screen.rfb.wire;

import io.deskmeter.text.PeerText;
import java.util.Arrays;

/**
 * Bytes that have arrived and are not yet decoded. Readers call {@link #has} before they read; a reader that must wait
 * leaves its bytes in the buffer, or keeps its own state. Grows only with bytes that have arrived, in amortised linear
 * time.
 *
 * <p>Not thread-safe: owned by the session's executor.
 */
public final class ReceiveBuffer {
    private static final byte[] NOTHING = new byte[0];

    private byte[] data = NOTHING;
    private int position;
    private int end;
    private int missing;
    private long consumed;

    /** Takes over the array if all earlier bytes have been read (the usual case), else appends a copy. */
    public void append(byte[] chunk) {
        missing = 0;
        int left = readable();
        if (left == 0) {
            data = chunk;
            position = 0;
            end = chunk.length;
            return;
        }
        int needed = Math.addExact(left, chunk.length);
        if (end + chunk.length > data.length) {
            byte[] target =
                    needed <= data.length ? data : new byte[(int) Math.max(needed, Math.min(2L * left, 1 << 30))];
            System.arraycopy(data, position, target, 0, left);
            data = target;
            position = 0;
            end = left;
        }
        System.arraycopy(chunk, 0, data, end, chunk.length);
        end += chunk.length;
    }

    /** Releases bytes that have been read; between updates a session keeps none. */
    public void trim() {
        if (readable() == 0) {
            data = NOTHING;
            position = 0;
            end = 0;
        }
    }

    /** The number of bytes that have been read so far. */
    public long consumed() {
        return consumed;
    }

    public int readable() {
        return end - position;
    }

    public boolean has(long count) {
        long more = count - readable();
        if (more > 0) {
            missing = (int) Math.min(more, Integer.MAX_VALUE);
        }
        return more <= 0;
    }

    /** How many bytes more a reader has asked for last, since the last ones came; 0 if it has got all. */
    public int missing() {
        return missing;
    }

    /** The byte at this distance from the position, without reading it. */
    public int peek(int ahead) {
        return data[check(ahead + 1) + ahead] & 0xFF;
    }

    public int u8() {
        int at = advance(1);
        return data[at] & 0xFF;
    }

    public int u16() {
        int at = advance(2);
        return (data[at] & 0xFF) << 8 | (data[at + 1] & 0xFF);
    }

    public int s32() {
        int at = advance(4);
        return (data[at] & 0xFF) << 24
                | (data[at + 1] & 0xFF) << 16
                | (data[at + 2] & 0xFF) << 8
                | (data[at + 3] & 0xFF);
    }

    public long u32() {
        return s32() & 0xFFFFFFFFL;
    }

    /** A pixel, as 0xRRGGBB. */
    public int pixel(PixelLayout layout) {
        return layout.pixel(data, advance(layout.bytes()));
    }

    /** Many pixels at once, into an array. */
    public void pixels(PixelLayout layout, int[] target, int from, int count) {
        int at = advance(Math.multiplyExact(count, layout.bytes()));
        layout.pixels(data, at, target, from, count);
    }

    public byte[] bytes(int count) {
        int at = advance(count);
        return Arrays.copyOfRange(data, at, at + count);
    }

    /** Text in UTF-8, made printable as one line. */
    public String text(int bytes) {
        int at = advance(bytes);
        return PeerText.line(data, at, bytes);
    }

    public void skip(int count) {
        advance(count);
    }

    /** The live array; the readable bytes start at {@link #position()}. */
    public byte[] array() {
        return data;
    }

    public int position() {
        return position;
    }

    private int advance(int count) {
        int at = check(count);
        position += count;
        consumed += count;
        return at;
    }

    private int check(int count) {
        if (count < 0 || count > readable()) {
            throw new IllegalStateException("read of " + count + " bytes (expected: 0 to " + readable() + ")");
        }
        return position;
    }
}
