package io.deskmeter.bench.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP proxy that breaks on request: bytes pass in both directions until {@link #cut}, which ends every connection
 * immediately, also within a message. New connections are accepted, unless the proxy is {@link #down}. It can hold one
 * direction ({@link #hold}), as a network that loses all packets that way: both ends keep their connection, and the
 * bytes arrive when it ends. It can be slow ({@link #limit}). Thread-safe.
 */
public final class BreakableProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BreakableProxy.class);
    private static final int BUFFER = 1 << 14;
    private static final long LOOK_NANOS = 2_000_000;

    /** The way that bytes go. */
    public enum Direction {
        TO_TARGET,
        FROM_TARGET
    }

    private final ServerSocket listening;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final Set<Direction> held = ConcurrentHashMap.newKeySet();
    private volatile boolean down;
    private volatile int bytesPerSecond;

    private BreakableProxy(ServerSocket listening, InetSocketAddress target) {
        this.listening = listening;
        this.target = target;
    }

    /** Listens on a free port of this machine. */
    public static BreakableProxy to(InetSocketAddress target) throws IOException {
        BreakableProxy line = new BreakableProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
        start("line", line::accept);
        return line;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Ends all connections now. */
    public void cut() {
        cuts.incrementAndGet();
        sockets.forEach(this::end);
    }

    /** While it is down, new connections are closed. */
    public void down(boolean now) {
        down = now;
        if (now) {
            cut();
        }
    }

    /** Holds all bytes of a direction, or lets them pass again. Nothing is lost, and no end learns of it. */
    public void hold(Direction direction, boolean now) {
        if (now) {
            held.add(direction);
        } else {
            held.remove(direction);
        }
    }

    /**
     * Limits each connection and direction.
     *
     * @param bytesPerSecond 0 for no limit
     */
    public void limit(int bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** How often it was cut. */
    public int cuts() {
        return cuts.get();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.warn("line to {}: {}", target, e.toString());
                }
            }
        }
    }

    private void connect(Socket near) throws IOException {
        Socket far = new Socket();
        sockets.add(near);
        sockets.add(far);
        try {
            if (down) {
                throw new IOException("down");
            }
            far.connect(target);
        } catch (IOException e) {
            // Like a broken network: the connection has no peer.
            end(near);
            end(far);
            return;
        }
        start("line-up", () -> forward(near, far, Direction.TO_TARGET));
        start("line-back", () -> forward(far, near, Direction.FROM_TARGET));
        if (down) {
            end(near);
            end(far);
        }
    }

    private void forward(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n > 0;
                    n = from.getInputStream().read(buffer)) {
                write(buffer, n, to, direction);
            }
        } catch (IOException e) {
            LOG.debug("line to {}: {}", target, e.toString());
        } finally {
            end(from);
            end(to);
        }
    }

    /** In parts of 50 ms where a limit holds, so that a changed limit counts soon. */
    private void write(byte[] bytes, int length, Socket to, Direction direction) throws IOException {
        int written = 0;
        while (written < length) {
            while (held.contains(direction) && sockets.contains(to)) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            int limit = bytesPerSecond;
            int part = limit == 0 ? length - written : Math.min(length - written, Math.max(1, limit / 20));
            to.getOutputStream().write(bytes, written, part);
            written += part;
            if (limit > 0) {
                LockSupport.parkNanos(part * 1_000_000_000L / limit);
            }
        }
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            LOG.warn("line to {}: {}", target, e.toString());
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        sockets.forEach(this::end);
    }
}
