package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.testsupport.LoopbackPorts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Picture over RFB and sound on a way of its own, each through a relay: what the relay does to the sound is what is
 * reported of it.
 */
@Isolated
class AvUntetheredLongIT {
    private static final Logger LOG = LoggerFactory.getLogger(AvUntetheredLongIT.class);
    private static final long MILLI = 1_000_000;

    /** How much the players' buffers differ from run to run, in milliseconds. */
    private static final double BUFFERS = 10;

    /** That of a busy machine does not run dry, which would make the rest of the sound later. */
    private static final Duration LONG_BUFFER = Duration.ofMillis(150);

    private static final Duration SHORT_BUFFER = Duration.ofMillis(60);

    /** A millisecond for each edge of a silence of 20 ms, in percent. */
    private static final double EDGES = 10;

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

    private interface Meanwhile {
        void begin(SoundTunnel tunnel);
    }

    private MetricRows play(String way, long soundDelayMillis, Duration buffer, Meanwhile meanwhile) throws Exception {
        return play(way, soundDelayMillis, buffer, new LostPackets(0), meanwhile);
    }

    private MetricRows play(String way, long soundDelayMillis, Duration buffer, LostPackets lost, Meanwhile meanwhile)
            throws Exception {
        int port = LoopbackPorts.free();
        Relay.Shape line = new Relay.Shape(soundDelayMillis * MILLI, 0, 0);
        try (SoundTunnel tunnel =
                        SoundTunnel.start(Files.createTempDirectory(folder, "pa-"), port, line, buffer, lost);
                VncDesktop desktop = VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), Optional.empty());
                Relay picture = Relay.startOnPort(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), desktop.port()), Relay.Shape.none())) {
            desktop.startAgent(runs.controller().link(), runs.desktopToken(), tunnel.environment());
            meanwhile.begin(tunnel);
            return runs.play(
                    way,
                    "remote",
                    "{vnc: {hosts: [\"127.0.0.1:" + picture.port() + "\"], desktop: 1280x800, soundPort: " + port
                            + "}}",
                    "--no-check");
        }
    }

    @Test
    void theSkewFollowsTheDelayOfTheSound() throws Exception {
        Map<Integer, MetricRows> byDelay = new TreeMap<>();
        for (int delay : new int[] {0, 45, 125, 185}) {
            MetricRows rows = play("untethered, sound delayed by " + delay + " ms", delay, LONG_BUFFER, tunnel -> {});
            ClipRuns.isHeard(rows, -400, 50, 3);
            byDelay.put(delay, rows);
        }
        MetricRows undelayed = byDelay.get(0);
        byDelay.forEach((delay, rows) -> {
            double moved = undelayed.median("av-skew") - rows.median("av-skew");
            double uncertainty = undelayed.medianUncertainty("av-skew") + rows.medianUncertainty("av-skew");
            LOG.info("delay {} ms: the sound is {} ms later, ± {} ms", delay, moved, uncertainty);
            assertThat(moved).as("how much later, at %d ms", delay).isCloseTo(delay, within(uncertainty + BUFFERS));
        });
    }

    /** Three stalls, each 200 ms longer than the one before: what waits on the way since then makes up for the rest. */
    @Test
    void stallsAreCountedAsTheSilencesThatTheyAre() throws Exception {
        MetricRows rows = play("untethered, three stalls", 0, SHORT_BUFFER, tunnel -> {
            for (int i = 1; i <= 3; i++) {
                Duration stall = Duration.ofMillis(200L * i);
                var unused = tunnel.sounding()
                        .thenRunAsync(
                                () -> tunnel.relay().stall(stall),
                                CompletableFuture.delayedExecutor(4L * i, TimeUnit.SECONDS));
            }
        });
        double lost = silentMillis(rows);
        LOG.info("three stalls: {} ms are silent", lost);
        // Before the first one, pacat holds 60 ms and what has just come.
        assertThat(lost).as("silent milliseconds").isBetween(600.0 - 100, 600.0 + 30);
    }

    /**
     * As with transports that send nothing again: each lost packet is a silence of 20 ms, and the sound is no later
     * after it.
     */
    @Test
    void lostPacketsAreCountedAsInjected() throws Exception {
        LostPackets packets = new LostPackets(0.01);
        MetricRows rows = play("untethered, 1 % of the packets lost", 0, LONG_BUFFER, packets, tunnel -> {});
        LOG.info("{} ms were lost, {} ms are silent", packets.lostMillis(), silentMillis(rows));
        assertThat(packets.lostMillis()).as("lost milliseconds").isGreaterThanOrEqualTo(100);
        ClipRuns.isHeard(rows, -400, 50, 3);
        assertThat(silentMillis(rows))
                .as("silent milliseconds")
                .isCloseTo(packets.lostMillis(), withinPercentage(EDGES));
    }

    /** In all seconds that are known. A second has 10 ms in each percent. */
    private static double silentMillis(MetricRows rows) {
        return rows.of("sound-dropout").stream()
                .filter(MetricRows.Row::isKnown)
                .mapToDouble(row -> Double.parseDouble(row.value()) * 10)
                .sum();
    }
}
