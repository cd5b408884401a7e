package io.deskmeter.agent.remote;

import io.deskmeter.screen.program.TemporaryCertificate;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Answers in place of an RDP server: agrees to a security protocol, and keeps what a client then sends to it. */
public final class FalseRdpServer implements AutoCloseable {
    /** RDP's own security, which shows no certificate. */
    public static final int RDP = 0;

    public static final int TLS = 1;

    private static final String CONFIRM = "030000130ed00000000000020008000%d000000";
    private static final int HEADER = 4;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final int protocol;
    private final SSLContext context;

    /** @param protocol that it agrees to */
    public FalseRdpServer(int protocol, TemporaryCertificate certificate) throws Exception {
        this.protocol = protocol;
        this.context = context(certificate);
        Thread thread = new Thread(this::serve, "false-rdp");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    /**
     * Of each connection that sent something after the negotiation, in TLS where that was agreed upon: how many bytes
     * came first.
     */
    public List<String> sent() {
        return List.copyOf(sent);
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                answer(client);
            } catch (Exception e) {
                // The next client; one that refuses the certificate ends the connection.
            }
        }
    }

    private void answer(Socket client) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        byte[] header = new byte[HEADER];
        in.readFully(header);
        in.readFully(new byte[(((header[2] & 0xFF) << 8) | (header[3] & 0xFF)) - HEADER]);
        client.getOutputStream().write(HexFormat.of().parseHex(CONFIRM.formatted(protocol)));
        if (protocol == RDP) {
            keep(client);
            return;
        }
        try (SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(client, null, true)) {
            secured.setUseClientMode(false);
            secured.startHandshake();
            keep(secured);
        }
    }

    private void keep(Socket client) throws IOException {
        int length = client.getInputStream().read(new byte[4096]);
        if (length > 0) {
            sent.add(length + " bytes");
        }
    }

    private static SSLContext context(TemporaryCertificate made) throws Exception {
        Certificate certificate = CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(made.certificatePem().getBytes(StandardCharsets.US_ASCII)));
        String key = made.keyPem().replaceAll("-----[A-Z ]+-----|\\s", "");
        PrivateKey secret = KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key)));
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("key", secret, new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
