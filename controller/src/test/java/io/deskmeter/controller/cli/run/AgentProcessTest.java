package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes: shells stand for agents. */
@Tag("slow")
class AgentProcessTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String READY = "echo ready; ";
    private static final String FOR_EVER = "while :; do sleep 0.1; done";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void anAgentThatDoesNotEndIsKilledAndTheUserIsTold() throws Exception {
        AgentProcess agent = start("trap '' TERM; " + READY + FOR_EVER, 1, 30);
        agent.close();
        assertThat(agent.process().onExit()).succeedsWithin(SOON);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("deskmeter: agent: did not end within 1 s and was killed; no timing is lost")
                .contains("(hint: " + log() + ")");
    }

    @Test
    void anAgentThatEndsIsNotMentioned() throws Exception {
        AgentProcess agent = start("trap 'exit 0' TERM; " + READY + FOR_EVER, 30, 30);
        agent.close();
        agent.close();
        assertThat(agent.process().isAlive()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void whatAnAgentHasStartedEndsToo() throws Exception {
        AgentProcess agent = start("sleep 600 & " + READY + "wait", 30, 1);
        List<ProcessHandle> children = agent.process().descendants().toList();
        assertThat(children).isNotEmpty();
        agent.close();
        assertThat(children).allSatisfy(child -> assertThat(child.onExit()).succeedsWithin(SOON));
    }

    /** The orphan reaper of a killed agent is a child that works for some seconds, and must be left to it. */
    @Test
    void whatEndsBySoonIsNotKilled() throws Exception {
        Path done = folder.resolve("done");
        AgentProcess agent = start("(trap '' TERM; sleep 1; echo done >" + done + ") & " + READY + "wait", 30, 30);
        agent.close();
        assertThat(done).hasContent("done");
    }

    @Test
    void aSignalThatEndsTheProgramEndsTheAgent() throws Exception {
        try (Host host = Host.start(folder, "trap '' HUP; " + READY + FOR_EVER)) {
            host.process.destroy();
            assertThat(host.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            // The program has waited for it.
            assertThat(host.agent.isAlive()).isFalse();
        }
    }

    @Test
    void aKilledProgramEndsTheInputOfTheAgent() throws Exception {
        try (Host host = Host.start(folder, READY + "cat")) {
            host.process.destroyForcibly();
            assertThat(host.agent.onExit()).succeedsWithin(SOON);
        }
    }

    private Path log() {
        return folder.resolve("agent.log");
    }

    private AgentProcess start(String script, int agentSeconds, int childrenSeconds) throws IOException {
        AgentProcess.Limits limits =
                new AgentProcess.Limits(Duration.ofSeconds(agentSeconds), Duration.ofSeconds(childrenSeconds));
        AgentProcess agent = AgentProcess.start(List.of("sh", "-c", script), Map.of(), limits, log(), err);
        awaitReady(log());
        return agent;
    }

    /** Returns when the script has installed its traps. */
    private static void awaitReady(Path log) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> Files.exists(log) && Files.readString(log).contains("ready"));
    }

    /** A program with an agent, to be ended by signals. Its arguments: the script and the log of the agent. */
    static final class Host implements AutoCloseable {
        private final Process process;
        private final ProcessHandle agent;

        private Host(Process process, ProcessHandle agent) {
            this.process = process;
            this.agent = agent;
        }

        static Host start(Path folder, String script) throws IOException {
            Path log = folder.resolve("agent.log");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Host.class.getName(),
                            script,
                            log.toString())
                    .redirectError(Redirect.INHERIT)
                    .start();
            long agent = Long.parseLong(process.inputReader().readLine());
            awaitReady(log);
            return new Host(process, ProcessHandle.of(agent).orElseThrow());
        }

        public static void main(String[] args) throws Exception {
            AgentProcess agent =
                    AgentProcess.start(List.of("sh", "-c", args[0]), Map.of(), Path.of(args[1]), System.err);
            System.out.println(agent.process().pid());
            TimeUnit.MINUTES.sleep(5);
        }

        @Override
        public void close() {
            process.destroyForcibly();
            agent.destroyForcibly();
        }
    }
}
