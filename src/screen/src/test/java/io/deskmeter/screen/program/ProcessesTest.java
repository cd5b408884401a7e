package io.deskmeter.screen.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ProcessesTest {
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final String display = ":" + UUID.randomUUID();
    private final List<Process> started = new ArrayList<>();

    private Process start(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("DISPLAY", display);
        Process process = builder.start();
        started.add(process);
        // Its first byte: by then it runs in its namespace.
        assertThat(process.getInputStream().read()).isEqualTo('r');
        return process;
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    /**
     * Reproducer: a session that logged off ended the processes of a container's session, whose display has the same
     * name.
     */
    @Test
    void processesOfAnotherNetworkNamespaceAreLeftAlone() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for a namespace)");
        Process here = start("sh", "-c", "echo r; exec sleep 600");
        Process there = start("unshare", "--net", "sh", "-c", "echo r; exec sleep 600");

        assertThat(Processes.endInThisNetwork("DISPLAY=" + display + "\0", GRACE))
                .isEqualTo(1);

        assertThat(here.waitFor()).isNotZero();
        assertThat(there.isAlive()).isTrue();
        assertThat(Processes.end("DISPLAY=" + display + "\0", GRACE)).isEqualTo(1);
        assertThat(there.waitFor()).isNotZero();
    }
}
