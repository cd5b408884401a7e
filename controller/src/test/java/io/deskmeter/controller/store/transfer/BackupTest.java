package io.deskmeter.controller.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.FinishedRun;
import io.deskmeter.controller.LinkedAgent;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.Controllers;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.transfer.FileKind;
import io.deskmeter.controller.transfer.InvalidFileException;
import io.deskmeter.controller.transfer.PartsFile;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.JoinToken;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A backup of a controller that works on a run, restored elsewhere, through commands. */
@Tag("slow")
class BackupTest {
    private static final String JSON = "application/json";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static String begin(ControllerServer server) throws Exception {
        String endless = SampleRoot.PROFILE.replace("iterations: 3", "iterations: 10000");
        byte[] begun = Controllers.ask(
                        server,
                        HttpRequest.newBuilder()
                                .header("Content-Type", "application/yaml")
                                .POST(BodyPublishers.ofString(endless)),
                        "/api/v1/runs")
                .body();
        return JsonMapper.shared().readTree(begun).path("id").asString();
    }

    private static String state(ControllerServer server, String run) throws Exception {
        return JsonMapper.shared()
                .readTree(Controllers.get(server, "/api/v1/runs/" + run, JSON))
                .path("state")
                .asString();
    }

    private static Map<String, byte[]> seen(ControllerServer server, String run) throws Exception {
        Map<String, byte[]> seen = new LinkedHashMap<>();
        String of = "/api/v1/runs/" + run;
        seen.put("report", Controllers.get(server, of + "/report", JSON));
        seen.put("page", Controllers.get(server, of + "/report", "text/html"));
        seen.put("timings", Controllers.get(server, of + "/timings", "text/csv"));
        seen.put("resources", Controllers.get(server, of + "/resources", "text/csv"));
        seen.put("pictures", Controllers.get(server, of + "/evidence", JSON));
        seen.put("picture", Controllers.get(server, of + "/evidence/s001-0001-open.png", "image/png"));
        return seen;
    }

    private static void assertSame(Map<String, byte[]> now, Map<String, byte[]> then) {
        assertThat(now.keySet()).isEqualTo(then.keySet());
        then.forEach((what, bytes) -> assertThat(now.get(what)).as(what).isEqualTo(bytes));
    }

