package io.deskmeter.controller;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that request the same resource and read 1 KB of the response each second, with small receive buffers. */
final class SlowReaders implements AutoCloseable {
    private static final int BYTES_A_SECOND = 1024;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final List<Client> clients = new ArrayList<>();

    private static final class Client {
        private final Socket socket = new Socket();
        private final AtomicInteger bytes = new AtomicInteger();
        private volatile boolean ended;

        private void read() {
            if (ended) {
                return;
            }
            try {
                InputStream in = socket.getInputStream();
                int some = in.available() == 0 ? 0 : in.read(new byte[Math.min(BYTES_A_SECOND, in.available())]);
                ended = some < 0;
                bytes.addAndGet(Math.max(0, some));
            } catch (IOException e) {
                ended = true;
            }
        }
    }

    SlowReaders(ControllerServer server, String path, int count) throws IOException {
        this(
                server.address(),
                path,
                count,
                "Authorization: Bearer "
                        + TokenSource.of(server.tokenFile(TokenRole.ADMIN)).get());
    }

    /** @param credential header that lets them in */
    SlowReaders(URI address, String path, int count, String credential) throws IOException {
        for (int i = 0; i < count; i++) {
            Client client = new Client();
            client.socket.setReceiveBufferSize(4096);
            client.socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\nAccept: text/csv\r\n"
                    + credential + "\r\n\r\n";
            client.socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            clients.add(client);
        }
        var unused = clock.scheduleAtFixedRate(() -> clients.forEach(Client::read), 0, 1, TimeUnit.SECONDS);
    }

    /** The number of clients that have received data. */
    long begun() {
        return clients.stream().filter(client -> client.bytes.get() > 0).count();
    }

    /** The number of clients that have received at least this number of bytes, but not the end. */
    long reading(int bytes) {
        return clients.stream()
                .filter(client -> client.bytes.get() >= bytes && !client.ended)
                .count();
    }

    /** Disconnects them without a message. */
    @Override
    public void close() throws IOException {
        clock.shutdownNow();
        for (Client client : clients) {
            client.socket.setSoLinger(true, 0);
            client.socket.close();
        }
    }
}
