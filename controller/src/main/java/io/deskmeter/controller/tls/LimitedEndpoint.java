package io.deskmeter.controller.tls;

import io.deskmeter.controller.tls.RequestThreads.OfSender;
import io.deskmeter.controller.tls.RequestThreads.Sender;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.link.peer.UnauthenticatedConnections;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections. Until a request of a connection has been let in, it has one of a limited number of places, and a
 * limited time: Tomcat's own time limit begins anew with each byte.
 */
final class LimitedEndpoint extends NioEndpoint {
    /** Each costs up to 100 KB during a handshake. */
    static final int MOST = 1_024;

    static final int MOST_OF_ADDRESS = 256;

    /**
     * For the handshake and a first request that is let in; a browser that shows the page for logging in connects
     * again.
     */
    static final Duration WITHIN = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(LimitedEndpoint.class);

    private final LongAdder letIn = new LongAdder();
    private final LongAdder turnedAway = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final Map<SocketAddress, SocketChannel> byPeer = new ConcurrentHashMap<>();
    /** Who has logged in, by connection: the latest one, of a proxy that has several. */
    private final Map<SocketChannel, Sender> logins = new ConcurrentHashMap<>();

    private final RequestThreads threads;
    private final UnauthenticatedConnections<SocketChannel> unauthenticated = new UnauthenticatedConnections<>(
            new UnauthenticatedConnections.Limits(
                    MOST, MOST_OF_ADDRESS, "connections without a login", "the port for HTTPS"),
            LimitedEndpoint::end,
            turnedAway::increment);

    LimitedEndpoint(Executor pool) {
        this.threads = new RequestThreads(pool, System::nanoTime);
        setExecutor(threads);
    }

    @Override
    protected SocketProcessorBase<NioChannel> createSocketProcessor(
            SocketWrapperBase<NioChannel> connection, SocketEvent event) {
        return new Request(connection, event);
    }

    /** A task for a connection. The endpoint uses it again for others. */
    private final class Request extends SocketProcessor implements OfSender {
        Request(SocketWrapperBase<NioChannel> connection, SocketEvent event) {
            super(connection, event);
        }

        @Override
        public Sender sender() {
            SocketChannel socket = socketWrapper.getSocket().getIOChannel();
            Sender known = socket == null ? null : logins.get(socket);
            return known != null
                    ? known
                    : new Sender(false, SenderSite.of(Objects.requireNonNullElse(socketWrapper.getRemoteAddr(), "")));
        }

        @Override
        public Runnable ending() {
            SocketChannel socket = socketWrapper.getSocket().getIOChannel();
            return () -> {
                if (socket != null) {
                    endLate(socket);
                }
            };
        }
    }

    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        SocketAddress peer = peer(socket);
        if (peer == null || !admit(socket, peer)) {
            destroySocket(socket);
            return false;
        }
        byPeer.put(peer, socket);
        if (super.setSocketOptions(socket)) {
            return true;
        }
        forget(peer, socket);
        return false;
    }

    private boolean admit(SocketChannel socket, SocketAddress peer) {
        if (unauthenticated.count() >= MOST_OF_ADDRESS) {
            // Those that have ended since the last look have no place.
            forgetClosed();
        }
        return unauthenticated.admit(socket, peer);
    }

    private static @Nullable SocketAddress peer(SocketChannel socket) {
        try {
            return socket.getRemoteAddress();
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * The request of this thread has been let in.
     *
     * @param login who has sent it
     * @return false if too many requests of that one are being answered; then nothing changes
     */
    boolean letIn(SocketAddress peer, String login) {
        Sender sender = new Sender(true, login);
        if (!threads.become(sender)) {
            return false;
        }
        SocketChannel socket = byPeer.get(peer);
        if (socket != null) {
            logins.put(socket, sender);
            if (unauthenticated.leave(socket)) {
                letIn.increment();
            }
        }
        return true;
    }

    /** To be called every second. */
    void endOld() {
        forgetClosed();
        unauthenticated.olderThan(WITHIN).forEach(this::endLate);
    }

    /** To be called several times a second. */
    void endSlowPeers() {
        threads.endSlowPeers();
    }

    /** The body of the request of this thread has come, or it has none. */
    void hasBody() {
        threads.hasBody();
    }

    /** The answer to the request of this thread begins. */
    void answers() {
        threads.answers();
    }

    /** Whether somebody has logged in by the connection of this peer. */
    boolean hasLoggedIn(SocketAddress peer) {
        SocketChannel socket = byPeer.get(peer);
        return socket != null && logins.containsKey(socket);
    }

    private void endLate(SocketChannel socket) {
        if (unauthenticated.leave(socket)) {
            late.increment();
            end(socket);
        }
    }

    private void forgetClosed() {
        byPeer.forEach((peer, socket) -> {
            if (!socket.isOpen()) {
                forget(peer, socket);
                logins.remove(socket);
            }
        });
    }

    private void forget(SocketAddress peer, SocketChannel socket) {
        byPeer.remove(peer, socket);
        if (unauthenticated.leave(socket)) {
            ended.increment();
        }
    }

    /**
     * How connections ended the time in which they had a place, so far.
     *
     * @param letIn a request was let in
     * @param turnedAway there were too many
     * @param late no request was let in within {@link #WITHIN}, or its body did not come, or its answer was not read,
     *     while others waited for its thread
     * @param ended in another way, as when TLS fails or the peer goes
     */
    record Counts(long letIn, long turnedAway, long late, long ended) {}

    Counts counts() {
        return new Counts(letIn.sum(), turnedAway.sum(), late.sum(), ended.sum());
    }

    /**
     * Tomcat sees the end of the stream and closes the connection itself: its buffers may be in use by another thread.
     */
    private static void end(SocketChannel socket) {
        try {
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            LOG.debug("a connection that was to be ended has gone: {}", e.toString());
        }
    }
}
