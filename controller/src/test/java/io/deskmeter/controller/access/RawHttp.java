package io.deskmeter.controller.access;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests with exactly the given headers: the JDK's client sets Host itself. */
final class RawHttp {
    private RawHttp() {}

    /**
     * One request without a body.
     *
     * @param lines the request line and headers; {@code Connection: close} is added
     * @return the unchanged response
     */
    static String exchange(URI server, List<String> lines) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The status of a response. */
    static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }
}
