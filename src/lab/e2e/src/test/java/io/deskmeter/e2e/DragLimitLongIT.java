package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.testkit.truth.Relay;
import java.awt.image.BufferedImage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * A capacity search that the lag of dragging ends: the more users, the farther away are the desktops of the last ones,
 * though none is busy. Pictures of the report and of the evidence are kept in {@code target/drag-limit}: look at them.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class DragLimitLongIT {
    private static final String METRIC = "drag-lag";

    /**
     * In milliseconds. Larger than that of the profile {@code ue}, so that a busy machine does not limit the capacity
     * to one.
     */
    private static final int LIMIT = 300;

    /** There and back, for each desktop: two are within the limit, the third is far beyond it. */
    private static final List<Duration> ROUND_TRIPS =
            List.of(Duration.ZERO, Duration.ofMillis(30), Duration.ofMillis(600));

    private static final Path PICTURES = Path.of("target", "drag-limit");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final List<VncDesktop> desktops = new ArrayList<>();
    private final List<Relay> networks = new ArrayList<>();

    @Test
    void theLagOfDraggingLimitsTheCapacity() throws Exception {
        try (ControllerProgram controller = ControllerProgram.start(folder);
                Program agent = controller.connectAgent()) {
            startDesktops(controller);
            Program.Ended ended = search(controller);
            assertThat(ended.exitCode())
                    .as(ended.printed() + agent.printed() + controller.program().printed())
                    .isZero();
            assertThat(ended.printed()).contains(METRIC);
        } finally {
            for (VncDesktop desktop : desktops) {
                desktop.close();
            }
            for (Relay network : networks) {
                network.close();
            }
        }
        Results results = new Results(folder.resolve("out"));
        JsonNode report = results.report();
        assertThat(report.at("/verdict/valid").asBoolean())
                .as(report.at("/verdict").toString())
                .isTrue();
        assertThat(report.at("/verdict/capacity").asInt())
                .as(report.at("/verdict") + " " + report.at("/loadPoints"))
                .isEqualTo(2);
        assertThat(report.at("/verdict/limitedBy").asString()).isEqualTo(METRIC);
        for (JsonNode point : report.at("/loadPoints")) {
            int sessions = point.at("/sessions").asInt();
            JsonNode lag = lag(point);
            // On a busy machine the agent may send a gesture late. Then nothing is known of it, and that decides.
            if (lag.at("/unknown").asInt() == 0) {
                assertThat(lag.at("/value").asDouble())
                        .as("p95 of %d sessions, ms", sessions)
                        .isBetween(bounds(sessions)[0], bounds(sessions)[1]);
            }
            assertThat(point.at("/groups/A/p95Ms").asDouble())
                    .as("the responses themselves are good")
                    .isLessThan(5_000);
        }
        assertPaths(folder.resolve("out"), results);
        ReportPictures.keep(folder, folder.resolve("out"), PICTURES);
    }

    /** The round trip of the farthest desktop is part of the lag, and a busy machine adds to it. */
    private static double[] bounds(int sessions) {
        return sessions <= 2 ? new double[] {1, LIMIT} : new double[] {600, 2_000};
    }

    /** Of each drag. The report shows the first ones, and the page of the evidence all. */
    private static void assertPaths(Path out, Results results) throws Exception {
        List<Path> paths;
        try (Stream<Path> files = Files.list(out.resolve("evidence"))) {
            paths = files.filter(file -> file.toString().endsWith("-gesture-path.png"))
                    .toList();
        }
        assertThat(paths)
                .allSatisfy(path -> assertThat(path.getFileName().toString()).contains("-ue-drag-drag-ok-"));
        Path farthest = paths.stream()
                .filter(path -> path.getFileName().toString().startsWith("s002-"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no path of the farthest desktop among " + paths));
        BufferedImage picture = ImageIO.read(farthest.toFile());
        assertThat(picture.getWidth()).isGreaterThan(1_000);
        assertThat(results.html())
                .containsPattern("<img src=\"\\./evidence/[^\"]+-ue-drag-drag-ok-gesture-path\\.png\"");
        assertThat(Files.readString(out.resolve("evidence/index.html")))
                .contains(
                        "path of the gesture",
                        "moves seen:",
                        farthest.getFileName().toString())
                .containsPattern("s002-[^\"]+-ue-drag-pick-up-ok-strip\\.png");
    }

    private static JsonNode lag(JsonNode point) {
        for (JsonNode criterion : point.at("/criteria")) {
            if (criterion.at("/criterion").asString().equals(METRIC)) {
                return criterion;
            }
        }
        throw new AssertionError("no criterion " + METRIC + " in " + point);
    }

    private void startDesktops(ControllerProgram controller) throws Exception {
        for (Duration roundTrip : ROUND_TRIPS) {
            VncDesktop desktop = VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), Optional.of("secret"));
            desktops.add(desktop);
            networks.add(Relay.startOnPort(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), desktop.port()),
                    new Relay.Shape(roundTrip.toNanos() / 2, 0, 0)));
            desktop.startAgent(controller.link(), controller.data().token(TokenRole.DESKTOP));
        }
    }

    private Program.Ended search(ControllerProgram controller) throws Exception {
        List<String> hosts = new ArrayList<>();
        for (Relay network : networks) {
            hosts.add("\"127.0.0.1:" + network.port() + '"');
        }
        Path accounts =
                Files.writeString(folder.resolve("accounts.yaml"), "accounts: [{user: anybody, password: secret}]\n");
        Path profile = Files.writeString(folder.resolve("drag-limit.yaml"), """
                id: drag-limit
                workloads:
                  workloads: [ue/drag]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 200ms, spread: 50%%}
                mode: remote
                target:
                  vnc:
                    hosts: [%s]
                    desktop: 1280x800
                    accounts: accounts
                load: {find-max: {max: 3, hint: 2}}
                thresholds: {A: 5s, B: 60s}
                limits: {%s: %dms}
                validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
                evidence: all
                logonInterval: 1s
                """.formatted(
                        hosts.stream().collect(Collectors.joining(", ")), METRIC, LIMIT));
        try (Program run = controller.run(profile, folder.resolve("out"), "--accounts", accounts.toString())) {
            return run.await(Duration.ofMinutes(8));
        }
    }
}
