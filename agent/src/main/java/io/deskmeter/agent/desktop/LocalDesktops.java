package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts desktops on this machine, in one state folder, which is locked until this is closed.
 *
 * <p>Opening it cleans up after an agent that was killed on the same state folder, and changes nothing else.
 */
public final class LocalDesktops implements DesktopProvider, SoundTrials {
    private static final Logger LOG = LoggerFactory.getLogger(LocalDesktops.class);
    private static final Duration TRIAL_GRACE = Duration.ofSeconds(1);
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private final StateFolder state;
    private final SearchPath programs;
    private final Leftovers leftovers;
    private final boolean onPorts;
    private final SessionSounds sounds = new SessionSounds();
    private final Set<LocalDesktop> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private LocalDesktops(StateFolder state, SearchPath programs, Leftovers leftovers, boolean onPorts) {
        this.onPorts = onPorts;
        this.state = state;
        this.programs = programs;
        this.leftovers = leftovers;
    }

    /** Opens with the PATH of this process, the only variable that desktops inherit. */
    public static LocalDesktops open(Platform platform, Path stateFolder) throws DesktopException {
        return open(platform, stateFolder, System.getenv().getOrDefault("PATH", USUAL_PATH));
    }

    /** The same, with an {@link RfbPort} for each desktop. */
    public static LocalDesktops openOnPorts(Platform platform, Path stateFolder) throws DesktopException {
        return open(platform, stateFolder, System.getenv().getOrDefault("PATH", USUAL_PATH), true);
    }

    /**
     * Opens a state folder, after ending the remaining processes of an earlier agent.
     *
     * @param stateFolder created if missing; a short path, because it contains Unix sockets
     * @param path the folders in which programs are searched, in the form of the variable PATH
     * @throws DesktopException if the folder cannot be used or another agent holds it
     */
    public static LocalDesktops open(Platform platform, Path stateFolder, String path) throws DesktopException {
        return open(platform, stateFolder, path, false);
    }

    private static LocalDesktops open(Platform platform, Path stateFolder, String path, boolean onPorts)
            throws DesktopException {
        StateFolder state = StateFolder.open(platform, stateFolder);
        try {
            Leftovers leftovers = state.clean();
            if (!leftovers.none()) {
                LOG.warn("cleaned up after an earlier agent in {}: {}", state.root(), leftovers);
            }
            return new LocalDesktops(state, new SearchPath(path), leftovers, onPorts);
        } catch (DesktopException | RuntimeException | Error e) {
            state.close();
            throw e;
        }
    }

    /** What was removed at open, because an earlier agent had left it. */
    public Leftovers leftovers() {
        return leftovers;
    }

    @Override
    public Desktop start(int session, int width, int height) throws DesktopException {
        return start(session, width, height, onPorts);
    }

    /** The same desktops, each with an {@link RfbPort}. */
    public DesktopProvider onPorts() {
        return (session, width, height) -> start(session, width, height, true);
    }

    /**
     * Creates the local files of a session on another machine.
     *
     * @param session index of the simulated user; a label only
     */
    public ClientSessionFolder clientSessionFolder(int session) throws DesktopException {
        requireOpen();
        String name = session + "-" + UUID.randomUUID().toString().substring(0, 8);
        return new ClientSessionFolder(state.place(name), state.sessionMarker(name), state.processes(), sounds);
    }

    @Override
    public SoundTrial soundTrial(SoundListener listener, Executor executor) throws DesktopException, SoundException {
        requireOpen();
        String name = "sound-" + UUID.randomUUID().toString().substring(0, 8);
        SessionFolder folder = state.session(name);
        Map<String, String> environment = new SessionEnvironment(folder, programs, state.sessionMarker(name)).base();
        SessionSound sound = new SessionSound(sounds, folder.sound(), "trial " + name);
        try {
            var unused = sound.listen(SoundFormat.STEREO_48K, listener, executor);
        } catch (SoundException e) {
            remove(folder);
            throw e;
        }
        SoundTrial.Launcher launcher = command -> LaunchedProcess.start(
                state.processes(),
                new MarkedProcesses.Start(
                        command,
                        environment,
                        state.applicationMarker(name, 1),
                        folder.home(),
                        folder.logs().resolve("player")));
        return new SoundTrial(folder.home(), launcher, () -> {
            state.processes().end(state.sessionMarker(name), TRIAL_GRACE);
            sound.close();
            remove(folder);
        });
    }

    private static void remove(SessionFolder folder) {
        try {
            folder.remove();
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder.root(), e.toString());
        }
    }

    private Desktop start(int session, int width, int height, boolean withPort) throws DesktopException {
        requireOpen();
        requireWithin("width", width, 320, 8192);
        requireWithin("height", height, 200, 8192);
        String name = session + "-" + UUID.randomUUID().toString().substring(0, 8);
        LocalDesktop desktop =
                DesktopStarter.start(state, programs, name, width, height, withPort, sounds, running::remove);
        running.add(desktop);
        if (closed) {
            desktop.close();
        }
        requireOpen();
        return desktop;
    }

    private void requireOpen() throws DesktopException {
        if (closed) {
            throw new DesktopException("desktops: closed (expected: open; the agent is shutting down)");
        }
    }

    private static void requireWithin(String what, int value, int least, int most) throws DesktopException {
        if (value < least || value > most) {
            throw new DesktopException(what + ": " + value + " (expected: " + least + " to " + most + " pixels)");
        }
    }

    /** Closes all desktops and releases the state folder; idempotent. */
    @Override
    public void close() {
        closed = true;
        state.processes().end(state.sessionMarker(""), Duration.ofSeconds(2));
        running.forEach(LocalDesktop::close);
        sounds.close();
        state.close();
    }

    /**
     * What a killed agent has left.
     *
     * @param processes that were ended
     * @param folders of sessions that were removed
     */
    public record Leftovers(int processes, int folders) {
        /** Whether there was nothing. */
        public boolean none() {
            return processes == 0 && folders == 0;
        }

        @Override
        public String toString() {
            return processes + " processes, " + folders + " session folders";
        }
    }
}
