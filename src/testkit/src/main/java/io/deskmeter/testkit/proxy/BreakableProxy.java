package io.deskmeter.testkit.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP proxy that breaks on request: bytes pass in both directions until {@link #cut}, which ends every connection immediately, also within a
 * message. New connections are accepted, unless the proxy is {@link #down}. Thread-safe.
 */
public final class BreakableProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BreakableProxy.class);
    private static final int BUFFER = 1 << 14;

    private final ServerSocket listening;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile boolean down;

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

    /** Changes the target of new connections. */
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
        start("line-up", () -> forward(near, far));
        start("line-back", () -> forward(far, near));
        if (down) {
            end(near);
            end(far);
        }
    }

    private void forward(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n > 0;
                    n = from.getInputStream().read(buffer)) {
                to.getOutputStream().write(buffer, 0, n);
            }
        } catch (IOException e) {
            LOG.debug("line to {}: {}", target, e.toString());
        } finally {
            end(from);
            end(to);
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
