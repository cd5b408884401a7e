package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The same two workloads on the servers of three makers, without a desktop agent and with one, as root. The medians go
 * to {@code target/agentless-servers.md}. In the longer lane, for it takes minutes for each server.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class AgentlessServersLongIT {
    private static final Duration END = Duration.ofMinutes(12);
    private static final List<String> WORKLOADS = List.of("office/writer", "pdf/reader");
    private static final int ITERATIONS = 5;

    private static final Path TABLE = Path.of("target", "agentless-servers.md");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private ControllerProgram controller;
    private Program agent;
    private ProgramForUsers program;
    private Path content;

    @BeforeAll
    static void beginTable() throws IOException {
        Files.deleteIfExists(TABLE);
    }

    @BeforeEach
    void start() throws Exception {
        controller = ControllerProgram.start(folder);
        agent = controller.connectAgent();
        program = ProgramForUsers.copy(folder, controller);
        content = folder.resolve("content");
        List<String> export = new ArrayList<>(List.of("workload", "export"));
        export.addAll(WORKLOADS);
        export.addAll(List.of("--out", content.toString()));
        succeed(Program.start(folder, export.toArray(String[]::new)));
    }

    @AfterEach
    void end() throws Exception {
        if (agent != null) {
            agent.close();
        }
        if (controller != null) {
            controller.close();
        }
    }

    @Test
    void tigerVnc() throws Exception {
        vnc("TigerVNC", "vnc:", VncDesktop.start(folder.resolve("desktop"), Optional.empty()));
    }

    @Test
    void tigerVncThroughItsViewer() throws Exception {
        String viewer = "viewer:\n    command: [vncviewer, -FullScreen=1, -RemoteResize=0, -MenuKey=, -Shared=1,"
                + " -ReconnectOnError=0, -NoJPEG=1, \"${host}::${port}\"]";
        vnc("TigerVNC, `vncviewer`", viewer, VncDesktop.start(folder.resolve("desktop"), Optional.empty()));
    }

    @Test
    void x11vnc() throws Exception {
        vnc("x11vnc", "vnc:", VncDesktop.startX11vnc(folder.resolve("desktop")));
    }

    @Test
    void xrdp() throws Exception {
        List<Map<String, String>> agentless;
        try (XrdpServer server = XrdpServer.start(XrdpSettings.of(1, "").withUsableDesktop())) {
            String logoff = "logoff: [{ keys: alt+F2 }, { wait: 1s }, { type: \"openbox --exit\" }, { keys: Return }]";
            agentless = rdp(
                    "agentless", server, agentless() + "\n    " + logoff + "\n    ready: { landmark: desktop.png }");
        }
        try (XrdpServer server = XrdpServer.start(XrdpSettings.of(1, program.desktopAgent()))) {
            tell("xrdp", agentless, rdp("agent", server, ""));
        }
    }

    /** @param kind of target, with the keys that only it has */
    private void vnc(String name, String kind, VncDesktop started) throws Exception {
        try (VncDesktop desktop = started) {
            String hosts = "  " + kind + "\n    hosts: [\"" + desktop.host()
                    + "\"]\n    keyboard: { layout: us, proof: manual }\n    ";
            String proof = kind.startsWith("viewer") ? "\n    ready: { landmark: desktop.png }" : "";
            List<Map<String, String>> agentless = run("agentless", hosts + agentless() + proof);
            desktop.startAgent(controller.link(), controller.data().token(TokenRole.DESKTOP));
            tell(name, agentless, run("agent", hosts));
            assertThat(desktop.stands()).isTrue();
        }
    }

    private List<Map<String, String>> rdp(String name, XrdpServer server, String more) throws Exception {
        String target =
                "  rdp:\n    hosts: [\"%s:%d\"]\n    usersPerHost: 1\n    accounts: accounts\n    keyboard: { layout: us, proof: manual }\n    certificate: sha256:%s\n    %s"
                        .formatted(server.host(), server.port(), server.certificateSha256(), more);
        return run(name, target, "--accounts", server.accountsFile().toString());
    }

    private String agentless() {
        return "desktopAgent: none\n    content: " + content + "\n    launcher: { dialog: alt+F2 }";
    }

    /** The timings of all iterations, every one ok. */
    private List<Map<String, String>> run(String name, String target, String... options) throws Exception {
        if (target.contains("desktop.png")) {
            landmark(profile("landmark", target.replace("ready: { landmark: desktop.png }", "")), options);
        }
        Path profile = profile(name, target);
        Path out = folder.resolve("out-" + name);
        String printed = succeed(controller.run(profile, out, options));
        List<Map<String, String>> timings = new Results(out)
                .timings().stream()
                        .filter(row -> WORKLOADS.contains(row.get("workload")))
                        .toList();
        assertThat(timings).as(printed).extracting(row -> row.get("outcome")).containsOnly("ok");
        for (String workload : WORKLOADS) {
            assertThat(timings)
                    .as(printed)
                    .filteredOn(row -> row.get("workload").equals(workload)
                            && row.get("operation").equals("close"))
                    .hasSize(ITERATIONS);
        }
        return timings;
    }

    /** A picture of the empty desktop, which proves a logon. */
    private void landmark(Path profile, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "agent",
                "screenshot",
                folder.resolve("desktop.png").toString(),
                "--target",
                profile.toString(),
                "--crop",
                "64x64+8+8",
                "--state",
                folder.resolve("shot").toString()));
        command.addAll(List.of(options));
        succeed(Program.start(folder, command.toArray(String[]::new)));
    }

    private Path profile(String name, String target) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".yaml"), """
            workloads:
              workloads: [%s]
              iterations: %d
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 500ms, spread: 50%%}
            load: {fixed: {sessions: 1}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 90%%, lag: 10s, pacing: 100%%}
            target:
            %s
            """.formatted(String.join(", ", WORKLOADS), ITERATIONS, target));
    }

    private String succeed(Program started) throws Exception {
        try (Program ends = started) {
            Program.Ended ended = ends.await(END);
            assertThat(ended.exitCode())
                    .as(ended.printed() + agent.printed() + controller.program().printed())
                    .isZero();
            return ended.printed();
        }
    }

    /** Adds to the table: a row for each operation, with the medians of its responses. */
    private static void tell(String server, List<Map<String, String>> agentless, List<Map<String, String>> agent)
            throws IOException {
        Map<String, Double> with = medians(agent);
        Map<String, Double> without = medians(agentless);
        assertThat(without.keySet()).isEqualTo(with.keySet());
        StringBuilder rows = new StringBuilder();
        without.forEach((operation, median) -> rows.append(String.format(
                Locale.ROOT, "| %s | %s | %.0f | %.0f |%n", server, operation, median, with.get(operation))));
        Files.writeString(TABLE, rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Milliseconds of each operation, in the order in which they are worked. */
    private static Map<String, Double> medians(List<Map<String, String>> timings) {
        Map<String, List<Double>> responses = new LinkedHashMap<>();
        for (Map<String, String> row : timings) {
            String operation =
                    "`" + row.get("workload") + "` | " + row.get("operation").replaceAll("-\\d+$", "");
            responses
                    .computeIfAbsent(operation, key -> new ArrayList<>())
                    .add(Double.parseDouble(row.get("responseMs")));
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        responses.forEach((operation, all) -> {
            double[] sorted =
                    all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            medians.put(operation, Quantiles.of(sorted, 0.5));
        });
        return medians;
    }
}
