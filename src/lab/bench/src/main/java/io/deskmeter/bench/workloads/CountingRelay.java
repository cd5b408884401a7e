package io.deskmeter.bench.workloads;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what a client and the server of a Unix socket say to each other, and counts what the server says. */
final class CountingRelay implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(CountingRelay.class);
    private static final int BUFFER = 64 * 1024;

    private final Path socket;
    private final Path server;
    private final ServerSocketChannel listening;
    private final AtomicLong fromServer = new AtomicLong();

    private CountingRelay(Path socket, Path server, ServerSocketChannel listening) {
        this.socket = socket;
        this.server = server;
        this.listening = listening;
    }

    /**
     * Accepts clients from now on.
     *
     * @param socket where clients connect; there must be no such file
     * @param server the socket that it passes them on to
     */
    static CountingRelay open(Path socket, Path server) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket));
        CountingRelay relay = new CountingRelay(socket, server, listening);
        start(relay::accept);
        return relay;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    Path socket() {
        return socket;
    }

    /** Bytes that the server has sent to all clients. */
    long bytesFromServer() {
        return fromServer.get();
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel client = listening.accept();
                SocketChannel upstream = SocketChannel.open(UnixDomainSocketAddress.of(server));
                start(() -> copy(upstream, client, fromServer));
                start(() -> copy(client, upstream, new AtomicLong()));
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException e) {
                LOG.warn("relay: {} cannot be reached: {}", server, e.toString());
                return;
            }
        }
    }

    private static void copy(SocketChannel from, SocketChannel to, AtomicLong count) {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try (from;
                to) {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                count.addAndGet(buffer.remaining());
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
        } catch (IOException ended) {
            LOG.debug("relay: a connection has ended: {}", ended.toString());
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        Files.deleteIfExists(socket);
    }
}
