package io.deskmeter.testkit.truth;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy between clients and their server that delays bytes in both directions like a network, and records when each
 * byte of the first connection reached the client's machine: a picture is visible when it arrives, not when it is sent.
 *
 * <p>Thread-safe.
 */
public final class Relay implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
    /** The end of the list. */
    private static final ByteBuffer END = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private static final int CHUNK = 1 << 16;
    private static final int MAX_CHUNKS = 1024;
    private static final long SPIN_NANOS = 100_000;
    /** The shortest time after which TCP on Linux resends unacknowledged data (TCP_RTO_MIN). */
    private static final long RESEND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ServerSocketChannel listening;
    private final SocketAddress server;
    private final Shape shape;
    private final Tap tap;
    /** Indexed by the number of bytes that the first client had received. */
    private final TreeMap<Long, Arrival> arrivals = new TreeMap<>();

    private volatile boolean closed;
    /** Nothing is passed to clients before. */
    private volatile long heldUntil = System.nanoTime();

    /**
     * The behaviour of a network in one direction.
     *
     * @param delayNanos of all bytes
     * @param jitterNanos the largest additional delay, drawn for each chunk; the order is kept, as with TCP
     * @param stalls the share of chunks, 0 to 1, that are delayed by a TCP retransmission
     */
    public record Shape(long delayNanos, long jitterNanos, double stalls) {
        /** Does not delay, only records. */
        public static Shape none() {
            return new Shape(0, 0, 0);
        }
    }

    /** The instants between which bytes were written to the client. Monotonic nanoseconds. */
    public record Arrival(long from, long by) {}

    /** Is told of what has been passed on. Called by one thread for each direction. */
    public interface Tap {
        /** Is told nothing. */
        Tap NONE = (up, bytes, readAt, passedAt) -> {};

        /**
         * Bytes have been passed on.
         *
         * @param up to the server; otherwise to the client
         * @param bytes to be read during the call only
         * @param readAt monotonic nanoseconds at which the last of them had come
         * @param passedAt monotonic nanoseconds at which the last of them had been written
         */
        void passed(boolean up, ByteBuffer bytes, long readAt, long passedAt);
    }

    private record Held(ByteBuffer bytes, long readAt, long dueAt) {
        boolean isEnd() {
            return bytes.capacity() == 0;
        }
    }

    private Relay(ServerSocketChannel listening, SocketAddress server, Shape shape, Tap tap) {
        this.listening = listening;
        this.server = server;
        this.shape = shape;
        this.tap = tap;
        start("relay", this::serve);
    }

    /** Listens on a Unix socket for clients, and connects to the server for each of them. */
    public static Relay start(Path socket, SocketAddress server, Shape shape) throws IOException {
        return start(socket, server, shape, Tap.NONE);
    }

    /** The same, with somebody who is told of all bytes. */
    public static Relay start(Path socket, SocketAddress server, Shape shape, Tap tap) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return new Relay(listening.bind(UnixDomainSocketAddress.of(socket)), server, shape, tap);
    }

    /** Listens on a free port of the loopback address; see {@link #port}. */
    public static Relay startOnPort(SocketAddress server, Shape shape) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        return new Relay(
                listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), server, shape, Tap.NONE);
    }

    /** Where it listens, if it was started on a port. */
    public int port() throws IOException {
        return ((InetSocketAddress) listening.getLocalAddress()).getPort();
    }

    /** Passes nothing to clients for so long; then all of it, at once. */
    public void stall(Duration time) {
        heldUntil = System.nanoTime() + time.toNanos();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a relay that is late would be taken for a slow network
    private Thread start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        if (!closed && !(e instanceof ClosedChannelException)) {
                            LOG.warn("relay: {}", e.toString());
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        return thread;
    }

    private void serve() throws IOException {
        boolean first = true;
        while (true) {
            SocketChannel client = listening.accept();
            boolean noted = first;
            start("relay-connection", () -> serve(client, noted));
            first = false;
        }
    }

    private void serve(SocketChannel accepted, boolean noted) throws IOException, InterruptedException {
        try (SocketChannel client = accepted;
                SocketChannel behind = SocketChannel.open(server)) {
            sendAtOnce(client);
            sendAtOnce(behind);
            Thread up = pump("relay-up", client, behind, new Random(1), true, false);
            Thread down = pump("relay-down", behind, client, new Random(2), false, noted);
            up.join();
            down.join();
        }
    }

    /** TCP would keep small parts back until what was sent before is acknowledged. */
    private static void sendAtOnce(SocketChannel channel) throws IOException {
        if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /**
     * One direction: one thread reads and timestamps, another writes after the delay. Ends both connections when one
     * ends.
     */
    private Thread pump(String name, SocketChannel from, SocketChannel to, Random random, boolean isUp, boolean noted) {
        BlockingQueue<Held> held = new LinkedBlockingQueue<>(MAX_CHUNKS);
        Thread reader = start(name + "-read", () -> {
            long last = Long.MIN_VALUE;
            ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
            try {
                while (from.read(bytes) >= 0) {
                    long readAt = System.nanoTime();
                    long due = readAt + shape.delayNanos + (long) (random.nextDouble() * shape.jitterNanos);
                    due += random.nextDouble() < shape.stalls ? RESEND_NANOS : 0;
                    last = Math.max(last, due);
                    held.put(new Held(bytes.flip(), readAt, last));
                    bytes = ByteBuffer.allocate(CHUNK);
                }
            } finally {
                held.put(new Held(END, last, last));
            }
        });
        start(name + "-write", () -> {
            long sent = 0;
            for (Held next = held.take(); !next.isEnd(); next = held.take()) {
                await(next.dueAt);
                while (!isUp && heldUntil - System.nanoTime() > 0) {
                    await(heldUntil);
                }
                sent += next.bytes.remaining();
                write(next.bytes, to, noted ? sent : 0);
                tap.passed(isUp, next.bytes.flip(), next.readAt, System.nanoTime());
            }
            to.close();
        });
        return reader;
    }

    private void write(ByteBuffer bytes, SocketChannel to, long note) throws IOException {
        long from = System.nanoTime();
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
        if (note > 0) {
            synchronized (arrivals) {
                arrivals.put(note, new Arrival(from, System.nanoTime()));
                arrivals.notifyAll();
            }
        }
    }

    private static void await(long instant) {
        for (long left = instant - System.nanoTime(); left > SPIN_NANOS; left = instant - System.nanoTime()) {
            LockSupport.parkNanos(left - SPIN_NANOS);
        }
        while (instant - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    /**
     * When this number of bytes had reached the first client; waits for them.
     *
     * @throws IOException if they do not arrive within ten seconds
     */
    public Arrival arrival(long bytes) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        synchronized (arrivals) {
            Map.Entry<Long, Arrival> found = arrivals.ceilingEntry(bytes);
            while (found == null) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new IOException("relay: " + bytes + " bytes have not arrived (expected: within 10 s)");
                }
                arrivals.wait(left);
                found = arrivals.ceilingEntry(bytes);
            }
            return found.getValue();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listening.close();
    }
}
