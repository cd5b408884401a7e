package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.audit.RefusalLimit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was done, and what was refused, is in the audit log of a real controller. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditLogTest {
    @SuppressWarnings("NullAway.Init")
    private PeopleFixture people;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        people = new PeopleFixture(folder);
        people.add("vera", "viewer");
        people.add("adam", "admin");
    }

    @AfterAll
    void stop() {
        people.close();
    }

    private JsonNode last(String query) throws IOException {
        return people.audit(query + "&limit=1").path(0);
    }

    @Test
    void changesSayWhoWhatFromWhereAndHowTheyEnded() throws Exception {
        String adam = people.cookie("adam");
        assertThat(people.https
                        .send("PUT", "/api/v1/users/vera", "{\"role\":\"operator\"}", adam)
                        .status())
                .isEqualTo(200);
        JsonNode entry = last("user=adam&action=user.change");
        assertThat(entry.path("role").asString()).isEqualTo("admin");
        assertThat(entry.path("credential").asString()).startsWith("session ");
        assertThat(entry.path("address").asString()).isEqualTo("127.0.0.1");
        assertThat(entry.path("listener").asString()).isEqualTo("https");
        assertThat(entry.path("target").asString()).isEqualTo("/api/v1/users/vera");
        assertThat(entry.path("detail").asString()).isEqualTo("vera: viewer to operator");
        assertThat(entry.path("outcome").asString()).isEqualTo("done");
        assertThat(entry.path("at").asString()).endsWith("Z");
        int before = people.audit("action=user.change").size();
        assertThat(people.https
                        .send("PUT", "/api/v1/users/nobody", "{\"role\":\"operator\"}", adam)
                        .status())
                .isEqualTo(404);
        assertThat(people.audit("action=user.change")).hasSize(before + 1);
        assertThat(last("action=user.change").path("outcome").asString()).isEqualTo("failed");
        assertThat(people.change("vera", "{\"role\":\"viewer\"}")).isEqualTo(200);
    }

    @Test
    void whatIsRefusedIsWrittenToo() throws Exception {
        String vera = people.cookie("vera");
        assertThat(people.https.send("POST", "/api/v1/runs/none/stop", "", vera).status())
                .isEqualTo(403);
        JsonNode stop = last("user=vera&action=run.stop");
        assertThat(stop.path("outcome").asString()).isEqualTo("refused");
        assertThat(stop.path("detail").asString()).isEqualTo("Not allowed");
        assertThat(people.https.send("GET", "/api/v1/audit", "", vera).status()).isEqualTo(403);
        assertThat(last("user=vera&action=read").path("target").asString()).isEqualTo("/api/v1/audit");
        assertThat(people.https
                        .send("POST", "/api/v1/runs/none/stop", "", vera, "Origin: http://evil.test")
                        .status())
                .isEqualTo(403);
        assertThat(last("action=run.stop").path("detail").asString()).isEqualTo("Another origin");
        assertThat(people.https
                        .send("GET", "/api/v1/link", "", Requests.bearer("dmt_" + "x".repeat(43)))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void whatIsDoneHereIsOfLocal() throws Exception {
        assertThat(people.loopback
                        .send(
                                "PUT",
                                "/api/v1/retention",
                                "{\"days\":30,\"runs\":null,\"megabytes\":null}",
                                people.local)
                        .status())
                .isEqualTo(200);
        JsonNode entry = last("action=retention.change");
        assertThat(entry.path("user").asString()).isEqualTo("local");
        assertThat(entry.path("credential").asString()).isEqualTo("local secret file");
        assertThat(entry.path("listener").asString()).isEqualTo("loopback");
        String path = people.loopback
                .send("POST", "/api/v1/login-links", "", people.local)
                .json()
                .path("path")
                .asString();
        assertThat(people.loopback.send("GET", path, "").status()).isEqualTo(200);
        assertThat(people.loopback.send("GET", path, "").status()).isEqualTo(401);
        JsonNode logins = people.audit("action=login&limit=2");
        assertThat(logins.path(0).path("outcome").asString()).isEqualTo("refused");
        assertThat(logins.path(1).path("outcome").asString()).isEqualTo("done");
        assertThat(people.audit("limit=1000").toString()).doesNotContain(path.substring(path.indexOf('=') + 1));
    }

    @Test
    void itIsReadInPagesAndAsLines() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(people.loopback
                            .send("POST", "/api/v1/agents/none/drain", "", people.local)
                            .status())
                    .isEqualTo(404);
        }
        JsonNode first = people.loopback
                .send("GET", "/api/v1/audit?limit=2&action=agent.drain", "", people.local)
                .json();
        assertThat(first.path("entries")).hasSize(2);
        JsonNode rest = people.loopback
                .send(
                        "GET",
                        "/api/v1/audit?limit=100&action=agent.drain&before="
                                + first.path("next").asLong(),
                        "",
                        people.local)
                .json();
        assertThat(rest.path("entries")).hasSize(3);
        assertThat(rest.path("next").isNull()).isTrue();
        Requests.Answer lines = people.loopback.send("GET", "/api/v1/audit.jsonl", "", people.local);
        assertThat(lines.header("Content-Type").orElseThrow()).startsWith("application/jsonl");
        List<JsonNode> entries =
                lines.body().lines().map(JsonMapper.shared()::readTree).toList();
        assertThat(entries).hasSizeGreaterThan(7);
        assertThat(entries.stream().map(entry -> entry.path("number").asLong())).isSorted();
    }

    /** The rest is counted, and told with the next one. */
    @Test
    void strangersNeitherFillTheStoreNorHideOthers(@TempDir Path other) throws Exception {
        try (PeopleFixture flooded = new PeopleFixture(other)) {
            for (int i = 0; i < 200; i++) {
                assertThat(flooded.https.status("POST", "/api/v1/runs")).isEqualTo(401);
            }
            // The minute may have changed in between.
            assertThat(flooded.audit("action=run.start&limit=10000").size()).isBetween(1, 2 * RefusalLimit.MOST);
            flooded.add("vera", "viewer");
            assertThat(flooded.https.status("POST", "/api/v1/runs", flooded.cookie("vera")))
                    .isEqualTo(403);
            assertThat(flooded.audit("user=vera&action=run.start"))
                    .as("the newest entries: %s", flooded.audit("limit=5"))
                    .hasSize(1);
        }
    }

    /** Reproducer: a name that was taken had an entry that said it was added, and one that said it was not. */
    @Test
    void whatChangesNothingIsNotWrittenAsDone() throws Exception {
        people.add("zoe", "admin");
        String again = "{\"name\":\"zoe\",\"role\":\"viewer\",\"password\":\"" + PeopleFixture.PASSWORD + "\"}";
        assertThat(people.loopback
                        .send("POST", "/api/v1/users", again, people.local)
                        .status())
                .isEqualTo(409);
        assertThat(people.loopback
                        .send("DELETE", "/api/v1/tokens/none", "", people.local)
                        .status())
                .isEqualTo(404);
        assertThat(outcomes("user.add", "zoe as ")).containsExactly("failed", "done");
        assertThat(outcomes("token.revoke", "/none")).containsExactly("failed");
    }

    private List<String> outcomes(String action, String about) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (JsonNode entry : people.audit("action=" + action)) {
            if (entry.toString().contains(about)) {
                outcomes.add(entry.path("outcome").asString());
            }
        }
        return outcomes;
    }

    /**
     * The entry is written before the answer begins, and so before the instant of the backup ({@link AuditedStreams}).
     */
    @Test
    void aBackupHasItsOwnEntry() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(people.server.address().resolve("/api/v1/backup"))
                .build();
        byte[] file = Clients.of(() -> people.server)
                .send(request, HttpResponse.BodyHandlers.ofByteArray())
                .body();
        List<String> entries = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (ZipEntry part = zip.getNextEntry(); part != null; part = zip.getNextEntry()) {
                if (part.getName().equals("tables/audit_entry.jsonl")) {
                    new String(zip.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .forEach(entries::add);
                }
            }
        }
        assertThat(entries).last().asString().contains("/api/v1/backup");
        assertThat(people.audit("action=backup")).hasSize(1);
    }
}
