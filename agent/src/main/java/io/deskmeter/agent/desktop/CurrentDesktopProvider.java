package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.Platform;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the one desktop that this process runs in: its display, its user's HOME, its environment. Only applications
 * are started, and only they are ended: their processes carry the state folder's identity in their environment.
 *
 * <p>The state folder is locked until this is closed. Opening it ends the processes of a killed agent, and nothing
 * else.
 */
public final class CurrentDesktopProvider implements DesktopProvider, SoundTrials {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentDesktopProvider.class);
    private static final String VARIABLE = "DESKMETER_DESKTOP";

    private final StateFolder state;
    private final Map<String, String> environment;
    private final SessionSounds sounds = new SessionSounds();
    private final Set<CurrentDesktop> acquired = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private CurrentDesktopProvider(StateFolder state, Map<String, String> environment) {
        this.state = state;
        this.environment = environment;
    }

    /**
     * Opens a state folder, after ending the remaining processes of an earlier agent.
     *
     * @param environment of this process: that of the user's session
     * @throws DesktopException if the folder cannot be used or another agent holds it
     */
    public static CurrentDesktopProvider open(Platform platform, Path stateFolder, Map<String, String> environment)
            throws DesktopException {
        StateFolder state = StateFolder.open(platform, stateFolder, VARIABLE);
        try {
            LocalDesktops.Leftovers leftovers = state.clean();
            if (!leftovers.none()) {
                LOG.warn("cleaned up after an earlier agent in {}: {}", state.root(), leftovers);
            }
            Map<String, String> own = new TreeMap<>(environment);
            own.remove(VARIABLE);
            return new CurrentDesktopProvider(state, Map.copyOf(own));
        } catch (DesktopException | RuntimeException | Error e) {
            state.close();
            throw e;
        }
    }

    /** The desktop; its size is reported, not changed. Each call returns a separate set of content and applications. */
    @Override
    public Desktop start(int session, int width, int height) throws DesktopException {
        return acquire(session, width, height);
    }

    /** In the user's session: its programs have its environment, and play to a server of their own. */
    @Override
    public SoundTrial soundTrial(SoundListener listener, Executor executor) throws DesktopException, SoundException {
        CurrentDesktop desktop = acquire(0, 0, 0);
        try {
            var unused = desktop.listen(SoundFormat.STEREO_48K, listener, executor);
        } catch (SoundException | RuntimeException | Error e) {
            desktop.close();
            throw e;
        }
        return new SoundTrial(desktop.folder(), command -> desktop.launch(command, desktop.folder()), desktop::close);
    }

    private CurrentDesktop acquire(int session, int width, int height) throws DesktopException {
        if (closed) {
            throw new DesktopException("desktop: closed (expected: open; the agent is shutting down)");
        }
        CurrentDesktop desktop = CurrentDesktop.acquire(this, session, width, height);
        acquired.add(desktop);
        if (closed) {
            desktop.close();
        }
        return desktop;
    }

    void returned(CurrentDesktop desktop) {
        acquired.remove(desktop);
    }

    SessionSounds sounds() {
        return sounds;
    }

    StateFolder state() {
        return state;
    }

    Map<String, String> environment() {
        return environment;
    }

    Path home() {
        return state.platform().session(environment).home();
    }

    /** Ends the launched programs and releases the state folder; idempotent. */
    @Override
    public void close() {
        closed = true;
        acquired.forEach(CurrentDesktop::close);
        sounds.close();
        state.close();
    }
}
