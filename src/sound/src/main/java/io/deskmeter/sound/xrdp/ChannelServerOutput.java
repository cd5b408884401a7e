package io.deskmeter.sound.xrdp;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes sound to the channel server of an xrdp session. Digital silence of a second is not sent: it says that nothing
 * is played, as the end of a stream does. Shorter silences and gaps are, so that what follows keeps its distance.
 * Connects with the first sound, and again after the client has reconnected. Thread-safe.
 */
public final class ChannelServerOutput implements SoundListener, AutoCloseable {
    /** What the channel server expects. */
    public static final SoundFormat FORMAT = new SoundFormat(44_100, 2);

    private static final Logger LOG = LoggerFactory.getLogger(ChannelServerOutput.class);
    private static final int DATA = 0;
    private static final int END_OF_SOUND = 1;
    private static final int HEADER_BYTES = 8;
    private static final int FRAME_BYTES = 4;
    private static final int SILENT_AFTER_FRAMES = 44_100;
    private static final long AGAIN_AFTER_NANOS = Duration.ofSeconds(1).toNanos();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final Path socket;
    private final LongSupplier nanoTime;
    private @Nullable SocketChannel channel;
    /** The rest of a message that the channel server has taken a part of. */
    private ByteBuffer rest = NOTHING;

    private boolean sounding;
    private long end;
    private int silentFrames;
    private long leftOut;
    private boolean failed;
    private long failedAt;
    private boolean closed;

    /**
     * @param socket of the session's channel server
     * @param nanoTime monotonic nanoseconds
     */
    public ChannelServerOutput(Path socket, LongSupplier nanoTime) {
        this.socket = socket;
        this.nanoTime = nanoTime;
    }

    /** The next block, of {@link #FORMAT}. */
    @Override
    public synchronized void onBlock(SoundBlock block) {
        if (!block.format().equals(FORMAT)) {
            throw new IllegalArgumentException("sound for xrdp: " + block.format() + " (expected: " + FORMAT + ")");
        }
        long gap = sounding ? block.position() - end : 0;
        boolean silent = isSilent(block);
        silentFrames = silent ? (int) Math.min(SILENT_AFTER_FRAMES, silentFrames + gap + block.frames()) : 0;
        end = block.end();
        if (gap >= SILENT_AFTER_FRAMES || silentFrames >= SILENT_AFTER_FRAMES) {
            endSound();
        } else if (sounding && gap > 0) {
            send(DATA, ByteBuffer.allocate((int) gap * FRAME_BYTES));
        }
        if (sounding || !silent) {
            sounding = true;
            send(DATA, samples(block));
        }
    }

    private void endSound() {
        if (sounding) {
            sounding = false;
            send(END_OF_SOUND, NOTHING.duplicate());
        }
    }

    private static boolean isSilent(SoundBlock block) {
        for (int frame = 0; frame < block.frames(); frame++) {
            if (block.sample(frame, 0) != 0 || block.sample(frame, 1) != 0) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer samples(SoundBlock block) {
        ByteBuffer bytes = ByteBuffer.allocate(block.frames() * FRAME_BYTES).order(ByteOrder.nativeOrder());
        for (int frame = 0; frame < block.frames(); frame++) {
            bytes.putShort(block.sample(frame, 0)).putShort(block.sample(frame, 1));
        }
        return bytes.flip();
    }

    /** Code and length, in the machine's byte order, then the samples. */
    private void send(int code, ByteBuffer payload) {
        ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + payload.remaining())
                .order(ByteOrder.nativeOrder())
                .putInt(code)
                .putInt(HEADER_BYTES + payload.remaining())
                .put(payload)
                .flip();
        int frames = (message.remaining() - HEADER_BYTES) / FRAME_BYTES;
        try {
            SocketChannel open = connected();
            if (open == null || !hasTakenRest(open)) {
                leftOut += frames;
                return;
            }
            open.write(message);
            rest = message;
        } catch (IOException e) {
            leftOut += frames;
            fail(e);
        }
    }

    private @Nullable SocketChannel connected() throws IOException {
        SocketChannel open = channel;
        boolean early = failed && nanoTime.getAsLong() - failedAt < AGAIN_AFTER_NANOS;
        if (open != null || closed || early) {
            return open;
        }
        open = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel = open;
        rest = NOTHING;
        open.configureBlocking(false);
        if (!open.connect(UnixDomainSocketAddress.of(socket))) {
            throw new IOException("others are connecting");
        }
        failed = false;
        LOG.info("sound is passed on to {}", socket);
        return open;
    }

    private boolean hasTakenRest(SocketChannel open) throws IOException {
        if (rest.hasRemaining()) {
            open.write(rest);
        }
        return !rest.hasRemaining();
    }

    private void fail(IOException cause) {
        if (!failed && !closed) {
            LOG.warn(
                    "sound cannot be passed on to {}: {} (expected: the channel server of xrdp, as long as the client is connected); tried again",
                    socket,
                    cause.toString());
        }
        failed = true;
        failedAt = nanoTime.getAsLong();
        disconnect();
    }

    private void disconnect() {
        SocketChannel open = channel;
        channel = null;
        rest = NOTHING;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.warn("{}: {}", socket, e.toString());
            }
        }
    }

    /** Sample frames that were not taken in time, or could not be sent. */
    public synchronized long leftOut() {
        return leftOut;
    }

    @Override
    public synchronized void onLost(SoundException cause) {
        LOG.warn("no sound is passed on to {} any more: {}", socket, cause.getMessage());
        close();
    }

    /** Sends nothing any more. Idempotent. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            endSound();
            disconnect();
            if (leftOut > 0) {
                LOG.warn("{} sample frames were not passed on to {}", leftOut, socket);
            }
        }
    }
}
