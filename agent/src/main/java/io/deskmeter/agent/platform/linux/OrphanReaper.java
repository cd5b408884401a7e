package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.MarkedProcesses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the sessions of an agent that was killed. A shell of one megabyte waits for the end of its standard input, which
 * the kernel closes when the agent ends for any reason. It then starts a short-lived Java process that cleans up. A
 * line on the standard input says that the agent has already cleaned up.
 *
 * <p>If the shell was ended, too, for example by a power failure, the next agent on the folder does the same.
 */
final class OrphanReaper implements MarkedProcesses.Guard {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanReaper.class);

    /** Signals that a terminal sends to all its programs must not end the reaper. */
    private static final String WAIT = "trap '' INT HUP TERM; read -r tidy && exit 0; exec \"$@\"";

    private final Process process;

    private OrphanReaper(Process process) {
        this.process = process;
    }

    /** @throws IOException if no shell can be started */
    static OrphanReaper start(Path folder, Class<?> cleanUp, String... arguments) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                "sh",
                "-c",
                WAIT,
                "orphan-reaper",
                java.toString(),
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                cleanUp.getName()));
        command.addAll(List.of(arguments));
        Path log = folder.resolve("orphan-reaper.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new OrphanReaper(process);
    }

    /** Reports that the agent has cleaned up, so that there is nothing to do. */
    @Override
    public void close() {
        try (OutputStream line = process.getOutputStream()) {
            line.write('\n');
        } catch (IOException e) {
            LOG.debug("the orphan reaper has ended before its agent", e);
        }
    }
}
