package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One running desktop. */
public interface Desktop extends AutoCloseable {
    /** The Unix socket of the desktop's RFB server; with security type None unless it has an {@link #rfbPort}. */
    Path rfbSocket();

    /** The TCP port of the RFB server; null if it was not requested. */
    default @Nullable RfbPort rfbPort() {
        return null;
    }

    /**
     * A folder that only this user can enter, for files that are needed while the desktop runs; removed by
     * {@link #close()}.
     */
    default Path folder() {
        return home();
    }

    /** The environment entry of processes that end with the desktop; {@link #launch} adds it. */
    default Map<String, String> mark() {
        return Map.of();
    }

    /**
     * The session's HOME. For a desktop that the agent has started, it is created with the desktop and removed by
     * {@link #close()}.
     */
    Path home();

    /** The folder in which application instances keep their copies of content; removed by {@link #close()}. */
    default Path appInstances() {
        return home();
    }

    /** In pixels. */
    int width();

    /** In pixels. */
    int height();

    /**
     * Starts a program in the desktop.
     *
     * @param command argument vector; the first element is searched on the session's PATH unless it is a path
     * @param workDir the program's working directory
     * @throws DesktopException if the program is missing, cannot be started, or the desktop has ended
     */
    AppProcess launch(List<String> command, Path workDir) throws DesktopException;

    /**
     * Hears what programs play on the desktop from now on. At most once.
     *
     * @param format in which the sound is delivered
     * @param executor calls the listener, one call at a time; must outlive the desktop
     * @return open until the desktop is closed
     * @throws SoundException if it cannot be heard
     */
    default SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        throw new SoundException("sound: this desktop has no sound server of Deskmeter"
                + " (expected: a desktop that an agent has started, or runs in)");
    }

    /** Whether the X server and the window manager are running. */
    boolean alive();

    /** Ends every process of the desktop and removes its folder; idempotent. */
    @Override
    void close();
}
