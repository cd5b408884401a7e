package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.SampleRoot;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reproducer: a backup of a store that hangs was called a fault of the controller. So it asks all that there is to ask.
 */
@Tag("slow")
class HungStoreEndpointsTest extends HungStoreFixture {
    /** Longer than the drivers wait, on a machine with other work. */
    private static final Duration ANSWERED = Duration.ofSeconds(90);

    /** What a request needs to come as far as the store; the others are asked with an empty object. */
    private static final Map<String, String> BODIES = Map.of(
            "POST /api/v1/runs",
            SampleRoot.PROFILE,
            "PUT /api/v1/run-profiles/{id}",
            SampleRoot.PROFILE.replace("id: sample", "id: mine"),
            "POST /api/v1/checks",
            SampleRoot.PROFILE,
            "POST /api/v1/users",
            "{\"name\":\"alma\",\"role\":\"viewer\",\"password\":\"correct horse battery\"}",
            "PUT /api/v1/users/{name}",
            "{\"role\":\"viewer\"}",
            "PUT /api/v1/installations/expected",
            "{\"names\":[\"desk-1\"]}",
            "PUT /api/v1/retention",
            "{\"days\":3}",
            "POST /api/v1/login",
            "{\"name\":\"vera\",\"password\":\"correct horse battery\"}");

    private static final Map<String, String> QUERIES = Map.of(
            "GET /api/v1/comparisons",
            "?runs=RUN&runs=RUN",
            "GET /api/v1/trends",
            "?profile=sample",
            "GET /api/v1/workloads/document",
            "?workload=office/writer",
            "GET /api/v1/workloads/film-strips",
            "?workload=office/writer",
            "GET /api/v1/workloads/landmark",
            "?workload=office/writer&landmark=landmarks/title.png");

    /** What is answered from memory or from files, or refused before it comes as far as the store. */
    private static final Set<String> WITHOUT_STORE = new TreeSet<>(List.of(
            "DELETE /api/v1/accounts/{name}",
            "DELETE /api/v1/agents/{id}",
            "GET /actuator/health/liveness",
            "GET /actuator/prometheus",
            "GET /api/v1/accounts",
            "GET /api/v1/accounts/{name}",
            "GET /api/v1/agents",
            "GET /api/v1/link",
            "GET /api/v1/login",
            "GET /api/v1/me",
            "GET /api/v1/schemas/{name}",
            "GET /api/v1/workload-profiles",
            "GET /api/v1/workloads",
            "GET /api/v1/workloads/document",
            "GET /api/v1/workloads/landmark",
            "POST /api/v1/checks",
            "POST /api/v1/login-links",
            "POST /api/v1/logout",
            "POST /api/v1/passwords",
            "POST /api/v1/retention/preview",
            "POST /api/v1/validations",
            "PUT /api/v1/accounts/{name}",
            "PUT /api/v1/me/password"));

    @SuppressWarnings("NullAway.Init")
    private byte[] exported;

    /** One of the OpenAPI document. */
    private record Endpoint(String method, String path, String type) {
        String name() {
            return method + " " + path;
        }
    }

