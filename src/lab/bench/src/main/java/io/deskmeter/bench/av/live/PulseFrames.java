package io.deskmeter.bench.av.live;

import java.nio.ByteBuffer;

/**
 * Finds the frames of PulseAudio's native protocol in a stream of bytes: each has a head of five 32-bit numbers, of
 * which the first is the length of what follows and the second the channel. Not thread-safe.
 */
final class PulseFrames {
    /** The channel of commands. */
    static final int COMMANDS = -1;

    private static final int HEAD = 20;
    /** So much of a frame is kept: enough for the numbers at the beginning of a reply. */
    private static final int KEPT = 256;

    private final Listener listener;
    private final ByteBuffer head = ByteBuffer.allocate(HEAD);
    private ByteBuffer kept = ByteBuffer.allocate(KEPT);
    private int left;

    /** Gets whole frames. */
    interface Listener {
        /**
         * A frame is complete.
         *
         * @param length of its content in bytes
         * @param content its first bytes
         */
        void frame(int channel, int length, ByteBuffer content);
    }

    PulseFrames(Listener listener) {
        this.listener = listener;
    }

    void read(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (head.hasRemaining()) {
                head.put(bytes.get());
                left = head.hasRemaining() ? 0 : head.getInt(0);
            } else {
                int count = Math.min(left, bytes.remaining());
                ByteBuffer part = bytes.slice(bytes.position(), Math.min(count, kept.remaining()));
                kept.put(part);
                bytes.position(bytes.position() + count);
                left -= count;
            }
            if (!head.hasRemaining() && left == 0) {
                listener.frame(head.getInt(4), head.getInt(0), kept.flip());
                head.clear();
                kept = ByteBuffer.allocate(KEPT);
            }
        }
    }
}
