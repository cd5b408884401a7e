package io.deskmeter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.WindowsLauncherMain.Program;
import io.deskmeter.agent.WindowsLauncherMain.Start;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowsLauncherMainTest {
    private record Answer(int code, String out, String err) {}

    private static Answer answer(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = WindowsLauncherMain.answer(
                Start.of(List.of(words)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theFirstWordsChooseTheProgram() {
        assertThat(Start.of(List.of("agent", "setup", "--profile", "a b")))
                .isEqualTo(new Start(Program.AGENT, List.of("setup", "--profile", "a b")));
        assertThat(Start.of(List.of("agent", "desktop", "--controller", "c:1")))
                .isEqualTo(new Start(Program.DESKTOP_AGENT, List.of("--controller", "c:1")));
        assertThat(Start.of(List.of("agent"))).isEqualTo(new Start(Program.AGENT, List.of()));
        assertThat(Start.of(List.of("workload", "lint", "x")))
                .isEqualTo(new Start(Program.WORKLOAD, List.of("lint", "x")));
    }

    @Test
    void theLaunchersOptionsAreNotTheProgramS() {
        assertThat(Start.of(List.of("agent", "setup", "--yes", "--dry-run")))
                .isEqualTo(new Start(Program.AGENT, List.of("setup", "--dry-run")));
        assertThat(Start.of(List.of("agent", "setup", "--version")).program()).isEqualTo(Program.VERSION);
        assertThat(answer("--version")).isEqualTo(answer("-V"));
        assertThat(answer("--version").code()).isZero();
        assertThat(answer("--version").out()).startsWith("Deskmeter ");
    }

    @Test
    void withoutACommandItSaysWhichThereAre() {
        for (Answer answer : List.of(answer(), answer("--help"), answer("-h"), answer("help"))) {
            assertThat(answer.code()).isZero();
            assertThat(answer.out()).contains("Usage: deskmeter COMMAND", "agent setup", "agent desktop");
            assertThat(answer.err()).isEmpty();
        }
    }

    @Test
    void commandsOfLinuxAreToldFromThoseThatNobodyHas() {
        assertThat(answer("run", "profile.yaml").code()).isEqualTo(2);
        assertThat(answer("run", "profile.yaml").err())
                .contains("deskmeter: command: run, which there is on Linux only (expected: agent or workload;");
        assertThat(answer("doctor").err()).contains("agent setup --dry-run looks at this machine");
        assertThat(answer("agnet").code()).isEqualTo(2);
        assertThat(answer("agnet").err())
                .contains("deskmeter: command: agnet (expected: agent or workload; hint: ./deskmeter --help)");
    }
}
