package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.ProgramSearch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Folders, programs, the session and its autostart. */
class WindowsSessionCases {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Platform platform = Platforms.here();

    @Test
    void thisIsThePlatformHere() {
        assertThat(platform.name()).isEqualTo("windows");
        assertThat(platform).isInstanceOf(WindowsPlatform.class);
    }

    @Test
    void stateIsBelowTheLocalFolderOfTheUser() {
        assertThat(platform.stateFolder("desktop"))
                .isEqualTo(Path.of(System.getenv("LOCALAPPDATA"), "Deskmeter", "desktop"));
        assertThat(new WindowsPlatform(Map.of("LocalAppData", "D:\\x")).stateFolder("agent"))
                .isEqualTo(Path.of("D:\\x\\Deskmeter\\agent"));
        assertThat(new WindowsPlatform(Map.of()).stateFolder("agent"))
                .isEqualTo(Path.of(System.getProperty("user.home"), "AppData", "Local", "Deskmeter", "agent"));
    }

    @Test
    void programsAreFoundByTheEndingsOfThePath() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("with blank"));
        Files.writeString(bin.resolve("tool.cmd"), "");
        Files.writeString(bin.resolve("notes.txt"), "");
        ProgramSearch search =
                platform.programs(Map.of("Path", "C:\\nowhere;\"" + bin + "\";?", "PATHEXT", ".EXE;.CMD"));
        assertThat(search.find("tool")).isEqualTo(bin.resolve("tool.cmd"));
        assertThat(search.find("tool.cmd")).isEqualTo(bin.resolve("tool.cmd"));
        assertThat(search.find(bin.resolve("tool").toString())).isEqualTo(bin.resolve("tool.cmd"));
        assertThatThrownBy(() -> search.find("notes")).isInstanceOf(ProgramException.class);
        assertThatThrownBy(() -> search.find("notes.txt"))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("notes.txt: not found on PATH");
        assertThat(platform.programs(System.getenv()).find("cmd")).isRegularFile();
    }

    @Test
    void theSessionHasANumberAHomeAndAShell() throws Exception {
        UserSession session = platform.session(System.getenv());
        assertThat(session.name()).matches("#\\d+");
        assertThat(session.home())
                .isEqualTo(Path.of(System.getenv("USERPROFILE")))
                .isDirectory();
        Process shell = new ProcessBuilder(session.shell("echo hello& exit 5")).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo("hello");
        assertThat(shell.waitFor()).isEqualTo(5);
    }

    /** Only the command: Wine's program does nothing, and another system would end this test. */
    @Test
    void theLogoffIsTheSystemsOwnProgram() {
        List<String> command = new WindowsSession(new WindowsEnvironment(System.getenv())).logOffCommand();
        assertThat(command).hasSize(2).endsWith("/l");
        assertThat(Path.of(command.get(0))).isRegularFile();
    }

    /** This user is an administrator under Wine. */
    @ParameterizedTest
    @EnumSource
    void anEntryStartsAProgramWithSessions(Autostart.Scope scope) throws Exception {
        Autostart autostart = platform.autostart(scope);
        autostart.remove();
        assertThat(autostart.command()).isEmpty();
        autostart.set(List.of("C:\\Program Files\\Deskmeter\\agent.exe", "--state", "D:\\a b\\"));
        assertThat(platform.autostart(scope).command())
                .contains("\"C:\\Program Files\\Deskmeter\\agent.exe\" \"--state\" \"D:\\a b\\\\\"");
        String key = (scope == Autostart.Scope.USER ? "HKCU" : "HKLM")
                + "\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
        Process reg = new ProcessBuilder("reg", "query", key, "/v", Autostart.NAME).start();
        assertThat(new String(reg.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .as("what the system's own program reads")
                .contains("agent.exe");
        autostart.set(List.of("C:\\other.exe"));
        assertThat(autostart.command()).contains("\"C:\\other.exe\"");
        autostart.remove();
        autostart.remove();
        assertThat(autostart.command()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "plain,'\"plain\"'",
                "a b,'\"a b\"'",
                "a\"b,'\"a\\\"b\"'",
                "a\\\"b,'\"a\\\\\\\"b\"'",
                "a\\,'\"a\\\\\"'"
            })
    void argumentsAreQuotedAsTheRuntimeReadsThem(String argument, String quoted) {
        assertThat(RunKeyAutostart.quoted(argument)).isEqualTo(quoted);
    }
}
