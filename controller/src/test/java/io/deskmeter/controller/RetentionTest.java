package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.cli.Commands;
import io.deskmeter.controller.store.BigRun;
import io.deskmeter.link.access.TokenRole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Deletion by users and by rules, through the real REST interface with a real store. */
@Tag("slow")
class RetentionTest {
    private static final String BIG = "/api/v1/runs/" + BigRun.ID;

    /**
     * Of the run that is deleted; with {@code -Ddeskmeter.test.timings=1000000} the promised number: the log shows the
     * size of the file.
     */
    private static final int TIMINGS = Integer.getInteger("deskmeter.test.timings", 30_000);
    /** The memory-mapped files of this process, if the system reports them. */
    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private HttpResponse<String> ask(ControllerServer server, String method, String path, String body)
            throws Exception {
        String type = body.startsWith("{") ? "application/json" : "application/yaml";
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", type)
                .header("Accept", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return Clients.of(() -> server).send(request, BodyHandlers.ofString());
    }

    private static String command(ControllerServer server, String... words) {
        return execute(server, 0, words);
    }

    private static String refused(ControllerServer server, String... words) {
        return execute(server, 2, words);
    }

    private static String execute(ControllerServer server, int expected, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        List<String> args = new ArrayList<>(List.of("runs"));
        args.addAll(List.of(words));
        args.addAll(List.of("--controller", server.address().toString()));
        args.addAll(List.of("--token-file", server.tokenFile(TokenRole.ADMIN).toString()));
        int code = Commands.execute(args.toArray(String[]::new), print, print);
        assertThat(code).as(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonNode storage(ControllerServer server) throws Exception {
        return JsonMapper.shared()
                .readTree(ask(server, "GET", "/api/v1/storage", "").body());
    }

    private void awaitNothingLeftToDelete(ControllerServer server) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(15))
                .untilAsserted(
                        () -> assertThat(storage(server).path("beingDeleted").asInt(-1))
                                .isZero());
    }

    private ControllerServer start(Path data) throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        return ControllerServer.start(ControllerSettings.of(data, workloads));
    }

    /** Whether this process still has a file of that folder's results, deleted or not. */
    private static boolean mapped(Path data) throws IOException {
        return Files.isReadable(MAPS)
                && Files.readString(MAPS).contains(data.resolve("derived").toString());
    }

