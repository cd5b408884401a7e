package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A run on a VNC desktop in which nothing of Deskmeter runs: the content lies in a folder, and a run dialog launches.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class AgentlessRunIT {
    private static final Duration END = Duration.ofMinutes(4);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private ControllerProgram controller;
    private Program agent;
    private VncDesktop desktop;

    @BeforeEach
    void start() throws Exception {
        desktop = VncDesktop.start(folder.resolve("desktop"), Optional.empty());
        controller = ControllerProgram.startAsUsersDo(folder);
        agent = controller.connectAgent();
    }

    @AfterEach
    void end() throws Exception {
        if (desktop != null) {
            desktop.close();
        }
        if (agent != null) {
            agent.close();
        }
        if (controller != null) {
            controller.close();
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
                keyboard: {layout: us}
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
        try (Program refused = controller.run(profile, folder.resolve("refused"))) {
            Program.Ended ended = refused.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(3);
            assertThat(ended.printed()).contains("the profile says us, and no check of the last 60 min has seen");
        }
        String printed;
        try (Program field = Program.start(
                folder,
                Map.of("HOME", folder.toString(), "DISPLAY", desktop.display()),
                "agent",
                "check",
                "keyboard",
                "--field")) {
            field.awaitPrinted("the text field is open", Duration.ofSeconds(60));
            printed = succeed(controller.run(profile, out));
        }
        List<Map<String, String>> timings = new Results(out).timings();
        assertThat(timings).as(printed).hasSize(2 * 13);
        assertThat(timings).extracting(row -> row.get("outcome")).containsOnly("ok");
        assertThat(desktop.stands()).isTrue();
    }

    private String succeed(String... command) throws Exception {
        return succeed(Program.start(folder, Map.of("HOME", folder.toString()), command));
    }

    private String succeed(Program started) throws Exception {
        try (Program program = started) {
            Program.Ended ended = program.await(END);
            assertThat(ended.exitCode())
                    .as(ended.printed() + agent.printed() + controller.program().printed())
                    .isZero();
            return ended.printed();
        }
    }
}
