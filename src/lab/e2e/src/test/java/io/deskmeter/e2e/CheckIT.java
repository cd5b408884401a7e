package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.RdshUser;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A profile with thirteen faults, checked in one pass against a real terminal server, and the same without them. As
 * root; skipped otherwise.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class CheckIT {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String WIDE = """
            title: A large map, on a program that terminal servers have
            application: { linux: [openbox, --sm-disable] }
            operations:
              - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/map.png, within: 30s } }
              - { id: look, group: A, do: { keys: Home }, until: { changes: { screen: whole }, within: 30s } }
            """;
    private static final String ALIKE = """
            title: Two states that one picture stands for
            application: { linux: [openbox, --sm-disable] }
            operations:
              - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/map.png, within: 30s } }
              - { id: look, group: A, do: { keys: Home }, until: { appears: landmarks/part.png, within: 30s } }
            """;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Path smallDisk =
            Path.of("/tmp/deskmeter-small-" + ProcessHandle.current().pid());
    private XrdpServer server;
    private ControllerProgram controller;

    @BeforeEach
    void start() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        BufferedImage map = map();
        workload("test/wide", WIDE, Map.of("map.png", map));
        workload("test/alike", ALIKE, Map.of("map.png", map, "part.png", map.getSubimage(20, 20, 120, 80)));
        controller =
                keep(ControllerProgram.start(folder, "--workloads", workloads().toString()));
        server = keep(XrdpServer.start(XrdpSettings.of(4, "").withLoginWindow()));
    }

    private void workload(String id, String document, Map<String, BufferedImage> landmarks) throws IOException {
        Path folder = Files.createDirectories(workloads().resolve(id).resolve("landmarks"));
        for (Map.Entry<String, BufferedImage> landmark : landmarks.entrySet()) {
            ImageIO.write(
                    landmark.getValue(),
                    "png",
                    folder.resolve(landmark.getKey()).toFile());
        }
        Files.writeString(folder.resolveSibling("workload.yaml"), document);
    }

    /** Larger than a small desktop. */
    private static BufferedImage map() {
        BufferedImage map = new BufferedImage(400, 250, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(1);
        for (int i = 0; i < 160; i++) {
            int colour = random.nextInt(0x1000000);
            int left = random.nextInt(370);
            int top = random.nextInt(230);
            for (int y = top; y < top + 20; y++) {
                for (int x = left; x < left + 30; x++) {
                    map.setRGB(x, y, colour);
                }
            }
        }
        return map;
    }

    private Path workloads() {
        return folder.resolve("workloads");
    }

    private <T extends AutoCloseable> T keep(T resource) {
        open.add(0, resource);
        return resource;
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
        if (Files.exists(smallDisk)) {
            command("umount", smallDisk.toString());
            Files.delete(smallDisk);
        }
    }

    private static void command(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).inheritIO().start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0)
                .as(String.join(" ", words))
                .isTrue();
    }

    private void agent(Path state, String... more) throws IOException {
        List<String> options =
                new ArrayList<>(List.of("--workloads", workloads().toString()));
        options.addAll(List.of(more));
        keep(controller.startAgent(state, options.toArray(String[]::new)))
                .awaitPrinted("connected to the controller", START);
    }

    @Test
    void aHealthyProfileHasNoFindingAndNobodyStaysLoggedOn() throws Exception {
        agent(folder.resolve("agent"));
        JsonNode report = check(profile("test/wide", "1s", 4, "1280x800", "", ""), accounts(server.users()), 0);
        List<String> found = new ArrayList<>();
        for (JsonNode finding : report.at("/findings")) {
            // Others may use this machine while the tests run.
            if (!finding.at("/what").asString().equals("agent load")) {
                found.add(finding.toString());
            }
        }
        assertThat(found).isEmpty();
        for (RdshUser user : server.users()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(server.processesOf(user)).isEmpty());
        }
    }

    @Test
    void thirteenPlantedFaultsAreFoundInOnePass() throws Exception {
        Files.createDirectory(smallDisk);
        command("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", smallDisk.toString());
        agent(smallDisk.resolve("agent"), "--name", "small");
        RdshUser wrong = server.users().get(1);
        RdshUser occupied = server.users().get(2);
        keep(new OldAgent(controller.link(), DataFolder.below(folder)));
        agentInSession(occupied);
        List<RdshUser> users = new ArrayList<>(server.users());
        users.set(1, new RdshUser(wrong.name(), "not-" + wrong.password(), wrong.home()));
        users.add(server.users().get(0));
        String nowhere;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = "127.0.0.1:" + free.getLocalPort();
        }
        JsonNode report = check(
                profile(
                        "test/wide, test/alike, office/nope",
                        "1ms",
                        10,
                        "320x200",
                        ", \"" + nowhere + "\"",
                        "agents: [site-x]"),
                accounts(users),
                3);
        String all = report.toPrettyString();
        found(report, "target logon", wrong.name() + " on " + server.host() + ":" + server.port());
        found(report, "target reach", nowhere);
        found(report, "application", "test/wide, agent ");
        found(report, "workload", "office/nope");
        found(report, "accounts", "load");
        found(report, "target occupied", occupied.name() + " on ");
        found(report, "agent disk", "agent small (client)");
        found(report, "agent version", "agent elsewhere (client)");
        found(report, "threshold", "thresholds.A");
        found(report, "duplicate user", server.users().get(0).name() + " in accounts users");
        found(report, "landmark size", "test/wide/landmarks/");
        found(report, "agent label", "agents: [site-x]");
        found(report, "workload lint", "test/alike/landmarks/part.png");
        assertThat(report.at("/tookMillis").asLong()).as(all).isLessThan(60_000);
    }

    private static void found(JsonNode report, String what, String where) {
        for (JsonNode finding : report.at("/findings")) {
            String said = finding.at("/where").asString() + ": "
                    + finding.at("/value").asString();
            if (finding.at("/what").asString().equals(what) && said.contains(where)) {
                return;
            }
        }
        throw new AssertionError(what + ", " + where + " is not in " + report.toPrettyString());
    }

    /** A real one on a display of its own, as the user's; it has nothing on its PATH but what Java needs. */
    private void agentInSession(RdshUser user) throws Exception {
        SessionOf session = keep(new SessionOf(user, controller.link(), folder));
        Awaitility.await()
                .atMost(START)
                .untilAsserted(() -> assertThat(agents())
                        .as("agents; the desktop agent printed:%n%s", session.printed())
                        .contains("\"role\":\"desktop\""));
    }

    private String agents() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(controller.web() + "/api/v1/agents"))
                .build();
        return DataFolder.below(folder)
                .client()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private String profile(String workloads, String a, int users, String desktop, String host, String more) {
        return """
                workloads: { workloads: [%s] }
                target:
                  rdp:
                    hosts: ["%s:%d"%s]
                    usersPerHost: %d
                    accounts: users
                    keyboard: { layout: us }
                    certificate: sha256:%s
                    desktop: %s
                load: { fixed: { sessions: %d } }
                thresholds: { A: %s, B: 6s }
                %s
                """.formatted(
                        workloads,
                        server.host(),
                        server.port(),
                        host,
                        users,
                        server.certificateSha256(),
                        desktop,
                        users,
                        a,
                        more);
    }

    private Path accounts(List<RdshUser> users) throws IOException {
        StringBuilder table = new StringBuilder("user,password\n");
        users.forEach(user ->
                table.append(user.name()).append(',').append(user.password()).append('\n'));
        return Files.writeString(folder.resolve("users.csv"), table);
    }

    private JsonNode check(String profile, Path accounts, int exitCode) throws Exception {
        Path file = Files.writeString(folder.resolve("profile.yaml"), profile);
        try (Program program = Program.start(
                folder,
                "check",
                file.toString(),
                "--json",
                "--controller",
                controller.web(),
                "--data",
                DataFolder.below(folder).toString(),
                "--accounts",
                accounts.toString())) {
            Program.Ended ended = program.await(Duration.ofMinutes(3));
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(exitCode);
            return JSON.readTree(ended.printed());
        }
    }

    /** An agent of an old version: it sends its hello, and supports no messages. */
    private static final class OldAgent implements ControllerHandler, AutoCloseable {
        private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        private final LinkClient client;

        private OldAgent(String link, DataFolder data) {
            int colon = link.lastIndexOf(':');
            LinkClientSettings settings = LinkClientSettings.to(
                            link.substring(0, colon), Integer.parseInt(link.substring(colon + 1)))
                    .withToken(TokenSource.of(Path.of(data.token(TokenRole.AGENT))));
            Hello hello = Hello.newBuilder()
                    .setProtocol(1)
                    .setAgentId("old")
                    .setInstance("i")
                    .setHost("elsewhere")
                    .setVersion("0.0.1")
                    .putAllFacts(Map.of())
                    .build();
            this.client = new LinkClient(settings, () -> hello, this, timers);
            client.start();
        }

        @Override
        public void connected(Welcome welcome) {}

        @Override
        public void received(FromController message) {}

        @Override
        public void disconnected(String reason) {}

        @Override
        public void refused(String reason) {}

        @Override
        public void close() {
            client.close();
            timers.shutdownNow();
        }
    }
}
