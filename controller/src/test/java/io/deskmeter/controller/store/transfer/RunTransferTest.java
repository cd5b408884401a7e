package io.deskmeter.controller.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.FinishedRun;
import io.deskmeter.controller.LinkedAgent;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.Controllers;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** A run that goes from one controller to another in a file, through commands and REST. */
@Tag("slow")
class RunTransferTest {
    private static final String JSON = "application/json";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What of a run people and programs see. */
    private static final List<String[]> SEEN = List.of(
            new String[] {"", JSON},
            new String[] {"/report", JSON},
            new String[] {"/report", "text/html"},
            new String[] {"/timings", "text/csv"},
            new String[] {"/sessions", "text/csv"},
            new String[] {"/resources", "text/csv"},
            new String[] {"/resources", JSON},
            new String[] {"/junit.xml", "application/xml"},
            new String[] {"/stages", JSON},
            new String[] {"/load-points", JSON},
            new String[] {"/profile", "application/yaml"},
            new String[] {"/evidence", JSON},
            new String[] {"/evidence/index.html", "text/html"},
            new String[] {"/evidence/s000-0001-open.png", "image/png"},
            new String[] {"/evidence/s001-0001-open.png", "image/png"},
            new String[] {"/series", JSON});

    private static Map<String, String> parts(Path file) throws Exception {
        Map<String, String> parts = new LinkedHashMap<>();
        try (InputStream in = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return parts;
    }

    @ParameterizedTest
    @CsvSource({"H2,H2", "H2,POSTGRESQL", "POSTGRESQL,H2"})
    void anImportedRunIsTheSameToTheByte(TestDatabase from, TestDatabase to) throws Exception {
        Controllers controllers = new Controllers(folder);
        Path file = folder.resolve("run.zip");
        Map<String, byte[]> seen = new LinkedHashMap<>();
        String id;
        try (ControllerServer server = controllers.start(folder.resolve("from"), Controllers.store(from))) {
            id = FinishedRun.on(server, controllers.workloads);
            for (String[] one : SEEN) {
                seen.put(one[0] + " " + one[1], Controllers.get(server, "/api/v1/runs/" + id + one[0], one[1]));
            }
            assertThat(Controllers.command(server, 0, "runs", "export", id, "--out", file.toString()))
                    .contains("exported: " + id);
            assertThat(Controllers.command(server, 2, "runs", "export", id, "--out", file.toString()))
                    .contains("is there (expected: a file that is not there yet)");
            assertThat(Controllers.command(server, 2, "runs", "import", file.toString()))
                    .contains(id + " is stored here already (expected: an id that is free");
        }
        try (ControllerServer server = controllers.start(folder.resolve("to"), Controllers.store(to))) {
            assertThat(Controllers.command(server, 0, "runs", "import", file.toString()))
                    .contains("imported: " + id);
            for (String[] one : SEEN) {
                assertThat(Controllers.get(server, "/api/v1/runs/" + id + one[0], one[1]))
                        .as(one[0] + " " + one[1])
                        .isEqualTo(seen.get(one[0] + " " + one[1]));
            }
            Path again = folder.resolve("again.zip");
            Controllers.command(server, 0, "runs", "export", id, "--out", again.toString());
            Map<String, String> first = parts(file);
            Map<String, String> second = parts(again);
            // The one names the other store.
            first.keySet().removeAll(List.of("deskmeter.json", "manifest.json"));
            second.keySet().removeAll(List.of("deskmeter.json", "manifest.json"));
            assertThat(second).isEqualTo(first).hasSizeGreaterThan(10);
            assertThat(folder.resolve("to").resolve("imports")).doesNotExist();
            // Deleted and taken in again.
            Controllers.command(server, 0, "runs", "delete", id);
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            Controllers.text(server, "/api/v1/storage", JSON).contains("\"beingDeleted\":0"));
            assertThat(folder.resolve("to").resolve("evidence").resolve(id)).doesNotExist();
            Controllers.command(server, 0, "runs", "import", file.toString());
        }
        // A start removes what belongs to deleted runs, and nothing of this one.
        if (to == TestDatabase.H2) {
            try (ControllerServer server = controllers.start(folder.resolve("to"), null)) {
                assertThat(Controllers.get(server, "/api/v1/runs/" + id + "/evidence/s000-0001-open.png", "image/png"))
                        .isEqualTo(seen.get("/evidence/s000-0001-open.png image/png"));
            }
        }
    }