    private List<Endpoint> endpoints() throws Exception {
        JsonNode paths = JsonMapper.shared()
                .readTree(controllers.get(server, "/api/v1/openapi").body())
                .path("paths");
        List<Endpoint> all = new ArrayList<>();
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    List<String> types = new ArrayList<>();
                    method.getValue()
                            .path("requestBody")
                            .path("content")
                            .propertyNames()
                            .forEach(types::add);
                    all.add(new Endpoint(
                            method.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            types.isEmpty() ? "" : types.get(0)));
                }));
        assertThat(all).hasSizeGreaterThan(80);
        for (String path : List.of("/actuator/health/liveness", "/actuator/health/readiness", "/actuator/prometheus")) {
            all.add(new Endpoint("GET", path, ""));
        }
        return all;
    }

    private byte[] body(Endpoint endpoint) {
        String token = "{\"name\":\"a build\",\"role\":\"viewer\",\"expires\":\"%s\"}"
                .formatted(Instant.now().plusSeconds(600));
        return switch (endpoint.name()) {
            case "POST /api/v1/runs/import" -> exported;
            case "POST /api/v1/tokens" -> token.getBytes(StandardCharsets.UTF_8);
            default -> BODIES.getOrDefault(endpoint.name(), "{}").getBytes(StandardCharsets.UTF_8);
        };
    }

    /** The status and, if it is an error, what the answer says. */
    private String answer(Endpoint endpoint) throws Exception {
        String path = endpoint.path()
                        .replace("/runs/{id}", "/runs/" + run)
                        .replace("/run-profiles/{id}", "/run-profiles/mine")
                        .replace("/agents/{id}/", "/agents/agent/")
                        .replaceAll("\\{(session|sequence|version)}", "1")
                        .replaceAll("\\{[^}]+}", "none")
                + QUERIES.getOrDefault(endpoint.name(), "").replace("RUN", run);
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(ANSWERED)
                .method(
                        endpoint.method(),
                        endpoint.method().equals("GET")
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(body(endpoint)));
        if (!endpoint.type().isEmpty()) {
            request.header("Content-Type", endpoint.type());
        }
        if (path.endsWith("/run-profiles/mine")) {
            request.header("If-Match", "\"1\"");
        }
        HttpResponse<InputStream> response =
                Clients.of(() -> server).send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            // Of what is good there may be no end: events.
            return response.statusCode() < 400
                    ? String.valueOf(response.statusCode())
                    : response.statusCode() + " " + new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Map<String, String> answers(List<Endpoint> endpoints) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Map<String, Future<String>> asked = new TreeMap<>();
            for (Endpoint endpoint : endpoints) {
                asked.put(endpoint.name(), threads.submit(() -> answer(endpoint)));
            }
            Map<String, String> answers = new TreeMap<>();
            for (Map.Entry<String, Future<String>> one : asked.entrySet()) {
                answers.put(one.getKey(), one.getValue().get(2 * ANSWERED.toSeconds(), TimeUnit.SECONDS));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private byte[] endedRun() throws Exception {
        assertThat(controllers.post(server, "/api/v1/runs/" + run + "/abort").statusCode())
                .isEqualTo(202);
        agentEndsTheRun();
        await().atMost(AGAIN).untilAsserted(() -> assertThat(stored()).startsWith("STOPPED"));
        return Clients.of(() -> server)
                .send(
                        HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/" + run + "/export"))
                                .build(),
                        BodyHandlers.ofByteArray())
                .body();
    }

    /** Somebody who can log in. */
    private int addUser() throws Exception {
        return Clients.of(() -> server)
                .send(
                        HttpRequest.newBuilder(server.address().resolve("/api/v1/users"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(BODIES.getOrDefault("POST /api/v1/users", "")
                                        .replace("alma", "vera")))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void noEndpointCallsItAFaultOfTheController() throws Exception {
        List<Endpoint> all = endpoints();
        exported = endedRun();
        assertThat(addUser()).isEqualTo(201);
        database.suspend();
        Endpoint backup = new Endpoint("GET", "/api/v1/backup", "");
        assertThat(answer(backup)).as("before the controller knows").startsWith("503 ");
        await().atMost(KNOWN)
                .untilAsserted(() -> assertThat(controllers
                                .get(server, "/actuator/health/readiness")
                                .statusCode())
                        .isEqualTo(503));
        Set<String> answered = new TreeSet<>();
        answers(all).forEach((name, answer) -> {
            assertThat(answer).as(name).matches("(?s)([234]..|503).*");
            if (!answer.startsWith("503")) {
                answered.add(name + " " + answer);
            }
        });
        assertThat(answered)
                .extracting(text -> text.substring(0, text.indexOf(' ', text.indexOf(' ') + 1)))
                .as(() -> String.join("\n", answered))
                .containsExactlyElementsOf(WITHOUT_STORE);
    }
}
