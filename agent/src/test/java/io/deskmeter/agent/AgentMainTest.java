package io.deskmeter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.screen.ScreenException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class AgentMainTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();

    private int run(String... args) {
        CommandLine line = AgentMain.commandLine();
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(out, true));
        return line.execute(args);
    }

    private String err() {
        return err.toString().strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:", "localhost:0", "localhost:70000", ":7420", "localhost:http"})
    void anAddressThatIsNone(String address) {
        assertThat(run("--controller", address, "--workloads", folder.toString()))
                .isEqualTo(2);
        assertThat(err())
                .isEqualTo("agent: --controller: " + address
                        + " (expected: HOST:PORT of the port for agents, without http://, as in 127.0.0.1:8081)");
    }

    /**
     * Reproducer: it was that of invalid input, with which the service stays down, however the controller was away for
     * a moment only.
     */
    @Test
    void aControllerThatIsNotReachedByWhoIsToJoinHasACodeOfItsOwn() throws Exception {
        String token = "dmj1." + "A".repeat(43) + "." + "A".repeat(43);
        try (ServerSocket closing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread end = new Thread(() -> closeEach(closing));
            end.start();
            assertThat(join("127.0.0.1:" + closing.getLocalPort(), token)).isEqualTo(7);
        }
        assertThat(err()).contains("(expected: ");
        assertThat(join("127.0.0.1:1", token)).isEqualTo(7);
        assertThat(err()).contains("127.0.0.1:1: ", "is it started with --agents, and reached from here?");
    }

    private int join(String address, String token) {
        return run(
                "--controller",
                address,
                "--workloads",
                Path.of("..", "workloads").toString(),
                "--state",
                folder.resolve("joining").toString(),
                "--join",
                token);
    }

    private static void closeEach(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException e) {
            // The test has closed it.
        }
    }

    /** The platform is chosen before there is a command line that could report it. */
    @Test
    void anOperatingSystemThatIsNotSupportedIsReportedInOneLine() {
        String here = System.getProperty("os.name");
        PrintStream errors = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setProperty("os.name", "Mac OS X");
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(AgentMain.execute(AgentMain::commandLine, new String[] {"--version"}))
                    .isEqualTo(2);
        } finally {
            System.setErr(errors);
            System.setProperty("os.name", here);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("agent: operating system: Mac OS X (expected: Linux or Windows)");
    }

    /** As the service starts it. */
    @Test
    void settingsAreOptionsAndAnUnknownOneEndsTheStart() throws IOException {
        Path settings = folder.resolve("agent.yaml");
        PrintStream errors = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Files.writeString(settings, "controller: nowhere\nworkloads: " + folder + "\nlabel: [a, b]\n");
            assertThat(AgentMain.executeWithSettings(new String[] {"--settings", settings.toString()}))
                    .isEqualTo(2);
            assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("agent: --controller: nowhere (expected: ");
            printed.reset();
            for (String unknown : new String[] {"controler: a:1", "end-with-input: true", "settings: x"}) {
                Files.writeString(settings, unknown + "\n");
                assertThat(AgentMain.executeWithSettings(new String[] {"--settings=" + settings}))
                        .isEqualTo(2);
            }
            assertThat(printed.toString(StandardCharsets.UTF_8))
                    .contains("agent: " + settings + ":1:1: controler: unknown key", "did you mean `controller`?")
                    .contains("end-with-input: unknown key", "settings: unknown key");
        } finally {
            System.setErr(errors);
        }
    }

    @Test
    void aFileOfAnOptionThatIsMissingIsNamedWithItsOption() {
        String hint = "; hint: the run profile is read from the folder in which the command runs";
        Map<String, String> hints =
                Map.of("none/none.yaml", hint, folder.resolve("none.yaml").toString(), "");
        for (String command : new String[] {"check keyboard", "screenshot a.png"}) {
            hints.forEach((missing, expected) -> {
                err.getBuffer().setLength(0);
                assertThat(run((command + " --target " + missing + " --workloads " + folder).split(" ")))
                        .as(command)
                        .isEqualTo(2);
                assertThat(err())
                        .as(command)
                        .isEqualTo("agent: --target: " + missing + " (expected: a file that exists" + expected + ")");
            });
        }
    }

    @Test
    void reportsMissingWorkloads() {
        Path missing = folder.resolve("nowhere");
        assertThat(run("--controller", "localhost:7420", "--workloads", missing.toString()))
                .isEqualTo(2);
        assertThat(err())
                .contains("workloads: " + missing)
                .doesNotContain("\tat ")
                .hasLineCount(1);
    }

    @Test
    void reportsAStateThatIsNotAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertThat(run("--controller", "localhost:7420", "--workloads", folder.toString(), "--state", file + "/state"))
                .isEqualTo(2);
        assertThat(err()).startsWith("agent: state: " + file).hasLineCount(1);
    }

    @Test
    void anUnknownWorkloadToTry() {
        assertThat(run("try", "office/nothing", "--workloads", folder.toString()))
                .isEqualTo(2);
        assertThat(err()).contains("unknown workload office/nothing").doesNotContain("\tat ");
    }

    @Test
    void anUnknownOption() {
        assertThat(run("--colour", "red")).isEqualTo(2);
        assertThat(err()).contains("--colour");
    }

    /** Nothing is wrong with what was asked for, but the desktop is not there. */
    @Test
    void aDesktopThatCannotBeReachedIsNoInvalidInput() throws IOException {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        Path profile = Files.writeString(folder.resolve("vnc.yaml"), """
                workloads: { workloads: [office/writer] }
                load: { fixed: { sessions: 1 } }
                target: { vnc: { hosts: ["127.0.0.1:%d"] } }
                """.formatted(nobody));
        assertThat(run(
                        "screenshot",
                        folder.resolve("a.png").toString(),
                        "--target",
                        profile.toString(),
                        "--workloads",
                        "../workloads",
                        "--state",
                        folder.resolve("state").toString()))
                .as("%s", err)
                .isEqualTo(4);
        assertThat(err()).startsWith("agent: ").contains("127.0.0.1:" + nobody).doesNotContain("\tat ");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ScreenException("screen: gone"), 4),
                Arguments.of(new DesktopException("desktop: none"), 4),
                Arguments.of(new IllegalArgumentException("--crop: 7 (expected: a size)"), 2),
                Arguments.of(new IOException("file: not readable"), 2));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theExitCodeTellsWhatFailed(Exception failure, int code) {
        CommandLine line =
                AgentMain.withMessages(new CommandLine(CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
                    throw failure;
                })));
        line.setErr(new PrintWriter(err, true));
        assertThat(line.execute()).isEqualTo(code);
        assertThat(err()).isEqualTo("agent: " + failure.getMessage());
    }

    @Test
    void help() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--controller", "--workloads", "--state", "try", "desktop", "screenshot");
    }

    @Test
    void itsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString().strip()).isEqualTo("Deskmeter development");
    }

    @Test
    void clientAndDesktopAgentHaveSettingsOfTheirOwn() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--sessions", "--metrics-port")
                .doesNotContain("--ticket-file", "--log-off");
        StringWriter desktop = new StringWriter();
        CommandLine line = DesktopAgentMain.commandLine();
        line.setOut(new PrintWriter(desktop, true));
        line.setErr(new PrintWriter(err, true));
        assertThat(line.execute("--help")).isZero();
        assertThat(desktop.toString())
                .contains("Usage: ./deskmeter agent desktop", "--ticket-file", "--log-off")
                .doesNotContain("--sessions", "--metrics-port", "--allow-program");
        assertThat(line.execute("--controller", "localhost:7420", "--sessions", "3"))
                .isEqualTo(2);
        assertThat(err())
                .startsWith("agent: --sessions: unknown (expected: an option of ./deskmeter agent desktop; hint: ");
    }

    @Test
    void aSettingOfTheClientAgentBeforeAnotherCommandIsTold() {
        assertThat(run("--sessions", "3", "desktop", "--controller", "localhost:7420"))
                .isEqualTo(2);
        assertThat(err())
                .startsWith("agent: --sessions before desktop has no effect (expected: options of desktop after it;"
                        + " hint: ./deskmeter agent desktop --help)");
    }
}
