package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testsupport.postgres.PostgresServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * kill -9 of either program during a run: measurements are kept, no process remains, and the end is reported. Signals
 * to a command that has started both.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class KilledIT {
    private static final Duration START = Duration.ofSeconds(60);

    private static final String PROFILE = """
            id: long-run
            title: Sessions that would work for a long time
            workloads:
              id: writer-only
              workloads: [office/writer]
              iterations: 50
              think: {mean: 300ms, spread: 50%%}
              seed: 3
            target: {local: {desktop: 1024x768}}
            load: {fixed: {sessions: %d}}
            thresholds: {A: 20s, B: 60s}
            logonInterval: 500ms
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void anAgentKilledInMidRunEndsTheRunAsInvalidAndNothingOfItIsLeft() throws Exception {
        try (ControllerProgram controller = ControllerProgram.start(folder)) {
            String id;
            try (Program agent = controller.startAgent()) {
                id = controller.startRun(PROFILE.formatted(2));
                controller.awaitTimings(id, 5);
                assertThat(Sessions.running(folder)).isNotEmpty();
                agent.kill();
                long before = controller.timings(id);

                Awaitility.await("the run is invalid")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> controller.state(id).equals("invalid"));
                assertThat(controller.get("/runs/" + id).at("/reasons").toString())
                        .contains("agent");
                assertThat(controller.timings(id))
                        .isGreaterThanOrEqualTo(before)
                        .isGreaterThanOrEqualTo(5);
                Awaitility.await("the orphan reaper ends what was left")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> Sessions.running(folder).isEmpty());
            }
            try (Program next = controller.startAgent()) {
                next.awaitPrinted("connected", START);
            }
        }
    }

    @Test
    void aKilledControllerMakesTheAgentEndItsSessionsAndTheRunIsShownAsInterrupted() throws Exception {
        String id;
        try (ControllerProgram controller = ControllerProgram.start(folder);
                Program agent = controller.startAgent()) {
            id = controller.startRun(PROFILE.formatted(2));
            controller.awaitTimings(id, 5);
            controller.kill();

            Awaitility.await("the agent ends its sessions")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Sessions.running(folder).isEmpty());
            assertThat(agent.alive()).isTrue();
            assertThat(agent.printed()).containsIgnoringCase("controller").containsIgnoringCase("end");
        }
        try (ControllerProgram restarted = ControllerProgram.start(folder)) {
            JsonNode run = restarted.get("/runs/" + id);
            assertThat(run.at("/state").asString()).isEqualTo("interrupted");
            assertThat(run.at("/reasons").toString()).contains("controller");
            assertThat(restarted.timings(id)).isGreaterThanOrEqualTo(5);
        }
    }

    /** Before the agent is connected no run exists that the signal could stop. */
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void aCommandThatEndsWhileItsAgentStartsLeavesNoAgentBehind(String signal) throws Exception {
        try (RunCommand command = RunCommand.start(folder, "out", PROFILE.formatted(1))) {
            Awaitility.await("the agent starts")
                    .atMost(START)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> !agents().isEmpty());
            if (signal.equals("TERM")) {
                command.program().terminate();
            } else {
                command.program().kill();
            }
            Program.Ended ended = command.program().await(START);
            assertThat(ended.printed()).doesNotContain("Exception");
            Awaitility.await("no agent is left").atMost(Duration.ofSeconds(40)).until(() -> agents().isEmpty());
        } finally {
            agents().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aCommandThatIsKilledInMidRunLeavesNeitherAgentNorSessionsBehind() throws Exception {
        try (RunCommand command = RunCommand.start(folder, "out", PROFILE.formatted(1))) {
            Awaitility.await("a session runs")
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> !Sessions.running(folder).isEmpty());
            assertThat(agents()).isNotEmpty();
            command.program().kill();
            Awaitility.await("no agent and no session is left")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> agents().isEmpty() && Sessions.running(folder).isEmpty());
        } finally {
            agents().forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * The agents that commands of this folder have started, also while the launcher starts them; without their orphan
     * reapers.
     */
    private List<ProcessHandle> agents() {
        String state = "--state " + folder.resolve("data/agent");
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(state))
                .toList();
    }

    @Test
    void twoControllersOfOneStoreKeepTheirRunsWhenTheOtherIsKilledAndRestarted() throws Exception {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        try (PostgresServer postgres = PostgresServer.start(true)) {
            String store = "--store=" + postgres.createDatabase();
            try (ControllerProgram second = ControllerProgram.start(two, store);
                    Program secondAgent = second.startAgent()) {
                secondAgent.awaitPrinted("connected", START);
                String ours = second.startRun(PROFILE.formatted(1));
                String theirs;
                try (ControllerProgram first = ControllerProgram.start(one, store);
                        Program firstAgent = first.startAgent()) {
                    firstAgent.awaitPrinted("connected", START);
                    theirs = first.startRun(PROFILE.formatted(1));
                    first.awaitTimings(theirs, 3);
                    HttpResponse<String> refused = first.post("/runs/" + ours + "/abort");
                    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
                    assertThat(refused.body()).contains("belongs to the controller");
                    first.kill();
                }
                // The lease of the killed one is still valid.
                assertThat(second.get("/runs/" + theirs).at("/ended").asBoolean())
                        .isFalse();
                try (ControllerProgram again = ControllerProgram.start(one, store)) {
                    assertThat(again.state(theirs)).isEqualTo("interrupted");
                    assertThat(again.timings(theirs)).isGreaterThanOrEqualTo(3);
                    long before = second.timings(ours);
                    second.awaitTimings(ours, before + 3);
                    assertThat(again.get("/runs/" + ours).at("/ended").asBoolean())
                            .isFalse();
                }
                assertThat(second.post("/runs/" + ours + "/abort").statusCode()).isEqualTo(202);
                Awaitility.await("the run of the second controller is stopped by its own")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> second.state(ours).equals("stopped"));
            }
        }
    }
}
