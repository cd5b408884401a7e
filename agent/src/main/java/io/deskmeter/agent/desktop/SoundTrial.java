package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.sound.SoundSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sound server and the environment of a session of this machine, without a desktop: to find out before a run whether programs are heard. Closing it ends its programs and removes its
 * files.
 */
public final class SoundTrial implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SoundTrial.class);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final StateFolder state;
    private final String name;
    private final SessionFolder folder;
    private final SoundSource source;
    private final Map<String, String> environment;

    SoundTrial(
            StateFolder state, String name, SessionFolder folder, SoundSource source, Map<String, String> environment) {
        this.state = state;
        this.name = name;
        this.folder = folder;
        this.source = source;
        this.environment = Map.copyOf(environment);
    }

    /** For files that its programs read. */
    public Path home() {
        return folder.home();
    }

    /** Starts a program in it. */
    public AppProcess launch(List<String> command) throws DesktopException {
        Path log = folder.logs().resolve("player");
        return LaunchedProcess.start(
                state.processes(),
                new MarkedProcesses.Start(command, environment, state.applicationMarker(name, 1), home(), log));
    }

    @Override
    public void close() {
        state.processes().end(state.sessionMarker(name), GRACE);
        source.close();
        remove(folder);
    }

    static void remove(SessionFolder folder) {
        try {
            folder.remove();
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder.root(), e.toString());
        }
    }
}
