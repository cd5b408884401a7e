package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./deskmeter controller} with a data folder, its REST, and agents for it. */
final class ControllerProgram implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final Path folder;
    private final Map<String, String> environment;
    private final Program program;

    private ControllerProgram(Path folder, Map<String, String> environment, Program program) {
        this.folder = folder;
        this.environment = environment;
        this.program = program;
    }

    /**
     * Starts one on free ports; its data folder is {@code data} below the folder, also after a restart. It, its agents
     * and its runs have the {@link FirstCompiler} alone.
     *
     * @param options further ones of the command
     */
    static ControllerProgram start(Path folder, String... options) throws IOException {
        Map<String, String> environment = new HashMap<>(FirstCompiler.ALONE);
        environment.putAll(home(folder));
        return start(folder, environment, options);
    }

    /** Like {@link #start(Path, String...)}, but with Java's options as users have them. */
    static ControllerProgram startAsUsersDo(Path folder, String... options) throws IOException {
        return start(folder, home(folder), options);
    }

    private static ControllerProgram start(Path folder, Map<String, String> environment, String... options)
            throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("controller", "--http-port", "0", "--link-port", "0", "--data", folder + "/data"));
        arguments.addAll(List.of(options));
        if (arguments.stream().noneMatch(option -> option.startsWith("--store"))) {
            arguments.addAll(TestStore.options(folder));
        }
        return new ControllerProgram(
                folder, environment, Program.start(folder, environment, arguments.toArray(String[]::new)));
    }

    private static Map<String, String> home(Path folder) {
        return Map.of("HOME", folder.toString());
    }

    /** The address of its pages, {@code http://…}. */
    String web() {
        return program.awaitPrinted("(http://127\\.0\\.0\\.1:\\d+)", START).group(1);
    }

    /** The address to which agents connect, host:port. */
    String link() {
        return program.awaitPrinted("agents connect to (127\\.0\\.0\\.1:\\d+)", START)
                .group(1);
    }

    DataFolder data() {
        return DataFolder.below(folder);
    }

    /** An agent for it, with its state in {@code agent} below the folder. */
    Program startAgent(String... options) throws IOException {
        return startAgent(folder.resolve("agent"), options);
    }

    /**
     * An agent for it.
     *
     * @param options further ones of the command
     */
    Program startAgent(Path state, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("agent", "--controller", link()));
        arguments.addAll(List.of("--token-file", data().token(TokenRole.AGENT), "--state", state.toString()));
        arguments.addAll(List.of(options));
        return Program.start(folder, environment, arguments.toArray(String[]::new));
    }

    /** Like {@link #startAgent(String...)}; returns when it is connected. */
    Program connectAgent() throws IOException {
        Program agent = startAgent();
        agent.awaitPrinted("connected to the controller", START);
        return agent;
    }

    /** {@code ./deskmeter run} of a profile on it. */
    Program run(Path profile, Path out, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", profile.toString(), "--controller", web()));
        arguments.addAll(List.of("--data", data().toString(), "--out", out.toString()));
        arguments.addAll(List.of(options));
        return Program.start(folder, environment, arguments.toArray(String[]::new));
    }

    Program program() {
        return program;
    }

    /** SIGKILL. */
    void kill() {
        program.kill();
    }

    /** Begins a run; its id. */
    String startRun(String profile) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(uri("/runs"))
                .header("Content-Type", "application/yaml")
                .POST(HttpRequest.BodyPublishers.ofString(profile)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(answer.body()).at("/id").asString();
    }

    HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(uri(path)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    /** A document that is not JSON. */
    String text(String path, String accept) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(uri(path)).header("Accept", accept));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    String state(String run) throws IOException, InterruptedException {
        return get("/runs/" + run).at("/state").asString();
    }

    /** Timings of a run that are stored. */
    long timings(String run) throws IOException, InterruptedException {
        List<String> lines =
                text("/runs/" + run + "/timings", "text/csv").lines().toList();
        assertThat(lines.get(0)).isEqualTo(Results.CSV_HEADER);
        return lines.size() - 1L;
    }

    void awaitTimings(String run, long count) {
        Awaitility.await("timings are stored").atMost(Duration.ofSeconds(90)).until(() -> timings(run) >= count);
    }

    private URI uri(String path) {
        return URI.create(web() + "/api/v1" + path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpClient client = data().client();
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws InterruptedException {
        program.close();
    }
}
