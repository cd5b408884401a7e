package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * The REST interface against its own OpenAPI document: a property tester generates valid and invalid requests from it,
 * and checks that the responses conform to the document. It belongs to the longer lane, because it downloads the tester
 * (below {@code target/}) and takes minutes. A failure contains the command that repeats it; {@code -Ddeskmeter.seed=N}
 * generates other requests.
 */
class RestPropertiesLongTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path TOOL = Path.of("src/test/schemathesis");
    private static final Path FETCHED = Path.of("target/schemathesis").toAbsolutePath();
    private static final Pattern CASES = Pattern.compile("(?m)^\\s*(\\d+) generated");
    private static final int LEAST_CASES = 1_500;
    private static final int CASES_PER_CALL = 40;

    @TempDir
    Path folder;

    private final HttpClient http = Clients.of(() -> this.server);

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private LinkedAgent agent;

    @BeforeEach
    void start() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        server = ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads));
        agent = new LinkedAgent(server, workloads);
    }

    @AfterEach
    void stop() {
        agent.close();
        server.close();
    }

    @Test
    void everyAnswerIsAsTheDocumentSays() throws Exception {
        String run = aFinishedRun();
        send("PUT", "/api/v1/accounts/lab", "text/csv", "user,password\nann,secret\n");
        send(
                "PUT",
                "/api/v1/run-profiles/mine",
                "application/yaml",
                SampleRoot.PROFILE.replaceFirst("(?m)^id:.*\n", ""));
        Path tester = fetched();
        // By ourselves: a controller that makes it for the first time takes longer than the tester waits, on a busy
        // machine.
        Path document = Files.writeString(folder.resolve("openapi.json"), send("GET", "/api/v1/openapi", "", ""));
        Path config = Files.writeString(
                folder.resolve("schemathesis.toml"),
                Files.readString(TOOL.resolve("schemathesis.toml"))
                        // Queries use a run with results; changes use any run.
                        + known("/api/v1/runs/{id}", "GET", "id", run)
                        + known("/api/v1/runs/{id}/.*", "GET", "id", run)
                        + known("/api/v1/run-profiles/{id}.*", "GET", "id", "mine")
                        + known("/api/v1/accounts/{name}", "GET", "name", "lab"));
        Printed answer = run(
                Duration.ofMinutes(20),
                tester.toString(),
                "--config-file",
                config.toString(),
                "run",
                document.toString(),
                "--url",
                server.address().toString(),
                "--header",
                "Authorization: Bearer "
                        + Files.readString(server.tokenFile(TokenRole.ADMIN)).strip(),
                "--max-examples",
                String.valueOf(CASES_PER_CALL),
                "--seed",
                System.getProperty("deskmeter.seed", "1"));
        String said = answer.text();
        int summary = said.indexOf("= SUMMARY =");
        System.out.println(summary < 0 ? said : said.substring(said.lastIndexOf('\n', summary) + 1));
        assertThat(answer.exitCode()).as(said).isZero();
        Matcher cases = CASES.matcher(said);
        assertThat(cases.find()).as(said).isTrue();
        assertThat(Integer.parseInt(cases.group(1))).isGreaterThanOrEqualTo(LEAST_CASES);
    }

    private static String known(String path, String method, String parameter, String value) {
        String regex = "^" + path.replace("{", "\\\\{").replace("}", "\\\\}") + "$";
        return "\n[[operations]]\ninclude-path-regex = \"" + regex + "\"\ninclude-method = \"" + method
                + "\"\nparameters = { \"path." + parameter + "\" = \"" + value + "\" }\n";
    }

    private String aFinishedRun() throws Exception {
        String id = JSON.readTree(send("POST", "/api/v1/runs", "application/yaml", SampleRoot.PROFILE))
                .path("id")
                .asString();
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> JSON.readTree(send("GET", "/api/v1/runs/" + id, "", ""))
                        .path("ended")
                        .asBoolean());
        return id;
    }

    private String send(String method, String path, String type, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Accept", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode() / 100).as(response.body()).isEqualTo(2);
        return response.body();
    }

    /** The tester in a separate folder, downloaded if these versions are missing. */
    private Path fetched() throws Exception {
        Path wanted = TOOL.resolve("requirements.txt");
        Path had = FETCHED.resolve("requirements.txt");
        Path tester = FETCHED.resolve("bin/schemathesis");
        if (!Files.exists(had) || !Files.readString(had).equals(Files.readString(wanted))) {
            run(Duration.ofMinutes(5), "python3", "-m", "venv", "--clear", FETCHED.toString());
            Printed pip = run(
                    Duration.ofMinutes(10),
                    FETCHED.resolve("bin/pip").toString(),
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--no-deps",
                    "-r",
                    wanted.toAbsolutePath().toString());
            assertThat(pip.exitCode()).as(pip.text()).isZero();
            Files.copy(wanted, had);
        }
        return tester;
    }

    private record Printed(int exitCode, String text) {}

    private Printed run(Duration atMost, String... command) throws IOException, InterruptedException {
        Path printed = Files.createTempFile(folder, "printed-", ".txt");
        List<String> words = new ArrayList<>(List.of(command));
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS))
                    .as(words + " within " + atMost)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Printed(process.exitValue(), Files.readString(printed));
    }
}