    /** Reproducer: the file had not one of the pictures that had not been read by then, and counted as complete. */
    @Test
    void aRunThatIsDeletedWhileItIsExportedIsExportedAsAWhole() throws Exception {
        Controllers controllers = new Controllers(folder);
        try (ControllerServer server = controllers.start(folder.resolve("data"), null);
                Socket reader = new Socket()) {
            String id = FinishedRun.on(server, controllers.workloads);
            String other = FinishedRun.on(server, controllers.workloads);
            Path pictures = folder.resolve("data").resolve("evidence").resolve(id);
            // More than connections hold, so that the controller waits for its reader after the first one.
            byte[] large = new byte[24 << 20];
            new Random(1).nextBytes(large);
            Files.write(pictures.resolve("s000-0001-open.png"), large);
            reader.setReceiveBufferSize(1 << 16);
            reader.connect(new InetSocketAddress(
                    server.address().getHost(), server.address().getPort()));
            reader.getOutputStream()
                    .write(("GET /api/v1/runs/" + id + "/export HTTP/1.0\r\nHost: "
                                    + server.address().getAuthority() + "\r\nAuthorization: Bearer "
                                    + TokenSource.of(server.tokenFile(TokenRole.ADMIN))
                                            .get()
                                    + "\r\nAccept: application/zip\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream answer = reader.getInputStream();
            assertThat(new String(answer.readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
            Controllers.command(server, 0, "runs", "delete", id);
            // Reproducer: whoever reads one run slowly kept all others, and the disk full.
            Controllers.command(server, 0, "runs", "delete", other);
            await().atMost(Duration.ofSeconds(30)).until(() -> !Files.exists(pictures.resolveSibling(other)));
            assertThat(pictures.resolve("s001-0001-open.png")).exists();

            byte[] rest = answer.readAllBytes();
            String text = new String(rest, StandardCharsets.ISO_8859_1);
            Path file = folder.resolve("run.zip");
            int start = text.indexOf("\r\n\r\n") + 4;
            Files.write(file, Arrays.copyOfRange(rest, start, rest.length));
            assertThat(parts(file))
                    .containsKeys("evidence/s000-0001-open.png", "evidence/s001-0001-open.png", "manifest.json");
            await().atMost(Duration.ofSeconds(30)).until(() -> !Files.exists(pictures));
        }
    }

    /** They have the ids of agents of the run, and are others. */
    @Test
    void agentsOfThisControllerAddNothingToARunOfAnother() throws Exception {
        Controllers controllers = new Controllers(folder);
        Path file = folder.resolve("run.zip");
        String id;
        try (ControllerServer server = controllers.start(folder.resolve("from"), null)) {
            id = FinishedRun.on(server, controllers.workloads);
            Controllers.command(server, 0, "runs", "export", id, "--out", file.toString());
        }
        try (ControllerServer server = controllers.start(folder.resolve("to"), null)) {
            Controllers.command(server, 0, "runs", "import", file.toString());
            try (LinkedAgent agent = new LinkedAgent(server, controllers.workloads)) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() ->
                                Controllers.text(server, "/api/v1/agents", JSON).contains("\"connected\":true"));
                agent.picture(id, 0, 3, "s000-0003-open.png", new byte[] {1});
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> refused(Controllers.text(server, "/actuator/prometheus", "text/plain")));
            }
            assertThat(JsonMapper.shared()
                            .readTree(Controllers.text(server, "/api/v1/runs/" + id + "/evidence", JSON))
                            .size())
                    .isEqualTo(2);
        }
    }

    private static boolean refused(String metrics) {
        return metrics.lines()
                .anyMatch(line -> line.startsWith("deskmeter_link_refused_total") && !line.endsWith(" 0.0"));
    }

    @Test
    void whatCannotBeExportedOrImportedIsSaid() throws Exception {
        Controllers controllers = new Controllers(folder);
        try (ControllerServer server = controllers.start(folder.resolve("data"), null);
                LinkedAgent agent = new LinkedAgent(server, controllers.workloads)) {
            String endless = SampleRoot.PROFILE.replace("iterations: 3", "iterations: 10000");
            HttpResponse<byte[]> begun = Controllers.ask(
                    server,
                    HttpRequest.newBuilder()
                            .header("Content-Type", "application/yaml")
                            .POST(BodyPublishers.ofString(endless)),
                    "/api/v1/runs");
            String id = JsonMapper.shared().readTree(begun.body()).path("id").asString();
            Path file = folder.resolve("run.zip");
            assertThat(Controllers.command(server, 2, "runs", "export", id, "--out", file.toString()))
                    .contains("(expected: one that has ended; hint: ");
            assertThat(Controllers.command(server, 2, "runs", "export", "r-none", "--out", file.toString()))
                    .contains("r-none");
            assertThat(file).doesNotExist();
            assertThat(folder.resolve("run.zip.unchecked")).doesNotExist();
            assertThat(Controllers.command(server, 2, "runs", "import", file.toString()))
                    .contains("cannot be read");
            Files.writeString(file, "no zip file");
            assertThat(Controllers.command(server, 2, "runs", "import", file.toString()))
                    .contains("run file: is no zip file, or an empty one (expected: a run that");
            HttpResponse<byte[]> chunked = Controllers.ask(
                    server,
                    HttpRequest.newBuilder()
                            .header("Content-Type", "application/zip")
                            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[100]))),
                    "/api/v1/runs/import");
            assertThat(chunked.statusCode()).isEqualTo(411);
            assertThat(new String(chunked.body(), StandardCharsets.UTF_8)).contains("Content-Length: none (expected: ");
        }
    }
}
