package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.carry;
import static io.deskmeter.e2e.MadePackages.made;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What tests do with machines that have packages: start a controller and agents on them, ask its REST interface, run a
 * profile.
 */
final class PackagedMachines {
    static final Duration SOON = Duration.ofMinutes(1);
    static final Duration RUN = Duration.ofMinutes(10);
    static final Duration PASTED = Duration.ofSeconds(60);

    private static final Pattern LINE =
            Pattern.compile("(echo (\\S+) \\| deskmeter agent --controller (\\S+) --join -)");

    static final String PROFILE = """
            title: package
            workloads:
              workloads: [office/writer]
              iterations: %d
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 300ms, spread: 50%%}
            mode: local
            agents: [farm]
            target: {local: {desktop: 1280x800}}
            load: {fixed: {sessions: 1}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
            """;

    private PackagedMachines() {}

    static void set(Machine machine, String file, String settings) throws IOException {
        Files.writeString(machine.file("/etc/deskmeter/" + file), settings, StandardOpenOption.APPEND);
    }

    /** The controller's REST interface, as a program on its machine has it. */
    static String rest(Machine server, String path, String... options) throws Exception {
        return get(server, "/api/v1" + path, options);
    }

    static String get(Machine server, String path, String... options) throws Exception {
        Path header = Files.createTempFile("dm-", ".header");
        try {
            Files.writeString(header, "Authorization: Bearer " + secret(server, TokenRole.ADMIN));
            List<String> curl = new ArrayList<>(List.of("curl", "-sS", "--fail-with-body", "--max-time", "20"));
            curl.addAll(List.of("-H", "@" + header));
            curl.addAll(List.of(options));
            curl.add("http://127.0.0.1:8080" + path);
            return server.inNetwork(SOON, curl.toArray(String[]::new));
        } finally {
            Files.delete(header);
        }
    }

    /** One of those that the controller has for programs of its machine. */
    static String secret(Machine server, TokenRole role) throws IOException {
        return Files.readString(server.file("/var/lib/deskmeter/controller/" + role.file()))
                .strip();
    }

    /** Installs a package, or upgrades to it; what dpkg prints. */
    static String install(Machine machine, String making, String part) throws Exception {
        return machine.run("dpkg -i " + carry(machine, made(making, part, ".deb")));
    }

    /** With a port for agents of other machines. */
    static void startController(Machine server) throws Exception {
        install(server, "first", CONTROLLER);
        set(server, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + server.address() + "\n");
        server.run("systemctl enable --now " + CONTROLLER);
        server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
    }

    /** A line to paste: whole, its token, and its address. */
    static Matcher enrol(Machine server) throws Exception {
        Matcher line = LINE.matcher(server.run("deskmeter enrol --label farm"));
        assertThat(line.find()).isTrue();
        return line;
    }

    static void joinWithSettings(Machine desk, Matcher line) throws IOException {
        joinWithSettings(desk, line.group(2), line.group(3));
    }

    static void joinWithSettings(Machine desk, String token, String address) throws IOException {
        set(desk, "agent.yaml", "controller: " + address + "\njoin: " + token + "\n");
    }

    /** An agent as a service that has joined. */
    static void startAgent(Machine server, Machine desk) throws Exception {
        install(desk, "first", AGENT);
        Matcher line = enrol(server);
        joinWithSettings(desk, line);
        desk.run("systemctl enable --now " + AGENT);
        desk.awaitJournal(AGENT, "connected to the controller");
    }

    /** That is good for one machine. */
    static JsonNode joinToken(Machine server, int seconds) throws Exception {
        return JsonMapper.shared()
                .readTree(rest(
                        server,
                        "/enrolments",
                        "-H",
                        "Content-Type: application/json",
                        "--data",
                        "{\"machines\":1,\"labels\":[\"farm\"],\"validSeconds\":" + seconds + "}"));
    }

    /** Puts a token into a file of a machine, which nobody else can read. */
    static void give(Machine desk, String token) throws IOException {
        Files.writeString(desk.file("/root/tokens/token"), token + "\n");
    }

    /** Pastes a line at a terminal, and waits until its agent is on the controller's list. */
    static void paste(Machine server, Machine desk) throws Exception {
        String line = enrol(server).group(1);
        assertThat(JsonMapper.shared().readTree(rest(server, "/agents"))).isEmpty();
        long pasted = System.nanoTime();
        desk.run("cd /root && (" + line + ") >agent.txt 2>&1 &");
        Awaitility.await("the agent at the controller")
                .atMost(PASTED)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> rest(server, "/agents").contains("\"connected\":true"));
        System.out.printf("from the pasted line to the list of agents: %.1f s%n", (System.nanoTime() - pasted) / 1e9);
    }

    /** A run on the agent that there is. */
    static void assertMeasures(Machine server) throws Exception {
        Files.writeString(Files.createDirectories(server.file("/packages")).resolve("farm.yaml"), PROFILE.formatted(1));
        String printed = server.run(
                RUN,
                "cd /packages && deskmeter run farm.yaml --no-check --controller http://127.0.0.1:8080 --out measured");
        assertThat(printed).contains("Finished", "pass");
        assertThat(Files.readAllLines(server.file("/packages/measured/timings.csv")))
                .hasSizeGreaterThan(5);
    }
}
