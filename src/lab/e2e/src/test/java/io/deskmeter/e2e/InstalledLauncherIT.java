package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The launcher as packages install it, with a fake Java that prints its arguments. Real packages:
 * {@link PackageInstallLongIT}.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class InstalledLauncherIT {
    private static final String CONTROLLER = "deskmeter-controller-1.2";
    private static final String AGENT = "deskmeter-agent-1.2";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @BeforeEach
    void controllerOnly() throws IOException {
        install(CONTROLLER);
    }

    private void install(String part) throws IOException {
        Path home = Files.createDirectories(folder.resolve(part));
        Files.copy(Program.HOME.resolve("deskmeter"), home.resolve("deskmeter"));
        Files.setPosixFilePermissions(home.resolve("deskmeter"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(Program.HOME.resolve("src/package/launcher-installed.sh"), home.resolve("launcher-installed.sh"));
        Files.writeString(home.resolve("version"), "1.2\n");
        Files.createDirectories(home.resolve("workloads"));
        Path java = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"java of " + part + "\"; printf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Ended(int code, String printed) {}

    private Ended launch(String... arguments) throws IOException, InterruptedException {
        return launchFrom(CONTROLLER, arguments);
    }

    private Ended launchFrom(String part, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(folder.resolve(part).resolve("deskmeter").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", folder.resolve("home").toString());
        builder.environment().put("DESKMETER_READY", "yes");
        builder.environment().remove("XDG_STATE_HOME");
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), printed);
    }

    @Test
    void itHasTheWordsOfATreeButThoseThatNeedSources() throws Exception {
        Ended help = launch("--help");
        assertThat(help.code()).isZero();
        assertThat(help.printed())
                .contains("Usage: deskmeter COMMAND", "  demo  ", "  doctor  ", "  agent desktop ")
                .doesNotContain("./deskmeter", "  bench ", "  test ", "  package ");
        Ended bench = launch("bench", "truth");
        assertThat(bench.code()).isEqualTo(2);
        assertThat(bench.printed()).contains("deskmeter: command: bench (expected: demo, controller,");
        assertThat(launch("--version").printed()).isEqualTo("Deskmeter 1.2\n");
    }

    @Test
    void programsRunInTheJavaOfTheirPackageAndKnowTheirName() throws Exception {
        Ended controller = launch("controller", "--http-port", "0");
        Path home = folder.resolve(CONTROLLER);
        assertThat(controller.printed().lines())
                .startsWith("java of " + CONTROLLER)
                .contains(
                        "-Ddeskmeter.command=deskmeter",
                        "-Ddeskmeter.home=" + home,
                        "-Ddeskmeter.launcher=" + home + "/deskmeter",
                        "-Ddeskmeter.data=" + folder.resolve("home/.local/state/deskmeter/controller"))
                .endsWith("controller", "--http-port", "0");
    }

    @Test
    void aCommandWhosePackageIsMissingSaysWhichOne() throws Exception {
        for (String command : List.of("demo", "agent", "agent desktop", "agent try", "workload lint")) {
            Ended ended = launch(command.split(" ", -1));
            assertThat(ended.code()).as(command).isEqualTo(3);
            assertThat(ended.printed())
                    .as(command)
                    .startsWith("deskmeter: " + command.split(" ", -1)[0]
                            + ": needs the programs of deskmeter-agent, which are not installed (hint: unpack the archive deskmeter-agent"
                            + " of the same version beside this one, as " + folder.resolve(AGENT) + ")");
        }
        // To read about a command, and for a controller that runs, this one is enough.
        for (String command : List.of("demo --help", "run p.yaml --controller http://127.0.0.1:1", "login-link")) {
            assertThat(launch(command.split(" ", -1)).printed()).as(command).startsWith("java of " + CONTROLLER);
        }
    }

    @Test
    void theOtherPackageIsFoundBesideIt() throws Exception {
        install(AGENT);
        assertThat(launch("demo").printed()).startsWith("java of " + CONTROLLER);
        for (String part : List.of(CONTROLLER, AGENT)) {
            assertThat(launchFrom(part, "agent", "--controller", "a:1")
                            .printed()
                            .lines())
                    .startsWith("java of " + AGENT)
                    .contains("-Ddeskmeter.home=" + folder.resolve(AGENT));
        }
        Files.delete(folder.resolve(CONTROLLER).resolve("runtime/bin/java"));
        assertThat(launchFrom(AGENT, "login-link").printed()).contains("needs the programs of deskmeter-controller");
    }

    /** A server needs no desktops; nothing is installed for a controller, and a service has nobody to ask. */
    @Test
    void doctorKnowsWhatIsInstalled() throws Exception {
        Ended doctor = launch("doctor");
        assertThat(doctor.code()).as(doctor.printed()).isZero();
        assertThat(doctor.printed())
                .containsPattern("controller +ok +package deskmeter-controller 1.2")
                .containsPattern("agent +- +unpack the archive deskmeter-agent")
                .doesNotContain("Maven", "Node", "JDK");
    }
}
