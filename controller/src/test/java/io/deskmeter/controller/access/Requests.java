package io.deskmeter.controller.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests to one port, with exactly the given headers.
 *
 * @param server scheme, host and port
 */
public record Requests(URI server) {
    /** The answer of a request. */
    public record Answer(int status, String head, String body) {
        public Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }
    }

    public String host() {
        return server.getAuthority();
    }

    /** Sends one and reads the answer to its end. */
    public Answer send(String method, String path, String json, String... headers) throws IOException {
        List<String> lines = lines(method, path, headers);
        if (!json.isEmpty()) {
            lines.add("Content-Type: application/json");
            lines.add("Content-Length: " + json.getBytes(StandardCharsets.UTF_8).length);
        } else if (!method.equals("GET")) {
            lines.add("Content-Length: 0");
        }
        lines.add("Connection: close");
        try (Socket socket = connect()) {
            write(socket, lines, json);
            // A character for each byte: chunks are counted in bytes.
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            int end = answer.indexOf("\r\n\r\n");
            String head = answer.substring(0, end);
            return new Answer(RawHttp.status(answer), head, utf8(unchunked(head, answer.substring(end + 4))));
        }
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String unchunked(String head, String body) {
        if (!head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
            return body;
        }
        StringBuilder all = new StringBuilder();
        int at = 0;
        while (true) {
            int line = body.indexOf("\r\n", at);
            int length = Integer.parseInt(body.substring(at, line), 16);
            if (length == 0) {
                return all.toString();
            }
            all.append(body, line + 2, line + 2 + length);
            at = line + 2 + length + 2;
        }
    }

    /** The status only, also of an answer that has no end. */
    public int status(String method, String path, String... headers) throws IOException {
        try (Socket socket = connect()) {
            List<String> lines = lines(method, path, headers);
            lines.add("Content-Length: 0");
            write(socket, lines, "");
            return RawHttp.status(
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                            .readLine());
        }
    }

    /** Opens a stream; the caller closes the socket. */
    Socket stream(String path, String... headers) throws IOException {
        Socket socket = connect();
        List<String> lines = lines("GET", path, headers);
        lines.add("Connection: close");
        write(socket, lines, "");
        return socket;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        return socket;
    }

    private List<String> lines(String method, String path, String... headers) {
        List<String> lines = new ArrayList<>();
        lines.add(method + " " + path + " HTTP/1.1");
        if (List.of(headers).stream().noneMatch(header -> header.startsWith("Host:"))) {
            lines.add("Host: " + host());
        }
        lines.addAll(List.of(headers));
        return lines;
    }

    private static void write(Socket socket, List<String> lines, String body) throws IOException {
        String request = String.join("\r\n", lines) + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    }

    public static String bearer(String secret) {
        return "Authorization: Bearer " + secret;
    }

    /** The cookie of an answer, as a browser sends it back. */
    public static String cookie(Answer answer) {
        String given = answer.header("Set-Cookie").orElseThrow();
        return "Cookie: " + given.substring(0, given.indexOf(';'));
    }
}
