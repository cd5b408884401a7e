package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A run on a VNC desktop in which nothing of Deskmeter runs: the content lies in a folder, and a run dialog launches. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class AgentlessRunIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(4);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Program controller;
    private Program agent;
    private VncDesktop desktop;

    @BeforeEach
    void start() throws Exception {
        desktop = VncDesktop.start(folder.resolve("desktop"), Optional.empty());
        controller =
                Program.start(folder, "controller", "--http-port", "0", "--link-port", "0", "--data", folder + "/data");
        Matcher said = controller.awaitPrinted("controller: (http://\\S+), agents connect to (\\S+)", START);
        agent = Program.start(
                folder,
                "agent",
                "--controller",
                said.group(2),
                "--token-file",
                DataFolder.below(folder).token(TokenRole.AGENT),
                "--state",
                folder + "/agent");
        agent.awaitPrinted("connected to the controller", START);
    }

    @AfterEach
    void end() throws Exception {
        if (desktop != null) {
            desktop.close();
        }
        for (Program program : new Program[] {agent, controller}) {
            if (program != null) {
                program.close();
            }
        }
    }

    @Test
    void theWordProcessorIsWorkedThroughTheDisplayAlone() throws Exception {
        String content = folder.resolve("content").toString();
        succeed("workload", "export", "office/writer", "--out", content);
        Path profile = Files.writeString(folder.resolve("vnc.yaml"), """
            workloads:
              workloads: [office/writer]
              iterations: 2
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 500ms, spread: 50%%}
            target:
              vnc:
                hosts: ["%s"]
                desktopAgent: none
                content: %s
                launcher: {dialog: alt+F2}
            load: {fixed: {sessions: 1}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 90%%, lag: 10s, pacing: 100%%}
            """.formatted(desktop.host(), content));
        Path frames = folder.resolve("frames");
        succeed(
                "agent",
                "try",
                "office/writer",
                "--target",
                profile.toString(),
                "--frames",
                frames.toString(),
                "--state",
                folder + "/try");
        assertThat(frames.resolve("index.html")).exists();
        Path out = folder.resolve("out");
        Matcher said = controller.awaitPrinted("controller: (http://\\S+), agents connect to (\\S+)", START);
        String printed = succeed(
                "run",
                profile.toString(),
                "--controller",
                said.group(1),
                "--data",
                DataFolder.below(folder).toString(),
                "--out",
                out.toString());
        List<Map<String, String>> timings = new Results(out).timings();
        assertThat(timings).as(printed).hasSize(2 * 13);
        assertThat(timings).extracting(row -> row.get("outcome")).containsOnly("ok");
        assertThat(desktop.stands()).isTrue();
    }

    private String succeed(String... command) throws Exception {
        try (Program program = Program.start(folder, Map.of("HOME", folder.toString()), command)) {
            Program.Ended ended = program.await(END);
            assertThat(ended.exitCode())
                    .as(ended.printed() + agent.printed() + controller.printed())
                    .isZero();
            return ended.printed();
        }
    }
}
