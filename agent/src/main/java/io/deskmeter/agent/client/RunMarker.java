package io.deskmeter.agent.client;

import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of the state folder with the id of the run for which the agent works; absent without one. Scripts of packages
 * look at it before they restart the agent. One that a killed agent has left is gone with the first look of the next.
 * For one thread at a time.
 */
final class RunMarker {
    /** Its name. */
    static final String FILE = "run";

    private static final Logger LOG = LoggerFactory.getLogger(RunMarker.class);

    private final Path file;

    /** What the file has; unknown at the start. */
    private String marked = "?";

    RunMarker(Path state) {
        file = state.resolve(FILE);
    }

    /** @param run that the agent works for; empty for none */
    void mark(String run) {
        if (run.equals(marked)) {
            return;
        }
        try {
            if (run.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                Files.writeString(file, run + "\n");
            }
            marked = run;
        } catch (IOException e) {
            // The run goes on; the worst that follows is a restart that is not awaited.
            LOG.warn("{} cannot be written: {}", file, FaultText.reason(e));
            marked = run;
        }
    }
}
