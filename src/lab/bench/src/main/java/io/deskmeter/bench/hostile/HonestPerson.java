package io.deskmeter.bench.hostile;

import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.link.tls.LinkTls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Somebody with a password, who logs in by a new connection each time and logs out again. */
final class HonestPerson {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final String NAME = "anna";
    private static final String PASSWORD = "correct horse battery staple";
    private static final String COOKIE = "set-cookie: ";

    private final InetSocketAddress address;
    private final SSLContext tls;

    private HonestPerson(ControllerProcess.People port) {
        this.address = port.address();
        this.tls = LinkTls.webClient(port.authority());
    }

    /** Adds the person to those that the controller knows. */
    static HonestPerson at(ControllerProcess controller) throws IOException, InterruptedException {
        controller.api().addViewer(NAME, PASSWORD);
        return new HonestPerson(controller.people());
    }

    /** Logs in and out; returns the time from the first packet to the answer that lets in. */
    double logInMillis() throws IOException {
        long start = System.nanoTime();
        try (Socket plain = new Socket()) {
            plain.setSoTimeout(PATIENCE_MILLIS);
            plain.connect(address, PATIENCE_MILLIS);
            SSLSocket socket = (SSLSocket)
                    tls.getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String body = "{\"name\": \"" + NAME + "\", \"password\": \"" + PASSWORD + "\"}";
            send(socket, "login", "Content-Type: application/json\r\n", body);
            String cookies = cookies(in);
            double millis = (System.nanoTime() - start) / 1e6;
            send(socket, "logout", "Connection: close\r\nCookie: " + cookies + "\r\n", "");
            cookies(in);
            return millis;
        }
    }

    private void send(Socket socket, String what, String headers, String body) throws IOException {
        String request = "POST /api/v1/" + what + " HTTP/1.1\r\nHost: " + address.getHostString() + ":"
                + address.getPort() + "\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    /** All of an answer without a body, as browsers send them back. */
    private static String cookies(BufferedReader in) throws IOException {
        String status = in.readLine();
        if (status == null || !status.startsWith("HTTP/1.1 204")) {
            throw new IOException("log-in: " + status + " (expected: 204)");
        }
        List<String> cookies = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(COOKIE)) {
                cookies.add(line.substring(COOKIE.length()).split(";", 2)[0]);
            }
        }
        return String.join("; ", cookies);
    }
}
