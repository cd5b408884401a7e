package io.deskmeter.bench.controller;

import io.deskmeter.link.access.TokenSource;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a controller's REST interface. Thread-safe. */
public final class ControllerApi {
    private static final int PAGE = 10_000;
    private static final int CONFLICT = 409;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI root;
    private final TokenSource token;

    /**
     * Connects to one controller.
     *
     * @param root {@code http://HOST:PORT/api/v1}
     * @param token the controller's secret
     */
    ControllerApi(URI root, TokenSource token) {
        this.root = root;
        this.token = token;
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return json(http.send(request(path).build(), BodyHandlers.ofString()), 200);
    }

    /** Starts a run; returns its id. */
    public String run(String profile) throws IOException, InterruptedException {
        HttpRequest post = request("/runs")
                .header("Content-Type", "application/yaml")
                .POST(HttpRequest.BodyPublishers.ofString(profile))
                .build();
        return json(http.send(post, BodyHandlers.ofString()), 201).at("/id").asString();
    }

    /** Makes a token with which this number of agents can join. */
    String joinToken(int agents) throws IOException, InterruptedException {
        HttpRequest post = request("/enrolments")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"machines\": " + agents + "}"))
                .build();
        return json(http.send(post, BodyHandlers.ofString()), 201).at("/token").asString();
    }

    /** Adds a person who only reads. */
    public void addViewer(String name, String password) throws IOException, InterruptedException {
        HttpRequest post = request("/users")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"name\": \"" + name + "\", \"role\": \"viewer\", \"password\": \"" + password + "\"}"))
                .build();
        json(http.send(post, BodyHandlers.ofString()), 201);
    }

    /**
     * Ends a run.
     *
     * @param what {@code stop} or {@code abort}
     * @return whether it was accepted; false if the run had ended before
     */
    public boolean end(String run, String what) throws IOException, InterruptedException {
        HttpRequest post = request("/runs/" + run + "/" + what)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = http.send(post, BodyHandlers.ofString());
        if (answer.statusCode() == CONFLICT) {
            return false;
        }
        json(answer, 202);
        return true;
    }

    /** The users' secret, for logins of browsers. */
    public HttpCookie logIn() throws IOException, InterruptedException {
        HttpRequest open = HttpRequest.newBuilder(root.resolve(loginPath())).build();
        HttpResponse<Void> answer = http.send(open, BodyHandlers.discarding());
        String cookie = answer.headers()
                .firstValue("Set-Cookie")
                .orElseThrow(() -> new IOException(answer.uri() + ": no cookie (expected: one)"));
        return HttpCookie.parse(cookie).get(0);
    }

    /** Downloads a resource to a file. */
    public void download(String path, Path file) throws IOException, InterruptedException {
        HttpResponse<Path> answer = http.send(request(path).build(), BodyHandlers.ofFile(file));
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + ": " + answer.statusCode() + " (expected: 200)");
        }
    }

    /** The path of a login link that works once. */
    private String loginPath() throws IOException, InterruptedException {
        HttpRequest post = request("/login-links")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return json(http.send(post, BodyHandlers.ofString()), 201).at("/path").asString();
    }

    /** The number of stored timings of a run. */
    public int stored(String run) throws IOException, InterruptedException {
        return get("/runs/" + run + "/timings?limit=1").at("/total").asInt();
    }

    /** How many samples of a run are stored. */
    public int storedSamples(String run) throws IOException, InterruptedException {
        return get("/runs/" + run + "/samples?limit=1").at("/total").asInt();
    }

    /**
     * The stored timings of a run.
     *
     * @param keys all of them
     * @param twice how many came more than once
     */
    public record Stored(TimingKeys keys, int twice) {}

    /** All timings of a run. */
    public Stored timings(String run) throws IOException, InterruptedException {
        TimingKeys found = new TimingKeys();
        int twice = 0;
        int total = PAGE;
        for (int offset = 0; offset < total; offset += PAGE) {
            JsonNode page = get("/runs/" + run + "/timings?offset=" + offset + "&limit=" + PAGE);
            total = page.at("/total").asInt();
            for (JsonNode timing : page.at("/timings")) {
                twice += found.add(
                                timing.at("/session").asInt(),
                                timing.at("/sequence").asLong())
                        ? 0
                        : 1;
            }
        }
        return new Stored(found, twice);
    }

    /** All samples of a run. */
    public Stored samples(String run) throws IOException, InterruptedException {
        TimingKeys found = new TimingKeys();
        int[] twice = {0};
        HttpResponse<Stream<String>> answer =
                http.send(request("/runs/" + run + "/samples.csv").build(), BodyHandlers.ofLines());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + ": " + answer.statusCode() + " (expected: 200)");
        }
        try (Stream<String> lines = answer.body()) {
            Iterator<String> rows = lines.iterator();
            List<String> header = List.of(rows.next().split(",", -1));
            int session = header.indexOf("session");
            int sequence = header.indexOf("sequence");
            rows.forEachRemaining(row -> {
                // No field before the last is quoted: what the simulation names has no commas.
                String[] fields = row.split(",", -1);
                twice[0] += found.add(Integer.parseInt(fields[session]), Long.parseLong(fields[sequence])) ? 0 : 1;
            });
        }
        return new Stored(found, twice[0]);
    }

    /** A figure of the controller's own: {@code mailbox}, {@code metrics/jvm.memory.used?tag=area:heap}. */
    public JsonNode actuator(String path) throws IOException, InterruptedException {
        HttpRequest request = request(root.resolve("/actuator/" + path)).build();
        return json(http.send(request, BodyHandlers.ofString()), 200);
    }

    /** The lines of a run's event stream, until it ends. */
    public Stream<String> events(String run) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = http.send(
                request("/runs/" + run + "/events")
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofLines());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + ": " + answer.statusCode() + " (expected: 200)");
        }
        return answer.body();
    }

    /** Connected agents by their name, with their run; empty if none. */
    public Map<String, String> connected() throws IOException, InterruptedException {
        Map<String, String> agents = new TreeMap<>();
        for (JsonNode agent : get("/agents")) {
            if (agent.at("/connected").asBoolean()) {
                agents.put(agent.at("/host").asString(), agent.at("/run").asString(""));
            }
        }
        return agents;
    }

    private HttpRequest.Builder request(String path) {
        return request(URI.create(root + path));
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token.get());
    }

    private static JsonNode json(HttpResponse<String> answer, int expected) throws IOException {
        if (answer.statusCode() != expected) {
            throw new IOException(answer.request().method() + " " + answer.uri() + ": " + answer.statusCode()
                    + " (expected: " + expected + "): " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }
}