    private static String[] with(@Nullable String url, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        if (url != null) {
            all.addAll(List.of("--store", url));
        }
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"H2,H2", "POSTGRESQL,POSTGRESQL", "H2,POSTGRESQL", "POSTGRESQL,H2"})
    void aControllerAtWorkIsBackedUpAndGoesOnElsewhere(TestDatabase from, TestDatabase to) throws Exception {
        Controllers controllers = new Controllers(folder);
        Path data = folder.resolve("data");
        Path file = folder.resolve("backup.zip");
        Path secrets = folder.resolve("secrets.zip");
        Map<String, byte[]> seen;
        String finished;
        String going;
        try (ControllerServer server = controllers.start(data, Controllers.store(from))) {
            finished = FinishedRun.on(server, controllers.workloads);
            Files.createDirectories(data.resolve("quarantine").resolve(finished));
            Files.writeString(data.resolve("quarantine").resolve(finished).resolve("agent-1-7-abc.batch"), "kept");
            try (LinkedAgent agent = new LinkedAgent(server, controllers.workloads)) {
                going = begin(server);
                await().atMost(Duration.ofSeconds(30)).until(() -> timings(server, going) > 20);
                assertThat(Controllers.command(
                                server,
                                0,
                                "backup",
                                "--out",
                                file.toString(),
                                "--secrets",
                                secrets.toString(),
                                "--data",
                                data.toString()))
                        .contains("complete and checked", "keep this file apart");
                assertThat(state(server, going)).isNotEqualTo("finished");
                seen = seen(server, finished);
            }
        }
        for (Path written : List.of(file, secrets)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
                    .isEqualTo("rw-------");
        }
        Path elsewhere = folder.resolve("elsewhere");
        @Nullable String url = Controllers.store(to);
        String printed = Controllers.command(
                0,
                with(url, "restore", file.toString(), "--data", elsewhere.toString(), "--secrets", secrets.toString()));
        assertThat(printed)
                .contains(
                        "restored: store "
                                + Files.readString(data.resolve("store.id")).strip(),
                        "3 files");
        for (TokenRole role : TokenRole.values()) {
            assertThat(elsewhere.resolve(role.file())).hasSameBinaryContentAs(data.resolve(role.file()));
        }
        assertThat(elsewhere.resolve("authority.pem")).hasSameBinaryContentAs(data.resolve("authority.pem"));
        assertThat(elsewhere.resolve("quarantine").resolve(finished).resolve("agent-1-7-abc.batch"))
                .hasContent("kept");
        try (ControllerServer server = controllers.start(elsewhere, url)) {
            assertSame(seen(server, finished), seen);
            if (to == TestDatabase.POSTGRESQL) {
                // Its controller has not been seen for a minute only after a minute.
                assertThat(timings(server, going)).isGreaterThan(20);
            } else {
                assertThat(state(server, going)).isEqualTo("interrupted");
            }
            // New rows get new numbers.
            String next = FinishedRun.on(server, controllers.workloads);
            assertThat(state(server, next)).isEqualTo("finished");
        }
        // Nothing is replaced.
        assertThat(Controllers.command(4, with(url, "restore", file.toString(), "--data", elsewhere.toString())))
                .contains("(expected: an empty folder, or a new one; hint: ");
        if (url != null) {
            assertThat(Controllers.command(
                            4,
                            with(
                                    url,
                                    "restore",
                                    file.toString(),
                                    "--data",
                                    folder.resolve("third").toString())))
                    .contains("has tables (expected: an empty database; hint: ");
        }
    }

    private static long timings(ControllerServer server, String run) throws Exception {
        return Controllers.text(server, "/api/v1/runs/" + run + "/timings", "text/csv")
                .lines()
                .count();
    }

    /**
     * Reproducer: the machines of the backup refer to the join tokens, which a restoration deleted; it failed after it
     * had filled the store.
     */
    @ParameterizedTest
    @CsvSource({"H2,H2", "POSTGRESQL,POSTGRESQL"})
    void machinesAndControllersThatHaveJoinedAreRestoredAndTheirTokensAreOfNoUse(TestDatabase from, TestDatabase to)
            throws Exception {
        Controllers controllers = new Controllers(folder);
        RemoteSettings remote =
                new RemoteSettings(new MachineListener("127.0.0.1", 0, List.of()), false, null, null, null, null);
        Path data = folder.resolve("data");
        Path elsewhere = folder.resolve("elsewhere");
        String file = folder.resolve("backup.zip").toString();
        String secrets = folder.resolve("secrets.zip").toString();
        JoinToken left;
        try (ControllerServer server = controllers.start(data, Controllers.store(from), remote)) {
            int port = port(server);
            left = joinToken(server, "{\"machines\": 2}");
            var unused = EnrolmentClient.enrol("127.0.0.1", port, left, "machine");
            var unused2 = EnrolmentClient.enrolController(
                    "127.0.0.1", port, joinToken(server, "{\"asController\": true}"), "rack-2");
            Controllers.command(server, 0, "backup", "--out", file, "--secrets", secrets, "--data", data.toString());
        }
        @Nullable String url = Controllers.store(to);
        Controllers.command(0, with(url, "restore", file, "--data", elsewhere.toString(), "--secrets", secrets));
        try (ControllerServer server = controllers.start(elsewhere, url, remote)) {
            for (String kind : List.of("agents", "controllers")) {
                assertThat(JsonMapper.shared()
                                .readTree(Controllers.get(server, "/api/v1/enrolments/" + kind, "application/json")))
                        .as(kind)
                        .hasSize(1);
            }
            int port = port(server);
            assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port, left, "another"))
                    .hasMessageContaining("join token: withdrawn (expected: ");
        }
    }

    private static int port(ControllerServer server) {
        String address = server.machineAddress().orElseThrow();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static JoinToken joinToken(ControllerServer server, String request) throws Exception {
        byte[] made = Controllers.ask(
                        server,
                        HttpRequest.newBuilder()
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(request)),
                        "/api/v1/enrolments")
                .body();
        return JoinToken.parse(JsonMapper.shared().readTree(made).path("token").asString());
    }

    /** Deleted runs stay deleted, and what agents still deliver of a run that was going on is stored. */
    @Test
    void whatAgentsStillHaveOfARunIsStoredAfterARestoration() throws Exception {
        Controllers controllers = new Controllers(folder);
        Path file = folder.resolve("backup.zip");
        Path data = folder.resolve("data");
        String run;
        String deleted;
        try (ControllerServer server = controllers.start(data, null)) {
            deleted = FinishedRun.on(server, controllers.workloads);
            Controllers.command(server, 0, "runs", "delete", deleted);
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            Controllers.text(server, "/api/v1/storage", JSON).contains("\"beingDeleted\":0"));
            run = FinishedRun.on(server, controllers.workloads);
            Controllers.command(server, 0, "backup", "--out", file.toString());
        }
        Path elsewhere = folder.resolve("elsewhere");
        Controllers.command(0, "restore", file.toString(), "--data", elsewhere.toString());
        try (ControllerServer server = controllers.start(elsewhere, null)) {
            assertThat(Controllers.text(server, "/api/v1/runs", JSON))
                    .contains(run)
                    .doesNotContain(deleted);
            // As before: the session was, and is, that of this agent.
            try (LinkedAgent agent = new LinkedAgent(server, controllers.workloads)) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() ->
                                Controllers.text(server, "/api/v1/agents", JSON).contains("\"connected\":true"));
                agent.picture(run, 0, 3, "s000-0003-open.png", new byte[] {1});
                await().atMost(Duration.ofSeconds(20)).until(() -> pictures(server, run) == 3);
            }
        }
        assertThat(Files.readString(elsewhere.resolve("admin.token")))
                .as("without secrets a controller draws its own")
                .isNotEqualTo(Files.readString(data.resolve("admin.token")));
    }

    private static int pictures(ControllerServer server, String run) throws Exception {
        JsonNode pictures =
                JsonMapper.shared().readTree(Controllers.get(server, "/api/v1/runs/" + run + "/evidence", JSON));
        return pictures.size();
    }

    /** Every end of the file, about: nothing is written, and the message says what to do. */
    @Test
    void aFileThatWasCutOffOrChangedIsRefusedBeforeAnythingIsWritten() throws Exception {
        Controllers controllers = new Controllers(folder);
        Path file = folder.resolve("backup.zip");
        try (ControllerServer server = controllers.start(folder.resolve("data"), null)) {
            FinishedRun.on(server, controllers.workloads);
            Controllers.command(server, 0, "backup", "--out", file.toString());
        }
        byte[] whole = Files.readAllBytes(file);
        Path bad = folder.resolve("bad.zip");
        Path elsewhere = folder.resolve("elsewhere");
        int manifest = lastEntry(whole);
        for (int length = 0; length < manifest; length += 1 + whole.length / 15) {
            Files.write(bad, Arrays.copyOf(whole, length));
            assertThat(Controllers.command(2, "restore", bad.toString(), "--data", elsewhere.toString()))
                    .contains(bad.toString(), "(expected: ");
            assertThat(elsewhere).doesNotExist();
        }
        for (int at = 40; at < manifest; at += 1 + whole.length / 200) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x10;
            Files.write(bad, changed);
            refusedOrTheSame(bad);
        }
    }

    /** What is of no part, as a time in the zip file, may change. */
    private static void refusedOrTheSame(Path bad) throws IOException {
        try {
            PartsFile unused = PartsFile.check(bad, "it", FileKind.BACKUP, Long.MAX_VALUE, 1000);
        } catch (InvalidFileException e) {
            assertThat(e.getMessage()).contains("(expected: ");
        }
    }

    private static int lastEntry(byte[] zip) {
        for (int at = zip.length - 4; at > 0; at--) {
            if (zip[at] == 'P' && zip[at + 1] == 'K' && zip[at + 2] == 3 && zip[at + 3] == 4) {
                return at;
            }
        }
        throw new IllegalArgumentException("no zip file");
    }
}
