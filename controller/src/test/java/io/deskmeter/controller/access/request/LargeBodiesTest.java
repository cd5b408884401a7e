package io.deskmeter.controller.access.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerMain;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.access.TokenSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real controller with little memory gets bodies that are many times as large. */
@Tag("slow")
class LargeBodiesTest {
    private static final int SENDERS = 8;
    private static final int BODY = 900_000_000;
    private static final int BLOCK = 1 << 16;
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aControllerAnswersAfterBodiesThatDoNotFitIntoItsMemory() throws Exception {
        Process controller = start();
        ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
        try (BufferedReader out = controller.inputReader(StandardCharsets.UTF_8)) {
            URI web = address(out);
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                boolean chunked = i % 2 == 1;
                sent.add(senders.submit(() -> send(web, chunked)));
            }
            for (Future<?> one : sent) {
                one.get(5, TimeUnit.MINUTES);
            }
            assertThat(controller.isAlive()).isTrue();
            try (Socket socket = connect(web)) {
                socket.getOutputStream().write(head(web, "GET /actuator/health/liveness", "Connection: close"));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200 ")
                        .contains("UP");
            }
        } finally {
            senders.shutdownNow();
            controller.destroy();
            if (!controller.waitFor(30, TimeUnit.SECONDS)) {
                controller.destroyForcibly();
            }
        }
    }

    private Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        // As ./deskmeter starts it: one body that did not fit would end it.
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ControllerMain.class.getName(),
                        "controller",
                        "--http-port",
                        "0",
                        "--link-port",
                        "0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--workloads",
                        SampleRoot.create(folder.resolve("workloads")).toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static URI address(BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("Deskmeter controller: ")) {
                return URI.create(line.replaceFirst("Deskmeter controller: ([^,]*),.*", "$1"));
            }
        }
        throw new IOException("the controller has ended");
    }

    private static Socket connect(URI web) throws IOException {
        Socket socket = new Socket(web.getHost(), web.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** Sends until all is sent or the controller closes the connection. */
    private void send(URI web, boolean chunked) {
        byte[] block = ((chunked ? Integer.toHexString(BLOCK) + "\r\n" : "")
                        + "#".repeat(BLOCK)
                        + (chunked ? "\r\n" : ""))
                .getBytes(StandardCharsets.ISO_8859_1);
        try (Socket socket = connect(web)) {
            OutputStream out = socket.getOutputStream();
            out.write(head(
                    web,
                    "POST /api/v1/validations",
                    "Content-Type: application/yaml",
                    chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + BODY));
            for (int sent = 0; sent < BODY; sent += BLOCK) {
                out.write(block);
            }
            int unused = socket.getInputStream().read();
        } catch (IOException refused) {
            // As it should be; whether it is answered is another test's.
        }
    }

    private byte[] head(URI web, String request, String... headers) {
        return (request + " HTTP/1.1\r\nHost: " + web.getAuthority() + "\r\nAuthorization: Bearer "
                        + TokenSource.of(folder.resolve("data").resolve("admin.token"))
                                .get()
                        + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
