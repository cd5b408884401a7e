package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.testsupport.LoopbackPorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What becomes of a run whose sound does not come: the run goes on, its video is measured, and what is not heard is
 * unknown with the reason.
 */
@Isolated
class AvFaultsLongIT {
    private static final List<String> OF_SOUND =
            List.of("av-skew", "sound-start", "sound-dropout", "sound-bandwidth", "sound-gain", "sound-noise");
    private static final Duration BUFFER = Duration.ofMillis(150);
    private static final int UNPLUGGED_AFTER_SECONDS = 8;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private ClipRuns runs;

    @BeforeEach
    void start() throws Exception {
        SoundTunnel.writeCookie(folder);
        runs = ClipRuns.start(folder);
    }

    @AfterEach
    void end() throws Exception {
        runs.close();
    }

    private MetricRows play(String fault, int port, Map<String, String> environment) throws Exception {
        try (VncDesktop desktop = VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), Optional.empty())) {
            desktop.startAgent(runs.controller().link(), runs.desktopToken(), environment);
            String target = "{vnc: {hosts: [\"" + desktop.host() + "\"], desktop: 1280x800, soundPort: " + port + "}}";
            return runs.play(fault, "remote", target, "--no-check");
        }
    }

    private static void isUnknown(MetricRows rows, String reason) {
        for (String metric : OF_SOUND) {
            assertThat(rows.of(metric))
                    .as(metric)
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.isKnown()).isFalse())
                    .allSatisfy(row -> assertThat(row.unknown()).contains(reason));
        }
        hasVideo(rows);
    }

    private static void hasVideo(MetricRows rows) {
        assertThat(rows.median("video-frames")).as("shown frames, percent").isGreaterThan(50);
    }

    @Test
    void aDesktopWithoutASoundServer() throws Exception {
        Map<String, String> nowhere = Map.of("PULSE_SERVER", "unix:" + folder.resolve("nobody"));
        isUnknown(
                play("no sound server", LoopbackPorts.free(), nowhere), "no program has connected to the sound server");
    }

    @Test
    void aPlayerWithTheWrongCookie() throws Exception {
        int port = LoopbackPorts.free();
        Path wrong = Files.write(folder.resolve("wrong-cookie"), new byte[256]);
        Map<String, String> straight =
                Map.of("PULSE_SERVER", "tcp:127.0.0.1:" + port, "PULSE_COOKIE", wrong.toString());
        isUnknown(play("wrong cookie", port, straight), "cookie: not that of this server");
    }

    /** What was heard before remains. */
    @Test
    void aSoundServerThatIsKilledInMidRun() throws Exception {
        int port = LoopbackPorts.free();
        try (SoundTunnel tunnel = SoundTunnel.start(
                Files.createTempDirectory(folder, "pa-"), port, Relay.Shape.none(), BUFFER, new LostPackets(0))) {
            var unused = tunnel.sounding()
                    .thenRunAsync(
                            tunnel::killServer,
                            CompletableFuture.delayedExecutor(UNPLUGGED_AFTER_SECONDS, TimeUnit.SECONDS));
            MetricRows rows = play("killed in mid-run", port, tunnel.environment());
            List<MetricRows.Row> skews = rows.of("av-skew");
            assertThat(skews.subList(1, UNPLUGGED_AFTER_SECONDS - 1))
                    .allSatisfy(row -> assertThat(row.isKnown()).isTrue());
            for (String metric : List.of("av-skew", "sound-dropout")) {
                List<MetricRows.Row> all = rows.of(metric);
                assertThat(all.subList(UNPLUGGED_AFTER_SECONDS + 2, all.size()))
                        .as(metric + " after it")
                        .isNotEmpty()
                        .allSatisfy(row -> assertThat(row.unknown()).contains("no program plays to the sound server"));
            }
            hasVideo(rows);
        }
    }
}
