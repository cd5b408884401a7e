package io.deskmeter.bench.hostile;

import io.deskmeter.bench.hostile.StrangerKind.Port;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;

/** Connects to the two ports, from many addresses of this machine: there are limits for each. Thread-safe. */
final class StrangerLines {
    /** From how many addresses: each has fewer connections at a time than one may have. */
    static final int ADDRESSES = 200;

    private static final int CONNECT_MILLIS = 20_000;
    private static final int HELLO_BYTES = 20_000;

    private final InetSocketAddress link;
    private final InetSocketAddress https;
    private final SSLContext tls;

    StrangerLines(InetSocketAddress link, InetSocketAddress https, Fingerprint authority) {
        this.link = link;
        this.https = https;
        this.tls = LinkTls.webClient(authority);
    }

    private InetSocketAddress address(Port port) {
        return port == Port.LINK ? link : https;
    }

    /** As requests name it. */
    String host() {
        return https.getHostString() + ":" + https.getPort();
    }

    /** The first bytes that a true client of TLS sends. */
    byte[] hello() throws IOException {
        SSLEngine engine = tls.createSSLEngine("localhost", https.getPort());
        engine.setUseClientMode(true);
        ByteBuffer bytes = ByteBuffer.allocate(HELLO_BYTES);
        engine.wrap(ByteBuffer.allocate(0), bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** Plain TCP, from the address of this number. */
    Socket connect(Port port, long number) throws IOException {
        Socket socket = new Socket();
        try {
            byte[] from = {127, 0, 1, (byte) (1 + number % ADDRESSES)};
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
            socket.setTcpNoDelay(true);
            socket.connect(address(port), CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** TLS over a connection, with a whole handshake. */
    Socket handshaken(Port port, Socket plain) throws IOException {
        plain.setSoTimeout(CONNECT_MILLIS);
        SSLSocket socket = (SSLSocket) tls.getSocketFactory()
                .createSocket(plain, "127.0.0.1", address(port).getPort(), true);
        socket.startHandshake();
        return socket;
    }
}
