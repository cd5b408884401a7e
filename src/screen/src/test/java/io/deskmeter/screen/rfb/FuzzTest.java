package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.server.IgnoredNews;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hostile server: {@code -Dfuzz.streams} (100,000 by default) damaged streams, the same for equal
 * {@code -Dfuzz.seed}. Each ends, and fails only with a {@link ScreenException}; allocates no more than its length and
 * the limits allow; and releases its resources.
 */
@Tag("slow")
class FuzzTest {
    private static final Logger LOG = LoggerFactory.getLogger(FuzzTest.class);
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);
    private static final int STREAMS = Integer.getInteger("fuzz.streams", 100_000);
    private static final RfbLimits SMALL = new RfbLimits(64, 64 * 64, 256, 1024);
    private static final RfbSettings SETTINGS = RfbSettings.defaults().withLimits(SMALL);

    /** Decoders, their buffers and tables; the ciphers of a handshake; exceptions. */
    private static final long PER_SESSION = 512 << 10;

    /** Chunks, the inbox, and small objects for messages of a few bytes each. */
    private static final long PER_BYTE = 128;

    /** A pixel and its bit of coverage. */
    private static final long PER_PIXEL = 5;

    /** The number of bytes that can resize a desktop: the header of a rectangle. */
    private static final int RESIZE_BYTES = 12;

    private static final long MAX_GROWTH = 4 << 20;

    private final ByteBuf sent = Unpooled.buffer(1 << 16);
    private int ready;
    private long frames;

    /** What a stream of this length may allocate at most. */
    private static long bound(int length) {
        int desktops = 1 + length / RESIZE_BYTES;
        return PER_SESSION + PER_BYTE * length + (long) desktops * PER_PIXEL * SMALL.maxPixels();
    }

    @Test
    void soundStreamsAreUnderstood() {
        List<SoundStreams.Stream> sound = SoundStreams.make(60, new Random(SEED));
        for (int i = 0; i < 60; i++) {
            frames = 0;
            assertThat(refused(sound.get(i).bytes(), 1 + i, protocol -> {})).isNull();
            assertThat(frames).as("frames of stream %d", i).isPositive();
        }
        assertThat(ready).isEqualTo(60);
        for (SoundStreams.Stream refusal : sound.subList(60, sound.size())) {
            assertThat(refused(refusal.bytes(), 5, protocol -> {})).containsAnyOf("too many!", "bad", "answers 0");
        }
    }

    @Test
    void damagedStreamsNeverHangLeakOrExceedTheirMemoryLimit() {
        List<SoundStreams.Stream> sound = SoundStreams.make(400, new Random(SEED));
        Mutator mutator = new Mutator(SEED);
        Tally tally = new Tally();
        // One-time work of Java, such as finding ciphers, does not count for a single stream.
        sound.forEach(s -> refused(s.bytes(), s.bytes().length, protocol -> {}));
        long begun = System.nanoTime();
        assertTimeoutPreemptively(
                Duration.ofMinutes(4),
                () -> {
                    for (int round = 0; round < STREAMS; round++) {
                        byte[] damaged = mutator.mutate(
                                sound.get(round % sound.size()).bytes(),
                                sound.get(mutator.next(sound.size())).bytes());
                        one(round, damaged, mutator.chunk(damaged.length), tally);
                    }
                },
                () -> "hangs in round " + tally.round + ", seed " + SEED);
        // The JDK's JPEG reader releases memory on its cleaner thread, which takes a moment.
        await().atMost(Duration.ofSeconds(20)).until(() -> heap() - tally.heapBefore < MAX_GROWTH);
        long heapAfter = heap();
        LOG.info(
                "{} streams, seed {}: {} ms, {} refused, {} sessions, {} frames, at most {} KiB allocated by one ({} of"
                        + " its bound), slowest {} ms, heap {} KiB then {} KiB, {} inflaters seen closed",
                STREAMS,
                SEED,
                (System.nanoTime() - begun) / 1_000_000,
                tally.refused,
                ready,
                frames,
                tally.mostAllocated >> 10,
                String.format("%.2f", tally.mostOfBound),
                tally.slowestNanos / 1_000_000,
                tally.heapBefore >> 10,
                heapAfter >> 10,
                tally.inflaters);
        assertThat(tally.refused).isGreaterThan(STREAMS / 3);
        assertThat(ready).as("sessions that came through the handshake").isGreaterThan(STREAMS / 4);
        assertThat(tally.inflaters).as("inflaters that were looked at").isPositive();
    }

    private static final class Tally {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private volatile int round;
        private int refused;
        private long mostAllocated;
        private double mostOfBound;
        private long slowestNanos;
        private long heapBefore;
        private int inflaters;
    }

    private void one(int round, byte[] damaged, int chunk, Tally tally) {
        tally.round = round;
        if (round == STREAMS / 10) {
            tally.heapBefore = heap();
        }
        boolean look = round % 50 == 0;
        long begun = System.nanoTime();
        long before = tally.threads.getCurrentThreadAllocatedBytes();
        @Nullable String refusal;
        try {
            refusal = refused(damaged, chunk, look ? c -> tally.inflaters += closedInflaters(c) : c -> {});
        } catch (RuntimeException | Error e) {
            throw new AssertionError("round " + round + ", seed " + SEED, e);
        }
        long allocated = tally.threads.getCurrentThreadAllocatedBytes() - before;
        if (refusal != null) {
            tally.refused++;
            assertThat(refusal).contains("(expected: ");
        }
        if (!look) {
            assertThat(allocated)
                    .as("bytes allocated in round %d, seed %d, for %d bytes", round, SEED, damaged.length)
                    .isLessThan(bound(damaged.length));
            tally.mostAllocated = Math.max(tally.mostAllocated, allocated);
            tally.mostOfBound = Math.max(tally.mostOfBound, (double) allocated / bound(damaged.length));
            tally.slowestNanos = Math.max(tally.slowestNanos, System.nanoTime() - begun);
        }
    }

    /**
     * Plays a stream to the client; TLS is established as soon as it is requested.
     *
     * @param closed inspects the protocol after its end
     * @return why it was refused, null if it was not
     */
    private @Nullable String refused(byte[] stream, int chunk, Consumer<RfbProtocol> closed) {
        RfbProtocol protocol = new RfbProtocol(
                SoundStreams.login(), SETTINGS, this::write, (certified, secured) -> secured.run(), new Heard(), 0);
        try {
            for (int i = 0; i < stream.length; i += chunk) {
                protocol.feed(Arrays.copyOfRange(stream, i, Math.min(stream.length, i + chunk)), i);
            }
            return null;
        } catch (ScreenException e) {
            return String.valueOf(e.getMessage());
        } finally {
            protocol.close();
            closed.accept(protocol);
        }
    }

    private void write(ClientMessage message) {
        sent.clear();
        message.write(sent);
    }

    private final class Heard extends IgnoredNews implements RfbProtocol.Events {
        @Override
        public void onReady(String desktopName) {
            ready++;
        }

        @Override
        public void onFrame(FrameUpdate update) {
            frames++;
        }

        @Override
        public void onClipped(long rectangles) {}
    }

    /** Fails if one is open; returns how many there are. */
    private static int closedInflaters(RfbProtocol protocol) {
        List<Inflater> inflaters = Reachable.from(protocol, Inflater.class);
        for (Inflater inflater : inflaters) {
            try {
                inflater.getTotalIn();
            } catch (NullPointerException closed) { // the only sign of it
                continue;
            }
            throw new AssertionError("an inflater is open after its connection was closed");
        }
        return inflaters.size();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
