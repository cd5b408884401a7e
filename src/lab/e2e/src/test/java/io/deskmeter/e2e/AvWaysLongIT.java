package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A real player on each way to a desktop: its sound is heard and compared with the picture. Prints the figures of each
 * way.
 */
@Isolated
class AvWaysLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private ClipRuns runs;

    @BeforeEach
    void start() throws Exception {
        runs = ClipRuns.start(folder);
    }

    @AfterEach
    void end() throws Exception {
        runs.close();
    }

    @Test
    void theDesktopAgentOfALocalDesktopHearsItself() throws Exception {
        ClipRuns.isHeard(runs.play("local desktop, local mode", "local", "{local: {desktop: 1280x800}}"), -100, 100, 1);
    }

    @Test
    void theDesktopAgentOfAVncDesktopHearsItself() throws Exception {
        try (VncDesktop desktop = VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), Optional.empty())) {
            desktop.startAgent(runs.controller().link(), runs.desktopToken());
            String target = "{vnc: {hosts: [\"" + desktop.host() + "\"], desktop: 1280x800}}";
            ClipRuns.isHeard(runs.play("VNC, passive mode", "passive", target), -100, 100, 1);
        }
    }

    /** Without a sound path, what is measured of sound is unknown, and never 0. */
    @Test
    void vncAloneCarriesNoSound() throws Exception {
        try (VncDesktop desktop = VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), Optional.empty())) {
            desktop.startAgent(runs.controller().link(), runs.desktopToken());
            MetricRows rows = runs.play(
                    "VNC, remote mode", "remote", "{vnc: {hosts: [\"" + desktop.host() + "\"], desktop: 1280x800}}");
            for (String metric : new String[] {"sound-start", "av-skew", "sound-dropout", "sound-bandwidth"}) {
                assertThat(rows.of(metric))
                        .as(metric)
                        .isNotEmpty()
                        .allSatisfy(row -> assertThat(row.unknown()).contains("this way to the desktop carries none"));
            }
            assertThat(rows.median("video-frames")).isGreaterThan(50);
        }
    }

    @Test
    void theDesktopAgentOfATerminalServerHearsItself() throws Exception {
        ClipRuns.isHeard(onTerminalServer("xrdp, local mode", "local"), -100, 100, 1);
    }

    /**
     * The sound of the session comes out of xfreerdp: later than on the desktop, by the buffers of xrdp and of
     * xfreerdp.
     */
    @Test
    void theClientAgentHearsATerminalServerThroughRdp() throws Exception {
        ClipRuns.isHeard(onTerminalServer("xrdp, remote mode", "remote"), -600, 50, 5);
    }

    private MetricRows onTerminalServer(String way, String mode) throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        ProgramForUsers program = ProgramForUsers.copy(folder, runs.controller());
        try (XrdpServer server = XrdpServer.start(XrdpSettings.of(1, program.desktopAgent()))) {
            return runs.play(
                    way,
                    mode,
                    """
                    {rdp: {hosts: ["%s:%d"], accounts: accounts, keyboard: {layout: us}, certificate: "sha256:%s", desktop: 1280x800}}""".formatted(server.host(), server.port(), server.certificateSha256()),
                    "--no-check",
                    "--accounts",
                    server.accountsFile().toString());
        }
    }
}
