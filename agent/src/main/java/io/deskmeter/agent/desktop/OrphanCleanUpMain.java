package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.Platforms;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program that cleans up after an agent that was killed, see
 * {@link io.deskmeter.agent.platform.MarkedProcesses#guard}.
 */
public final class OrphanCleanUpMain {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleanUpMain.class);

    private OrphanCleanUpMain() {}

    /** The arguments are the state folder's path and the variable of its marks. */
    public static void main(String[] args) throws DesktopException {
        try (StateFolder state = StateFolder.inherit(Platforms.here(), Path.of(args[0]), args[1])) {
            LOG.warn("cleaned up after a killed agent in {}: {}", state.root(), state.clean());
        }
    }
}
