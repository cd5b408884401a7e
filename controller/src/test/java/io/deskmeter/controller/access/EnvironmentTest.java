package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerMain;
import io.deskmeter.controller.SampleRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Only options count: environment variables, system properties and files of the working folder do not affect a
 * controller.
 */
@Tag("slow")
class EnvironmentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Settings that have an effect in other Spring programs are reported, by name only: a value may be a secret. */
    @Test
    void neitherTheEnvironmentNorFilesOverrideOptionsAndWhatHasNoEffectIsTold() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), "server: { port: 1 }\n");
        Files.writeString(folder.resolve("application.yml"), "server: { port: 1 }\n");
        ProcessBuilder builder = controller();
        builder.environment()
                .putAll(Map.ofEntries(
                        Map.entry("DESKMETER_TOKENFILE", "hunter2"),
                        Map.entry("DESKMETER_READY", "yes"),
                        Map.entry("DESKMETER_CONTROLLER_HEAP", "1g"),
                        Map.entry("SERVER_ADDRESS", "0.0.0.0"),
                        Map.entry("SERVER_PORT", "1"),
                        Map.entry("SPRING_DATASOURCE_URL", "jdbc:h2:mem:elsewhere"),
                        Map.entry("SPRING_APPLICATION_JSON", "{\"server\":{\"port\":1}}"),
                        Map.entry("SPRING_CONFIG_LOCATION", folder + "/"),
                        Map.entry("SPRING_PROFILES_ACTIVE", "other"),
                        Map.entry("MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE", "*"),
                        Map.entry("MANAGEMENT_SERVER_PORT", "1"),
                        Map.entry("SPRINGDOC_SWAGGER_UI_ENABLED", "true")));
        Process controller = builder.start();
        try (BufferedReader out = controller.inputReader(StandardCharsets.UTF_8)) {
            StringBuilder said = new StringBuilder();
            String greeting = "";
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.append(line).append('\n');
                if (line.startsWith("Deskmeter controller: ")) {
                    greeting = line;
                    break;
                }
            }
            assertThat(greeting)
                    .startsWith("Deskmeter controller: http://127.0.0.1:")
                    .doesNotContain(":1,");
            assertThat(folder.resolve("data/store.mv.db")).exists();
            assertThat(listeners(controller.pid()))
                    .isNotEmpty()
                    .allMatch(address -> address.startsWith("0100007F:")
                            || address.equals("0000000000000000FFFF00000100007F")
                            || address.startsWith("0000000000000000FFFF00000100007F:"));
            assertThat(said)
                    .contains("DESKMETER_TOKENFILE has no effect", "did you mean `DESKMETER_TOKEN_FILE`?")
                    .contains("SERVER_PORT has no effect", "hint: --http-port")
                    .contains("server.address has no effect", "hint: --listen")
                    .contains("application.yml is not read")
                    .doesNotContain("DESKMETER_READY", "DESKMETER_CONTROLLER_HEAP has", "hunter2");
        } finally {
            controller.destroy();
            assertThat(controller.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** What a service prints is kept in a journal, which others may read for longer than an hour. */
    @Test
    void aCodeIsPrintedOnATerminalOnly() throws Exception {
        ProcessBuilder service = controller();
        assertThat(greeting(service))
                .doesNotContain("/login", "code=")
                .contains("Web pages: http://127.0.0.1:", "./deskmeter login-link --controller http://127.0.0.1:");

        List<String> quoted = service.command().stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .toList();
        ProcessBuilder terminal = new ProcessBuilder(
                        "script", "--quiet", "--return", "--command", "exec " + String.join(" ", quoted), "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        assertThat(greeting(terminal)).contains("Open in a browser (once, within an hour): http://127.0.0.1:");
    }

    /** All that a controller prints at its start. */
    private static String greeting(ProcessBuilder builder) throws Exception {
        Process controller = builder.start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader out = controller.inputReader(StandardCharsets.UTF_8)) {
            boolean greeted = false;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.append(line).append('\n');
                if (greeted) {
                    break;
                }
                greeted = line.startsWith("Deskmeter controller: ");
            }
        } finally {
            controller.descendants().forEach(ProcessHandle::destroy);
            controller.destroy();
            assertThat(controller.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        return said.toString();
    }

    private ProcessBuilder controller() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dserver.address=0.0.0.0",
                        ControllerMain.class.getName(),
                        "controller",
                        "--http-port",
                        "0",
                        "--link-port",
                        "0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--workloads",
                        workloads.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
    }

    /** Local addresses on which a process listens, as the system writes them. */
    private static List<String> listeners(long pid) throws Exception {
        List<String> inodes;
        try (var links = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            inodes = links.map(EnvironmentTest::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring(8, target.length() - 1))
                    .toList();
        }
        return List.of("tcp", "tcp6").stream()
                .flatMap(table -> lines(Path.of("/proc/net/" + table)).stream())
                .map(line -> line.strip().split("\\s+", -1))
                .filter(columns -> columns[3].equals("0A") && inodes.contains(columns[9]))
                .map(columns -> columns[1])
                .toList();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
