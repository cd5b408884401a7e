package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.XrdpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server farm of three machines: the controller here, a client agent and an RDSH server in network namespaces. The
 * agent joins with a token, a build starts a run over HTTPS, desktop agents in users' sessions connect with TLS. What
 * the machines send each other is recorded, and neither there nor in any file, command line or environment may a secret
 * be. As root.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class FarmLongIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int USERS = 2;
    private static final String TITLE = "the quick brown fox of this test";
    private static final String PASSWORD = "correct-horse-battery-staple";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final List<Process> recorders = new ArrayList<>();

    @Test
    void aFarmIsMeasuredOverTlsAndSecretsAreNowhere() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        try (SecretSearch search =
                        new SecretSearch(Set.of(ProcessHandle.current().pid()));
                NetworkNamespace client = new NetworkNamespace(0);
                NetworkNamespace host = new NetworkNamespace(1);
                ControllerProgram controller = ControllerProgram.start(
                        folder, "--agents", NetworkNamespace.HERE + ":0", "--https", NetworkNamespace.HERE + ":0")) {
            String hostAddress = client.cableTo(host);
            recorders.add(client.record(folder.resolve("client.pcap")));
            recorders.add(host.record(folder.resolve("host.pcap")));
            try {
                measure(search, controller, client, host, hostAddress);
            } finally {
                for (Process recorder : recorders) {
                    recorder.destroy();
                    recorder.waitFor(10, TimeUnit.SECONDS);
                }
            }
            assertNothingReadable(search);
        }
    }

    private void measure(
            SecretSearch search,
            ControllerProgram controller,
            NetworkNamespace client,
            NetworkNamespace host,
            String hostAddress)
            throws Exception {
        Matcher web = controller
                .program()
                .awaitPrinted("other machines: (https://\\S+) .*authority (sha256:[0-9a-f]{64})", SOON);
        for (TokenRole role : TokenRole.values()) {
            search.add(
                    role.file(),
                    Files.readString(Path.of(controller.data().token(role))).strip());
        }
        String apiToken = apiToken(controller);
        search.add("API token", apiToken);
        search.add("password of a person", PASSWORD);
        addPerson(controller);

        Matcher join = command(controller, "enrol", "--label", "farm")
                .awaitPrinted("echo (\\S+) \\| \\./deskmeter agent --controller (\\S+) --join -", SOON);
        search.add("join token", join.group(1));
        Path joinFile = Files.writeString(folder.resolve("join.secret"), join.group(1));
        ProgramForUsers users =
                ProgramForUsers.copy(folder, " --controller " + join.group(2) + " --authority " + web.group(2));

        List<String> agentCommand = new ArrayList<>(client.command());
        agentCommand.addAll(WithoutNetwork.ownDisplays());
        Map<String, String> testbed = new LinkedHashMap<>();
        Process rdsh = testbed(host, hostAddress, users);
        try (Program agent = Program.start(
                folder,
                agentCommand,
                Map.of("HOME", folder.toString()),
                "agent",
                "--controller",
                join.group(2),
                "--join-file",
                joinFile.toString(),
                "--state",
                folder + "/a")) {
            String id = agent.awaitPrinted("has joined as agent (\\S+)", SOON).group(1);
            agent.awaitPrinted("connected to the controller", SOON);
            awaitReady(rdsh, testbed);
            Path accounts = Path.of(testbed.get("accounts"));
            for (String line : Files.readAllLines(accounts)) {
                String[] account = line.split(",", 2);
                if (!account[0].equals("user")) {
                    search.add("password of " + account[0], account[1]);
                }
            }
            logInAndOut(client, web.group(1), web.group(2));
            run(controller, client, web.group(1), web.group(2), apiToken, testbed);
            // Logs of sessions go with the users.
            assertThat(search.inFiles(accounts.getParent(), file -> file.equals(accounts)))
                    .isEmpty();
            assertRevokedInMidRun(controller, id, agent, testbed);
        } finally {
            rdsh.getOutputStream().close();
            assertThat(rdsh.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** A run that has begun ends with the reason, and the agent with its code. */
    private void assertRevokedInMidRun(
            ControllerProgram controller, String id, Program agent, Map<String, String> testbed) throws Exception {
        String run = controller.startRun(profile(testbed, 20));
        Awaitility.await("sessions work")
                .atMost(Duration.ofMinutes(3))
                .until(() -> controller
                        .get("/runs/" + run)
                        .at("/sessions/0/state")
                        .asString()
                        .equals("working"));
        long revoked = System.nanoTime();
        try (Program revoke = command(controller, "revoke", id, "--because", "stolen")) {
            assertThat(revoke.await(SOON).exitCode()).as(revoke.printed()).isZero();
        }
        Program.Ended refused = agent.await(SOON);
        assertThat(refused.exitCode()).as(refused.printed()).isEqualTo(4);
        assertThat(refused.printed()).contains("was revoked at", "stolen");
        Awaitility.await("the run ends")
                .atMost(SOON)
                .until(() -> controller.get("/runs/" + run).at("/ended").asBoolean());
        assertThat(controller.get("/runs/" + run).at("/reasons").toString()).contains("was revoked at", "stolen");
        System.out.println("revoked: all had ended after "
                + Duration.ofNanos(System.nanoTime() - revoked).toMillis() + " ms");
    }

    private void run(
            ControllerProgram controller,
            NetworkNamespace client,
            String web,
            String authority,
            String apiToken,
            Map<String, String> testbed)
            throws Exception {
        Path profile = Files.writeString(folder.resolve("farm.yaml"), profile(testbed, 1));
        Path token = Files.writeString(folder.resolve("api.secret"), apiToken);
        try (Program run = Program.start(
                folder,
                client.command(),
                Map.of("HOME", folder.toString()),
                "run",
                profile.toString(),
                "--controller",
                web,
                "--authority",
                authority,
                "--token-file",
                token.toString(),
                "--accounts",
                testbed.get("accounts"),
                "--out",
                folder + "/out")) {
            Program.Ended ended = run.await(Duration.ofMinutes(6));
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        Results results = new Results(folder.resolve("out"));
        ConsistentResults.check(results, controller);
        assertThat(results.timings().stream()
                        .filter(row -> row.get("steady").equals("true"))
                        .map(row -> row.get("outcome")))
                .hasSizeGreaterThanOrEqualTo(13 * USERS)
                .containsOnly("ok");
        assertThat(results.report().at("/run/mode").asString()).isEqualTo("remote");
    }

    private static String profile(Map<String, String> testbed, int iterations) {
        return """
                title: %s
                workloads:
                  workloads: [office/writer]
                  iterations: %d
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 300ms, spread: 50%%}
                mode: remote
                agents: [farm]
                target:
                  rdp:
                    hosts: ["%s"]
                    usersPerHost: %d
                    accounts: accounts
                    keyboard: { layout: us }
                    certificate: "%s"
                load: {fixed: {sessions: %d}}
                thresholds: {A: 20s, B: 60s}
                validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
                logonInterval: 1s
                """.formatted(TITLE, iterations, testbed.get("address"), USERS, testbed.get("certificate"), USERS);
    }

    private Process testbed(NetworkNamespace host, String address, ProgramForUsers users) throws IOException {
        List<String> command = new ArrayList<>(host.command());
        command.addAll(WithoutNetwork.ownDisplays());
        command.addAll(List.of(Program.HOME.resolve("deskmeter").toString(), "testbed", "rdsh", "--listen", address));
        command.addAll(List.of("--users", Integer.toString(USERS), "--session-command", users.desktopAgent()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("testbed.txt").toFile());
        builder.environment().put("DESKMETER_READY", "yes");
        return builder.start();
    }

    private static void awaitReady(Process rdsh, Map<String, String> said) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(rdsh.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null && !line.equals("ready"); line = out.readLine()) {
            String[] parts = line.split(": ", 2);
            said.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        assertThat(said).containsKeys("address", "certificate", "accounts");
    }

    private static String apiToken(ControllerProgram controller) throws Exception {
        String body = "{\"name\":\"build\",\"role\":\"operator\",\"expires\":\""
                + Instant.now().plus(Duration.ofDays(1)) + "\"}";
        HttpResponse<String> made = post(controller, "/api/v1/tokens", body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(made.body()).path("token").asString();
    }

    private static void addPerson(ControllerProgram controller) throws Exception {
        String body = "{\"name\":\"anna\",\"role\":\"operator\",\"password\":\"" + PASSWORD + "\"}";
        HttpResponse<String> made = post(controller, "/api/v1/users", body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    private static HttpResponse<String> post(ControllerProgram controller, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(controller.web() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return controller.data().client().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void logInAndOut(NetworkNamespace client, String web, String authority) throws Exception {
        Path password = Files.writeString(folder.resolve("password.secret"), PASSWORD + "\n");
        Map<String, String> environment = Map.of("HOME", folder.toString(), "XDG_CONFIG_HOME", folder + "/config");
        try (Program login = Program.start(
                folder,
                client.command("sh", "-c", "exec \"$@\" < " + password, "sh"),
                environment,
                "login",
                web,
                "--authority",
                authority,
                "--user",
                "anna")) {
            assertThat(login.await(SOON).exitCode()).as(login.printed()).isZero();
        }
        try (Program logout = Program.start(folder, client.command(), environment, "logout")) {
            assertThat(logout.await(SOON).exitCode()).as(logout.printed()).isZero();
        }
    }

    private Program command(ControllerProgram controller, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--controller", controller.web(), "--data", folder + "/data"));
        return Program.start(folder, all.toArray(String[]::new));
    }

    private void assertNothingReadable(SecretSearch search) throws IOException {
        assertThat(search.inProcesses()).isEmpty();
        for (String capture : List.of("client.pcap", "host.pcap")) {
            Path file = folder.resolve(capture);
            assertThat(Files.size(file)).as("bytes of the run").isGreaterThan(50_000);
            String seen = Files.readString(file, StandardCharsets.ISO_8859_1);
            for (String text : List.of(TITLE, "office/writer", "iterations: 1")) {
                assertThat(seen.contains(text)).as("%s in %s", text, capture).isFalse();
            }
        }
        assertThat(search.inFiles(folder, this::keepsSecrets)).isEmpty();
    }

    /** The files that are there to keep a secret, and those by which the test gave some. */
    private boolean keepsSecrets(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".secret") || name.endsWith(".token") || isCommandLine(file);
    }

    /** The output of {@code enrol}, which prints the token to be pasted. */
    private boolean isCommandLine(Path file) {
        try {
            return file.getParent().equals(folder)
                    && file.getFileName().toString().startsWith("printed-")
                    && Files.readString(file).contains(" --join ");
        } catch (IOException e) {
            return false;
        }
    }
}
