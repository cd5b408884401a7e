package io.deskmeter.agent.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.platform.StartedProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LinuxPlatformTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Platform platform = Platforms.here();

    @Test
    void thisIsThePlatformHere() {
        assertThat(platform.name()).isEqualTo("linux");
        assertThat(platform.stateFolder("desktop"))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".local/state/deskmeter/desktop"));
    }

    /** {@code setsid} leaves the process's group and session; the mark stays. */
    @Test
    void aProgramHasItsMarkItsOutputItsExitCodeAndAllThatDescendsFromIt() throws Exception {
        String mark = "DESKMETER_TEST=" + UUID.randomUUID() + "/";
        MarkedProcesses processes = platform.processes();
        StartedProgram program = processes.start(new MarkedProcesses.Start(
                List.of("sh", "-c", "setsid sleep 1000 & echo $DESKMETER_TEST; exit 3"),
                Map.of("PATH", System.getenv("PATH")),
                mark,
                folder,
                folder.resolve("log")));
        assertThat(program.exited().get(30, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(program.alive()).isFalse();
        assertThat(program.tail()).isEqualTo(mark.substring(mark.indexOf('=') + 1));
        assertThat(processes.carrying(mark.substring(0, mark.length() - 4))).hasSize(1);
        assertThat(processes.end(mark, Duration.ofSeconds(2))).isEqualTo(1);
        assertThat(processes.carrying(mark)).isEmpty();
    }

    @Test
    void aStartNeedsACommandAndAMark() {
        assertThatThrownBy(() -> new MarkedProcesses.Start(List.of(), Map.of(), "A=b", folder, folder))
                .hasMessage("start: [], mark A=b (expected: a command, and a mark NAME=value)");
        assertThatThrownBy(() -> new MarkedProcesses.Start(List.of("x"), Map.of(), "=b", folder, folder))
                .hasMessageContaining("mark =b");
    }

    @Test
    void processesOfASessionAreThoseOfItsDisplay() {
        assertThat(XSession.entries(":1.0")).containsExactly("DISPLAY=:1\0", "DISPLAY=:1.0\0");
        assertThat(XSession.entries(":10")).containsExactly("DISPLAY=:10\0", "DISPLAY=:10.0\0");
        assertThat(XSession.entries("")).isEmpty();
    }

    @Test
    void aSessionWithoutADisplaySaysSo() {
        assertThat(platform.session(Map.of("DISPLAY", ":7")).name()).isEqualTo(":7");
        assertThatThrownBy(() -> platform.session(Map.of()).display(System::nanoTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DISPLAY: not set");
    }

    @Test
    void anEntryStartsAProgramWithSessions() throws Exception {
        Autostart autostart = new DesktopEntryAutostart(folder.resolve("autostart"));
        assertThat(autostart.command()).isEmpty();
        autostart.set(List.of("/opt/desk meter/deskmeter", "agent", "50%", "a\"b$"));
        assertThat(autostart.command()).contains("\"/opt/desk meter/deskmeter\" \"agent\" \"50%%\" \"a\\\\\"b\\\\$\"");
        assertThat(folder.resolve("autostart/deskmeter-desktop-agent.desktop"))
                .content()
                .startsWith("[Desktop Entry]\nType=Application\n");
        autostart.remove();
        autostart.remove();
        assertThat(autostart.command()).isEmpty();
    }
}
