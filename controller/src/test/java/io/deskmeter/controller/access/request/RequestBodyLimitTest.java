package io.deskmeter.controller.access.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** No body of a request is read beyond its limit. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestBodyLimitTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)\r\n");
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int LIMIT = 1 << 20;
    private static final int ACCOUNTS_LIMIT = 4 << 20;
    /** Of a file that goes to the disk as it comes, and not into memory. */
    private static final long RUN_FILE_LIMIT = 4L << 30;

    private static final String RUN_FILE = "/api/v1/runs/import";

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        server = ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** An operation of the REST interface. */
    private record Operation(String method, String path, String type, boolean hasBody) {
        long limit() {
            if (path.equals(RUN_FILE)) {
                return RUN_FILE_LIMIT;
            }
            return path.startsWith("/api/v1/accounts/") ? ACCOUNTS_LIMIT : LIMIT;
        }
    }

    private List<Operation> operations() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/openapi"))
                .build();
        JsonNode document = JSON.readTree(
                Clients.of(() -> server).send(request, BodyHandlers.ofString()).body());
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                JsonNode content = method.getValue().at("/requestBody/content");
                List<String> types = new ArrayList<>(content.propertyNames());
                boolean hasBody = !types.isEmpty();
                for (String type : hasBody ? types : List.of("text/plain")) {
                    operations.add(new Operation(
                            method.getKey().toUpperCase(Locale.ROOT),
                            path.getKey().replaceAll("\\{[^}]*}", "x"),
                            type,
                            hasBody));
                }
            }
        }
        return operations;
    }

    /** Also of operations that take no body: nobody must read one in order to drop it. */
    @Test
    void everyOperationRefusesABodyBeyondItsLimit() throws Exception {
        List<Operation> operations = operations();
        assertThat(operations.stream().filter(Operation::hasBody).map(Operation::path))
                .contains(
                        "/api/v1/validations",
                        "/api/v1/runs",
                        "/api/v1/checks",
                        "/api/v1/accounts/x",
                        "/api/v1/run-profiles/x",
                        "/api/v1/retention",
                        "/api/v1/retention/preview");
        for (Operation operation : operations) {
            refused(operation, announced(operation));
            if (operation.path().equals(RUN_FILE)) {
                assertThat(chunked(operation, 1))
                        .as("%s", operation)
                        .startsWith("HTTP/1.1 411 ")
                        .contains("Content-Length: none (expected: ");
            } else {
                refused(operation, chunked(operation, operation.limit()));
            }
        }
    }

    private static void refused(Operation operation, String answer) {
        assertThat(answer).as("%s", operation).startsWith("HTTP/1.1 413 ");
        assertThat(answer.toLowerCase(Locale.ROOT))
                .as("%s", operation)
                .contains("content-type: application/problem+json");
        if (!operation.method().equals("HEAD")) {
            assertThat(answer)
                    .as("%s", operation)
                    .contains("\"status\":413", "body: ", "(expected: at most " + operation.limit() + " bytes");
        }
    }

    /** Its length is known before its first byte, which never comes. */
    private String announced(Operation operation) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream()
                    .write(head(operation, "Content-Length: " + Math.max(900_000_000, operation.limit() + 1)));
            return answer(socket);
        }
    }

    /** Its length is known only when the limit is passed; it does not end. */
    private String chunked(Operation operation, long limit) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head(operation, "Transfer-Encoding: chunked"));
            byte[] block = ("10000\r\n" + "#".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            for (long sent = 0; sent <= limit; sent += 0x10000) {
                out.write(block);
            }
            return answer(socket);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(server.address().getHost(), server.address().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private byte[] head(Operation operation, String length) {
        URI address = server.address();
        return (operation.method() + " " + operation.path() + " HTTP/1.1\r\nHost: " + address.getAuthority()
                        + "\r\nAuthorization: Bearer "
                        + TokenSource.of(server.tokenFile(TokenRole.ADMIN)).get()
                        + "\r\nAccept: application/json\r\nConnection: close\r\nContent-Type: " + operation.type()
                        + "\r\n" + length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Up to the end of the answer, for a connection on which a body is still expected is not closed at once. */
    private static String answer(Socket socket) throws IOException {
        byte[] answer = new byte[8_192];
        int length = 0;
        try {
            for (int more = 0; more >= 0 && !whole(answer, length); length += Math.max(0, more)) {
                more = socket.getInputStream().read(answer, length, answer.length - length);
            }
        } catch (SocketTimeoutException | SocketException endedOrLate) {
            // What was read until then is judged.
        }
        return new String(answer, 0, length, StandardCharsets.UTF_8);
    }

    private static boolean whole(byte[] answer, int length) {
        String text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
        int head = text.indexOf("\r\n\r\n");
        Matcher announced = LENGTH.matcher(text);
        return length == answer.length
                || (head >= 0 && announced.find() && length >= head + 4 + Integer.parseInt(announced.group(1)));
    }

    /** A body of the limit itself is read: the answer is the endpoint's. */
    @Test
    void aBodyOfTheLimitIsRead() throws Exception {
        String text = "#".repeat(LIMIT);
        for (HttpRequest.BodyPublisher body : List.of(
                BodyPublishers.ofString(text),
                BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1))))) {
            HttpResponse<String> response = Clients.of(() -> server)
                    .send(
                            HttpRequest.newBuilder(server.address().resolve("/api/v1/validations"))
                                    .header("Content-Type", "application/yaml")
                                    .POST(body)
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(JSON.readTree(response.body()).path("valid").asBoolean(true))
                    .isFalse();
        }
    }
}
