package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DesktopAgentCommandTest {
    /** Reproducer: it named the file with the secret of client agents, which admits agents of any role. */
    @Test
    void aStartedDesktopAgentGetsItsTicketAndNoSecret() {
        assertThat(new DesktopAgentCommand("host:1", Path.of("/workloads"), null).with(Path.of("/home/ticket")))
                .containsSequence("--controller", "host:1", "--ticket-file", "/home/ticket")
                .doesNotContain("--token-file");
    }
}
