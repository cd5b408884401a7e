package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a user gets wrong is answered by one clear message and exit code 2, and never by a stack trace. */
@ResourceLock(ConcurrentTests.PROGRAMS)
class BadInputIT {
    private static final String VALID = """
            id: bad-input
            title: A profile with one fault
            workloads:
              id: w
              workloads: [office/writer]
              iterations: 1
              steady: {skipFirst: 0, skipLast: 0}
            target: {local: {desktop: 1280x800}}
            load: {fixed: {sessions: 1}}
            thresholds: {A: 1s, B: 6s}
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void anUnknownWorkloadIsNamedWithTheKnownOnes() throws Exception {
        assertThat(run(VALID.replace("office/writer", "office/writr")))
                .contains("office/writr")
                .contains("office/calc")
                .contains("office/writer")
                .contains("profile.yaml:5:");
    }

    @Test
    void aMisspeltKeyIsNamedWithTheNearestOne() throws Exception {
        assertThat(run(VALID.replace("iterations:", "iteratoins:")))
                .contains("iteratoins")
                .contains("iterations")
                .contains("profile.yaml:6:");
    }

    @Test
    void aThresholdOfMinusOneIsNamedWithWhatWasExpected() throws Exception {
        assertThat(run(VALID.replace("A: 1s", "A: -1")))
                .contains("-1")
                .contains("expected")
                .contains("profile.yaml:10:");
    }

    @Test
    void aProfileThatIsNotYamlSaysWhere() throws Exception {
        assertThat(run("id: [unclosed\ntitle: {")).contains("profile.yaml:").contains("YAML");
    }

    @Test
    void aMissingProfileIsNamed() throws Exception {
        assertThat(failing("run", folder.resolve("nowhere.yaml").toString())).contains("nowhere.yaml");
    }

    @Test
    void aMissingLandmarkIsNamedWithItsPlace() throws Exception {
        Path workloads = folder.resolve("workloads");
        Path workload = Files.createDirectories(workloads.resolve("my/editor"));
        Files.writeString(workload.resolve("workload.yaml"), """
                title: Editor
                application: {linux: [xterm]}
                operations:
                  - id: open
                    group: B
                    do: {launch: application}
                    until: {appears: landmarks/nowhere.png}
                """);
        Path profile = Files.writeString(folder.resolve("profile.yaml"), VALID.replace("office/writer", "my/editor"));
        assertThat(failing("run", profile.toString(), "--workloads", workloads.toString()))
                .contains("landmarks/nowhere.png")
                .contains("workload.yaml:7:");
    }

    @Test
    void anOccupiedPortIsNamedWithAHint() throws Exception {
        try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(occupied.getLocalPort());
            assertThat(failing("controller", "--http-port", port, "--link-port", "0", "--data", folder + "/data"))
                    .contains(port)
                    .contains("in use");
            assertThat(failing("controller", "--http-port", "0", "--link-port", port, "--data", folder + "/data"))
                    .contains(port)
                    .contains("in use");
        }
    }

    @Test
    void unknownCommandsAndOptionsAreNamed() throws Exception {
        assertThat(failing("dmeo")).contains("dmeo").contains("demo");
        assertThat(failing("demo", "--max-sessions", "many")).contains("many");
        assertThat(failing("agent", "--controller", "nowhere")).contains("nowhere");
    }

    private String run(String yaml) throws Exception {
        Path profile = Files.writeString(folder.resolve("profile.yaml"), yaml);
        return failing(
                "run",
                profile.toString(),
                "--out",
                folder.resolve("out").toString(),
                "--data",
                folder.resolve("data").toString());
    }

    private String failing(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        try (Program program = Program.start(folder, Map.of("HOME", folder.toString()), all.toArray(String[]::new))) {
            Program.Ended ended = program.await(Duration.ofSeconds(60));
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
            assertThat(ended.printed()).doesNotContain("\tat ").doesNotContain("Exception");
            return ended.printed();
        }
    }
}
