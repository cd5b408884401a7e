package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.testkit.truth.Relay;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Knows when a sound server plays the stream that passes a relay: from the samples on that fill the stream's prebuffer,
 * whose size the server has told in its reply, for as long as more come in time. Thread-safe.
 */
final class StreamTap implements Relay.Tap {
    /** The command that answers another one. */
    private static final int REPLY = 2;
    /** Each number of a command follows its type. */
    private static final int NUMBER = 5;

    private static final byte TYPE = 'L';
    /**
     * In the reply to the creation of a stream: command, tag, channel, index, bytes asked for, longest, target and
     * prebuffer length.
     */
    private static final int PREBUFFER = 7;

    private static final double BYTES_PER_NANO = Pcm.RATE * Pcm.FRAME_BYTES / 1e9;

    private final PulseFrames up = new PulseFrames(this::sent);
    private final PulseFrames down = new PulseFrames(this::answered);
    private final List<Chunk> chunks = new ArrayList<>();
    private final CompletableFuture<Long> startedAt = new CompletableFuture<>();
    private long bytes;
    private long prebuffer = -1;

    /** So many bytes of samples had been passed on at an instant. */
    private record Chunk(long bytes, long passedAt) {}

    @Override
    public synchronized void passed(boolean upwards, ByteBuffer content, long readAt, long passedAt) {
        if (upwards) {
            up.read(content);
            chunks.add(new Chunk(bytes, passedAt));
        } else {
            down.read(content);
        }
        if (prebuffer >= 0) {
            chunks.stream()
                    .filter(chunk -> chunk.bytes >= Math.max(1, prebuffer))
                    .findFirst()
                    .ifPresent(chunk -> startedAt.complete(chunk.passedAt));
        }
    }

    private void sent(int channel, int length, ByteBuffer content) {
        bytes += channel == PulseFrames.COMMANDS ? 0 : length;
    }

    private void answered(int channel, int length, ByteBuffer content) {
        if (channel != PulseFrames.COMMANDS || prebuffer >= 0 || content.limit() < (PREBUFFER + 1) * NUMBER) {
            return;
        }
        for (int i = 0; i <= PREBUFFER; i++) {
            if (content.get(i * NUMBER) != TYPE) {
                return;
            }
        }
        if (content.getInt(1) == REPLY) {
            prebuffer = content.getInt(PREBUFFER * NUMBER + 1) & 0xFFFFFFFFL;
        }
    }

    /**
     * Whether what the server had was played before more came: from then on the sound is later than its beginning
     * tells.
     */
    synchronized boolean ranDry() {
        long start = startedAt.getNow(Long.MAX_VALUE);
        long before = 0;
        for (Chunk chunk : chunks) {
            if (chunk.passedAt > start && chunk.bytes > before && before < (chunk.passedAt - start) * BYTES_PER_NANO) {
                return true;
            }
            before = chunk.bytes;
        }
        return false;
    }

    /** When the server had what it needs to begin, in monotonic nanoseconds. */
    CompletableFuture<Long> startedAt() {
        return startedAt;
    }
}
