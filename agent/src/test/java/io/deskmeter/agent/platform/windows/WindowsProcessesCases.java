package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.StartedProgram;
import io.deskmeter.screen.program.ProgramException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes, which are this Java with {@link Sleeper}, without a console, which would be a process more; and the
 * system's own programs.
 */
@Timeout(120)
class WindowsProcessesCases {
    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "javaw.exe").toString();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final MarkedProcesses processes = new WindowsProcesses();

    @AfterEach
    void leaveNothing() {
        processes.end("CASE=", Duration.ZERO);
    }

    private StartedProgram start(String mark, String... command) throws ProgramException {
        return processes.start(new MarkedProcesses.Start(
                List.of(command), System.getenv(), mark, folder, folder.resolve("log " + mark.hashCode())));
    }

    private StartedProgram sleeper(String mark, int children) throws ProgramException {
        return start(
                mark,
                JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                Sleeper.class.getName(),
                String.valueOf(children),
                folder.resolve("ready-" + mark.hashCode()).toString());
    }

    private void awaitReady(String mark) {
        await().atMost(LIMIT).until(() -> Files.exists(folder.resolve("ready-" + mark.hashCode())));
    }

    @Test
    void aProgramHasItsMarkItsOutputAndItsExitCode() throws Exception {
        StartedProgram program = start("CASE=one/1/", "cmd", "/d", "/c", "echo %CASE% in %CD%& exit 3");
        assertThat(program.exited().get(40, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(program.alive()).isFalse();
        assertThat(program.tail()).isEqualTo("one/1/ in " + folder);
    }

    @Test
    void whatAProgramStartsEndsWithItAndNothingElse() throws Exception {
        StartedProgram one = sleeper("CASE=one/1/", 2);
        StartedProgram other = sleeper("CASE=other/1/", 0);
        awaitReady("CASE=one/1/");
        awaitReady("CASE=other/1/");
        List<ProcessHandle> all = processes.carrying("CASE=one/");
        assertThat(all).hasSize(3);
        assertThat(processes.end("CASE=one/", Duration.ofSeconds(2))).isEqualTo(3);
        assertThat(all).noneMatch(ProcessHandle::isAlive);
        assertThat(one.alive()).isFalse();
        assertThat(processes.carrying("CASE=one/")).isEmpty();
        assertThat(other.alive()).isTrue();
        assertThat(processes.end("CASE=", Duration.ZERO)).isEqualTo(1);
        assertThat(other.exited().get(20, TimeUnit.SECONDS)).isNotZero();
    }

    /** Its children are no descendants of this process any more; their job still holds them. */
    @Test
    void childrenOfAProgramThatHasEndedAreFound() throws Exception {
        StartedProgram program = sleeper("CASE=left/1/", 1);
        awaitReady("CASE=left/1/");
        ProcessHandle parent = processes.carrying("CASE=left/").stream()
                .filter(one -> one.children().findAny().isPresent())
                .findFirst()
                .orElseThrow();
        parent.destroyForcibly();
        program.exited().get(20, TimeUnit.SECONDS);
        List<ProcessHandle> left = processes.carrying("CASE=left/");
        assertThat(left).hasSize(1).doesNotContain(parent);
        assertThat(processes.end("CASE=left/", Duration.ZERO)).isEqualTo(1);
        assertThat(left.get(0).isAlive()).isFalse();
    }

    /** As an agent that is killed: another Java starts a program by the same class, and is ended by force. */
    @Test
    void whatAKilledProcessHasStartedEnds() throws Exception {
        Path ready = folder.resolve("grandchild");
        Process agent = new ProcessBuilder(
                        JAVA,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoomedStarter.class.getName(),
                        ready.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("doomed").toFile())
                .start();
        await().atMost(LIMIT).until(() -> Files.exists(ready));
        ProcessHandle orphan = ProcessHandle.of(
                        Long.parseLong(Files.readString(ready).strip()))
                .orElseThrow();
        assertThat(orphan.isAlive()).isTrue();
        agent.destroyForcibly();
        await().atMost(LIMIT).until(() -> !orphan.isAlive());
    }

    @Test
    void nothingIsNotAnError() {
        assertThat(processes.carrying("CASE=none/")).isEmpty();
        assertThat(processes.end("CASE=none/", Duration.ofSeconds(1))).isZero();
    }

    @Test
    void aMissingProgramIsNamed() {
        assertThatThrownBy(() -> start("CASE=none/1/", "no-such-program"))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("no-such-program: not found on PATH");
        assertThat(processes.carrying("CASE=")).isEmpty();
    }
}
