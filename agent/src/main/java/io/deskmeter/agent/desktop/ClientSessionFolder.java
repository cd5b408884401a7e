package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that this machine keeps for a session on another machine: a private folder, a mark for the viewer's
 * processes, and the sound server that the viewer plays to. The next agent removes what a killed agent has left.
 */
public final class ClientSessionFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSessionFolder.class);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Path folder;
    private final String marker;
    private final MarkedProcesses processes;
    private final SessionSound sound;

    /**
     * @param folder that only this user can enter; removed by {@link #close()}
     * @param marker {@code name=value} that identifies its processes
     * @param processes of this machine
     */
    ClientSessionFolder(Path folder, String marker, MarkedProcesses processes, SessionSounds sounds) {
        this.folder = folder;
        this.marker = marker;
        this.processes = processes;
        this.sound = new SessionSound(sounds, SoundPlace.in(folder), "session " + folder.getFileName());
    }

    /** The private folder. */
    public Path folder() {
        return folder;
    }

    /** The environment entry of processes that end with it. */
    public Map<String, String> mark() {
        Map<String, String> mark = new TreeMap<>();
        SessionEnvironment.put(mark, marker);
        return mark;
    }

    /**
     * Hears what viewers of this session play from now on. At most once.
     *
     * @param executor calls the listener; must outlive this
     */
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        return sound.listen(format, listener, executor);
    }

    /**
     * Hears what arrives at a port of this machine from now on, from whoever shows the cookie that this user's
     * PulseAudio clients show. At most once.
     *
     * @param executor calls the listener; must outlive this
     */
    public SoundSource listenAt(int port, SoundFormat format, SoundListener listener, Executor executor)
            throws SoundException {
        return sound.listen(port, UserCookie.read(System.getenv()), format, listener, executor);
    }

    /** The environment entries by which viewers find the sound server; empty while nobody listens. */
    public Map<String, String> soundEnvironment() {
        return sound.environment();
    }

    /** Ends every process that carries the mark and removes the folder; blocks; idempotent. */
    @Override
    public void close() {
        processes.end(marker, GRACE);
        sound.close();
        try {
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }
}
