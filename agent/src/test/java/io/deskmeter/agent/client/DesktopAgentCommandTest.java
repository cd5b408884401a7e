package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopAgentCommandTest {
    /** Reproducer: it named the file with the secret of client agents, which admits agents of any role. */
    @Test
    void aStartedDesktopAgentGetsItsTicketAndNoSecret() {
        assertThat(new DesktopAgentCommand("host:1", Path.of("/workloads"), AcceptedWorkloads.all(), null)
                        .with(Path.of("/home/ticket")))
                .containsSequence("--controller", "host:1", "--ticket-file", "/home/ticket")
                .doesNotContain("--token-file", "--accept-workloads");
    }

    @Test
    void aStartedDesktopAgentAcceptsWhatItsClientAgentAccepts(@TempDir Path folder) throws Exception {
        Path list = Files.writeString(folder.resolve("accepted"), "# none\n");
        assertThat(new DesktopAgentCommand("host:1", Path.of("/workloads"), AcceptedWorkloads.of(list), null)
                        .with(Path.of("/home/ticket")))
                .containsSequence("--accept-workloads", list.toString());
    }
}
