package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./deskmeter check} without a controller, as users start it again and again. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class LocalCheckIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String PROFILE = """
            id: local-check
            workloads: { workloads: [office/writer], iterations: 1, steady: { skipFirst: 0, skipLast: 0 } }
            target: %s
            load: { fixed: { sessions: 1 } }
            thresholds: { A: %s, B: 6s }
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Program check(String name, String profile, String... more) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), profile);
        List<String> words = new ArrayList<>(List.of(
                "check", file.toString(), "--data", folder.resolve("data").toString()));
        words.addAll(List.of(more));
        return Program.start(folder, words.toArray(String[]::new));
    }

    @Test
    void anAgentIsStartedAndNoControllerAndTheProfileCanRun() throws Exception {
        try (Program program = check("local", PROFILE.formatted("{ local: { desktop: 1280x800 } }", "1s"))) {
            Program.Ended ended = program.await(WITHIN);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            assertThat(ended.printed())
                    .contains("maximum number of sessions")
                    .contains("the run can start: ")
                    .doesNotContain("no client agent is connected", " DEBUG ", " INFO ", " WARN ");
        }
        Path used = folder.resolve("data/check/1");
        assertThat(used.resolve("store.mv.db")).doesNotExist();
        assertThat(used.resolve("check.log")).content().contains("connected");
        assertThat(used.resolve("agent.log")).content().contains("connected to the controller");
    }

    /** The host of the second one does not answer; the first one has a threshold that nothing can keep. */
    @Test
    void twoAtATimeDoNotDisturbEachOther() throws Exception {
        String nowhere;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = "127.0.0.1:" + free.getLocalPort();
        }
        String vnc = "{ vnc: { hosts: [\"" + nowhere + "\"], keyboard: { layout: us }, desktopAgent: none,"
                + " content: /srv/deskmeter, launcher: { dialog: alt+F2 } } }";
        try (Program one = check("one", PROFILE.formatted("{ local: { desktop: 1280x800 } }", "1ms"));
                Program other = check("other", PROFILE.formatted(vnc, "1s"), "--json")) {
            Program.Ended first = one.await(WITHIN);
            assertThat(first.exitCode()).as(first.printed()).isEqualTo(3);
            assertThat(first.printed())
                    .contains("error: threshold, thresholds.A: 1 ms", "the run cannot start: ")
                    .doesNotContain("agents, controller");
            Program.Ended second = other.await(WITHIN);
            assertThat(second.exitCode()).as(second.printed()).isEqualTo(3);
            JsonNode report = JsonMapper.builder().build().readTree(second.printed());
            assertThat(report.at("/findings").toString())
                    .contains("target reach", nowhere)
                    .doesNotContain("thresholds.A");
        }
        assertThat(folder.resolve("data/check/1/agent.log")).isNotEmptyFile();
        assertThat(folder.resolve("data/check/2/agent.log")).isNotEmptyFile();
    }

    @Test
    void aDocumentThatCannotBeReadStartsNothing() throws Exception {
        try (Program program = check("none", "target: 7\n", "--json")) {
            Program.Ended ended = program.await(WITHIN);
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
            assertThat(JsonMapper.builder()
                            .build()
                            .readTree(ended.printed())
                            .at("/readable")
                            .asBoolean())
                    .isFalse();
        }
        assertThat(folder.resolve("data/check/1/agent.log")).doesNotExist();
    }
}
