package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.RunState;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The document from which the types of the web pages are generated equals the controller's. */
@Tag("slow")
class OpenApiTest {
    private static final Path FILE = Path.of("../ui/src/api/openapi.json");
    private static final String RENEW = "deskmeter.openapi.renew";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static String document(ControllerServer server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/openapi"))
                .build();
        String answer =
                Clients.of(() -> server).send(request, BodyHandlers.ofString()).body();
        ObjectNode root = (ObjectNode) JSON.readTree(answer);
        // The server's address is not part of the interface.
        root.remove("servers");
        if (root.at("/components/securitySchemes/cookie") instanceof ObjectNode cookie) {
            assertThat(cookie.path("name").asString())
                    .isEqualTo("deskmeter-" + server.address().getPort());
            cookie.put("name", "deskmeter-8080");
        }
        sortTypes(root);
        return JSON.writeValueAsString(JSON.treeToValue(root, Object.class)) + "\n";
    }

    /** The order of a value's types is irrelevant, and differs between JVMs. */
    private static void sortTypes(JsonNode node) {
        if (node.path("type") instanceof ArrayNode types) {
            List<String> words =
                    types.valueStream().map(JsonNode::asString).sorted().toList();
            types.removeAll();
            words.forEach(types::add);
        }
        node.forEach(OpenApiTest::sortTypes);
    }

    @Test
    void theCheckedInDocumentIsTheControllersOwn(@TempDir Path folder) throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        ControllerSettings settings = ControllerSettings.of(folder.resolve("data"), workloads);
        try (ControllerServer server = ControllerServer.start(settings)) {
            String document = document(server);
            whatTheTypesSay(JSON.readTree(document));
            if (Boolean.getBoolean(RENEW)) {
                Files.writeString(FILE, document);
            }
            assertThat(Files.exists(FILE) ? Files.readString(FILE) : "")
                    .as("ui/src/api/openapi.json; renew it with: mvn -o -q test -pl controller -am -Dtest=OpenApiTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dexec.skip -D" + RENEW + "=true")
                    .isEqualTo(document);
        }
    }

    private static void whatTheTypesSay(JsonNode root) {
        JsonNode schemas = root.at("/components/schemas");
        JsonNode timing = schemas.path("Timing");
        assertThat(timing.path("required").toString()).contains("\"session\"", "\"responseMs\"");
        assertThat(timing.at("/properties/responseMs/type").toString()).contains("number", "null");
        assertThat(timing.at("/properties/session/type").toString())
                .contains("integer")
                .doesNotContain("null");
        assertThat(schemas.at("/RunSnapshot/required").toString()).contains("\"capacity\"");
        assertThat(schemas.at("/RunSnapshot/properties/capacity/anyOf").toString())
                .contains("#/components/schemas/Capacity", "null");
        assertThat(schemas.at("/HeatMap/properties/p95Ms/items/type").toString())
                .contains("number", "null");
        assertThat(schemas.at("/Difference/properties/quantile/type").toString())
                .doesNotContain("null");
        assertThat(schemas.at("/ProblemDetail/properties").has("newestYaml")).isTrue();
        // Annotations cannot name what an enumeration has.
        JsonNode state = root.at("/paths/~1api~1v1~1runs/get/parameters")
                .valueStream()
                .filter(parameter -> parameter.path("name").asString().equals("state"))
                .findFirst()
                .orElseThrow();
        assertThat(state.at("/schema/enum").valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(
                        Arrays.stream(RunState.values()).map(RunState::label).toList());
        root.path("paths")
                .forEach(path -> path.forEach(
                        call -> assertThat(call.at("/responses/default/content").has("application/problem+json"))
                                .isTrue()));
        assertThat(root.at("/paths/~1api~1v1~1agents~1{id}~1drain/post/responses")
                        .has("204"))
                .isTrue();
        assertThat(schemas.has("Agent")).isTrue();
        JsonNode schemes = root.at("/components/securitySchemes");
        assertThat(schemes.at("/token/type").asString()).isEqualTo("http");
        assertThat(schemes.at("/token/scheme").asString()).isEqualTo("bearer");
        assertThat(schemes.at("/cookie/in").asString()).isEqualTo("cookie");
        // Either of them, for every call.
        assertThat(root.path("security").toString()).isEqualTo("[{\"token\":[]},{\"cookie\":[]}]");
        assertThat(schemas.at("/StageFinding/properties").has("session")).isTrue();
        assertThat(schemas.at("/Finding/properties/severity/enum").toString()).contains("error", "warning");
        assertThat(root.at("/paths/~1api~1v1~1runs~1{id}~1events/get/responses/200/content")
                        .has("text/event-stream"))
                .isTrue();
    }
}
