package io.deskmeter.controller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalDeploymentTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void anAgentThatDoesNotEndIsKilledAndTheUserIsTold() throws Exception {
        Process agent = start("trap '' TERM; echo ready; while :; do sleep 1; done");
        LocalDeployment.end(agent, 1, Path.of("out", "agent.log"), err);
        assertThat(agent.onExit()).succeedsWithin(Duration.ofSeconds(30));
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("deskmeter: agent: did not end within 1 s and was killed; no timing is lost")
                .contains("(hint: " + Path.of("out", "agent.log") + ")");
    }

    @Test
    void anAgentThatEndsIsNotMentioned() throws Exception {
        Process agent = start("trap 'exit 0' TERM; echo ready; while :; do sleep 0.1; done");
        LocalDeployment.end(agent, 30, Path.of("agent.log"), err);
        assertThat(agent.isAlive()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /** Returns when the signal handler is there. */
    private static Process start(String script) throws Exception {
        Process agent = new ProcessBuilder("sh", "-c", script).start();
        BufferedReader output = agent.inputReader();
        assertThat(output.readLine()).isEqualTo("ready");
        return agent;
    }
}
