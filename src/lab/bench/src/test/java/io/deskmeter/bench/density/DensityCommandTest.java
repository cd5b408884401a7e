package io.deskmeter.bench.density;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Timeout(120)
class DensityCommandTest {
    private static final String AGENT_JVM = "../../../agent/jvm.args";

    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    private int run(String... arguments) {
        CommandLine line = new CommandLine(new DensityCommand());
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        return line.execute(arguments);
    }

    @Test
    void sessionsReceiveTheUpdatesOfTheirDesktopsAndEverythingIsEnded() throws Exception {
        assertThat(run(
                        "--viewers=rfb",
                        "--sessions=2",
                        "--quick",
                        "--seconds=2",
                        "--agent-jvm=" + AGENT_JVM,
                        "--out=" + folder))
                .as(out.toString())
                .isZero();

        JsonNode json = JsonMapper.shared()
                .readTree(folder.resolve("bench-density.json").toFile());
        assertThat(json.at("/bench").asString()).isEqualTo("density");
        JsonNode row = json.at("/rows/0");
        assertThat(row.at("/viewer").asString()).isEqualTo("rfb");
        assertThat(row.at("/sessionsWatching").asInt()).isEqualTo(2);
        assertThat(row.at("/updatesPerSecond").asDouble()).isPositive();
        assertThat(row.at("/cpuMsPerSessionSecond").asDouble()).isPositive();
        assertThat(row.at("/pssMbPerSession").asDouble()).isPositive();
        assertThat(row.at("/lagMaxMs").asDouble()).isPositive();
        try (Stream<ProcessHandle> left = ProcessHandle.current().descendants()) {
            assertThat(left).isEmpty();
        }
    }

    /** A desktop that never changes: what is done is done by probes. */
    @Test
    void quietDesktopsAreProbedInTheRowWithProbesOnly() throws Exception {
        assertThat(run(
                        "--viewers=rfb",
                        "--sessions=2",
                        "--rate=0",
                        "--probes=both",
                        "--quick",
                        "--seconds=2",
                        "--agent-jvm=" + AGENT_JVM,
                        "--out=" + folder))
                .as(out.toString())
                .isZero();

        JsonNode json = JsonMapper.shared()
                .readTree(folder.resolve("bench-density.json").toFile());
        assertThat(json.at("/rows/0/probes").asBoolean()).isFalse();
        assertThat(json.at("/rows/0/probesPerSessionSecond").asDouble()).isZero();
        assertThat(json.at("/rows/1/probes").asBoolean()).isTrue();
        // At most 41 are sent in 2 seconds, 50 ms apart, and one sent before may be answered then.
        assertThat(json.at("/rows/1/probesPerSessionSecond").asDouble()).isBetween(1.0, 21.0);
    }

    @Test
    void invalidOptionsAreReportedBeforeAnythingIsStarted() {
        assertThat(run("--viewers=telnet", "--agent-jvm=" + AGENT_JVM)).isNotZero();
        assertThat(out.toString()).contains("through: \"telnet\" (expected: one of [rfb, vncviewer, xfreerdp])");
    }
}
