package io.deskmeter.agent.desktop;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an agent's sessions when it can no longer do so itself, because it was killed: a shell of a megabyte that waits for the end of its standard
 * input, which the kernel closes with the agent, however that ends, and then becomes a short-lived Java that tidies the state folder up. A
 * line read before says that all is tidy.
 *
 * <p>The next agent on the folder does the same work where the will was ended too, as when the machine lost its power.
 */
public final class LastWill implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastWill.class);

    /** Signals that a terminal sends to all its programs must not end the one that is there for afterwards. */
    private static final String WAIT = "trap '' INT HUP TERM; read -r tidy && exit 0; exec \"$@\"";

    private final Process process;

    private LastWill(Process process) {
        this.process = process;
    }

    /**
     * @param variable that marks the sessions' processes, as in {@link StateFolder#open(Path, String)}
     * @throws IOException where no shell can be started
     */
    static LastWill write(Path root, String variable) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                "setsid",
                "sh",
                "-c",
                WAIT,
                "last-will",
                java.toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LastWill.class.getName(),
                root.toString(),
                variable);
        Path log = root.resolve("last-will.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new LastWill(process);
    }

    /** Says that all is tidy, so that nothing is left to do. */
    @Override
    public void close() {
        try (OutputStream line = process.getOutputStream()) {
            line.write('\n');
        } catch (IOException e) {
            LOG.debug("the last will has ended before its agent", e);
        }
    }

    /** Tidies up: the state folder's path and the variable of its marks. */
    public static void main(String[] args) throws DesktopException {
        try (StateFolder state = StateFolder.inherit(Path.of(args[0]), args[1])) {
            LOG.warn("ended what a killed agent left in {}: {}", state.root(), state.clean());
        }
    }
}
