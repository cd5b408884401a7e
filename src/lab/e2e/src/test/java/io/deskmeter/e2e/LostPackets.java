package io.deskmeter.e2e;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loses packets of sound at random, as a transport does that sends nothing again: what is lost is silent. Nothing is
 * lost in the first second of sound, and after seventeen. Not thread-safe; {@link #lostMillis} may be called by any
 * thread.
 */
final class LostPackets {
    private static final int FRAME = 4;
    private static final int BYTES_PER_MILLI = 192;
    private static final int PACKET_MILLIS = 20;
    private static final int PACKET = PACKET_MILLIS * BYTES_PER_MILLI;
    private static final long FROM = 1_000L * BYTES_PER_MILLI;
    private static final long TO = 17_000L * BYTES_PER_MILLI;

    private final double share;
    private final Random random;
    /** Bytes before the first sound. */
    private long silent;
    /** Bytes since the first sound; negative before it. */
    private long passed = -1;

    private long packet = -1;
    private boolean loses;
    private final AtomicInteger lost = new AtomicInteger();

    /**
     * Decides by chance, the same with each start.
     *
     * @param share of packets that are lost, 0 to 1
     */
    LostPackets(double share) {
        this.share = share;
        this.random = new Random(1);
    }

    /** Makes silent what is lost. Stereo sound of 48 kHz and 16 bits. */
    void pass(byte[] bytes, int count) {
        for (int i = 0; i < count; ) {
            if (passed < 0 && bytes[i] == 0) {
                silent++;
                i++;
                continue;
            }
            if (passed < 0) {
                passed = silent % FRAME;
            }
            if (passed / PACKET != packet) {
                packet = passed / PACKET;
                loses = random.nextDouble() < share && passed >= FROM && passed < TO;
                lost.addAndGet(loses ? 1 : 0);
            }
            int end = (int) Math.min(count, i + PACKET - passed % PACKET);
            if (loses) {
                Arrays.fill(bytes, i, end, (byte) 0);
            }
            passed += end - i;
            i = end;
        }
    }

    int lostMillis() {
        return lost.get() * PACKET_MILLIS;
    }
}