    @Test
    void aRunIsDeletedUnlessItIsPinnedAndTheFileBecomesSmaller() throws Exception {
        Path data = folder.resolve("data");
        BigRun.write(data, TIMINGS);
        long before;
        try (ControllerServer server = start(data)) {
            assertThat(ask(server, "GET", BIG + "/report", "").statusCode()).isEqualTo(200);
            JsonNode run = storage(server).path("runs").path(0);
            assertThat(run.path("id").asString()).isEqualTo(BigRun.ID);
            assertThat(run.path("bytes").asLong()).isGreaterThan(1_000_000);
            assertThat(storage(server).path("freeBytes").asLong()).isPositive();

            assertThat(ask(server, "POST", BIG + "/pin", "").statusCode()).isEqualTo(204);
            assertThat(ask(server, "DELETE", BIG, "").body()).contains("is pinned (expected: one that is not");
            assertThat(ask(server, "POST", BIG + "/unpin", "").statusCode()).isEqualTo(204);
            before = Files.size(data.resolve("store.mv.db"));
            // Its results are displayed, so a file of it is mapped.
            assertThat(ask(server, "GET", BIG + "/series", "").statusCode()).isEqualTo(200);
            assertThat(mapped(data)).isEqualTo(Files.isReadable(MAPS));
            assertThat(ask(server, "DELETE", BIG, "").statusCode()).isEqualTo(204);
            assertThat(ask(server, "GET", BIG, "").statusCode()).isEqualTo(404);
            assertThat(ask(server, "DELETE", BIG, "").statusCode()).isEqualTo(404);
            assertThat(ask(server, "GET", "/api/v1/runs", "").body()).doesNotContain(BigRun.ID);
            awaitNothingLeftToDelete(server);
            assertThat(data.resolve("derived").resolve(BigRun.ID)).doesNotExist();
            assertThat(mapped(data)).as("the disk has its room").isFalse();
        }
        try (ControllerServer next = start(data)) {
            assertThat(Files.size(data.resolve("store.mv.db"))).isLessThan(before / 2);
            assertThat(ask(next, "GET", BIG, "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void whatARunThatGoesOnPutsOffIsDoneByTheNextControllerWhereThisOneIsKilled() throws Exception {
        Path data = folder.resolve("data");
        BigRun.write(data, 20_000);
        Path killed = Files.createDirectories(folder.resolve("killed"));
        try (ControllerServer server = start(data);
                LinkedAgent agent = new LinkedAgent(server, folder.resolve("workloads"))) {
            String endless = SampleRoot.PROFILE.replace("iterations: 3", "iterations: 10000");
            String id = JsonMapper.shared()
                    .readTree(ask(server, "POST", "/api/v1/runs", endless).body())
                    .path("id")
                    .asString();
            HttpResponse<String> refused = ask(server, "DELETE", "/api/v1/runs/" + id, "");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("(expected: one that has ended; hint: stop or abort it first)");
            assertThat(ask(server, "DELETE", BIG, "").statusCode()).isEqualTo(204);
            assertThat(ask(server, "GET", BIG, "").statusCode()).isEqualTo(404);
            assertThat(storage(server).path("beingDeleted").asInt()).isEqualTo(1);
            String again = command(server, "again", id);
            assertThat(again).startsWith("started: ").contains(server.address() + "/runs/");
            String next = again.lines().findFirst().orElseThrow().substring("started: ".length());
            JsonNode begun = JsonMapper.shared()
                    .readTree(ask(server, "GET", "/api/v1/runs/" + next, "").body());
            assertThat(begun.path("id").asString()).isEqualTo(next);
            assertThat(begun.path("profile").asString()).isEqualTo("sample");
            // The present files equal those after a kill.
            Files.copy(data.resolve("store.mv.db"), killed.resolve("store.mv.db"));
            Files.createDirectories(killed.resolve("evidence").resolve(BigRun.ID));
        }
        try (ControllerServer next = start(killed)) {
            awaitNothingLeftToDelete(next);
            assertThat(ask(next, "GET", BIG, "").statusCode()).isEqualTo(404);
            assertThat(killed.resolve("evidence").resolve(BigRun.ID)).doesNotExist();
        }
    }

    @Test
    void rulesAreCheckedShownBeforeTheyActAndKept() throws Exception {
        Path data = folder.resolve("data");
        BigRun.write(data, 20_000);
        try (ControllerServer server = start(data)) {
            assertThat(ask(server, "PUT", "/api/v1/retention", "{\"days\": 0}").body())
                    .contains("days: 0 (expected: at least 1, or nothing for no bound)")
                    .contains("\"status\":400");
            assertThat(ask(server, "PUT", "/api/v1/retention", "{\"dayz\": 3}").body())
                    .contains("dayz")
                    .contains("\"status\":400");
            // Its profile names missing workloads: compared by the REST response.
            assertThat(refused(server, "again", BigRun.ID)).contains("workload");
            assertThat(refused(server, "again", "r-none")).contains("r-none");
            assertThat(command(server, "list")).contains(BigRun.ID).contains("1 runs; store ");
            assertThat(command(server, "keep", "--megabytes", "1", "--dry-run"))
                    .contains(BigRun.ID)
                    .contains("1 runs would be deleted");
            assertThat(ask(server, "POST", "/api/v1/retention/preview", "{\"megabytes\": 1}")
                            .body())
                    .contains(BigRun.ID);
            assertThat(ask(server, "GET", BIG, "").statusCode()).isEqualTo(200);
            assertThat(ask(server, "PUT", "/api/v1/retention", "{\"megabytes\": 1}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(ask(server, "GET", "/api/v1/retention", "").body()).contains("\"megabytes\":1");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> ask(server, "GET", BIG, "").statusCode() == 404);
        }
    }
}
