package io.deskmeter.agent.desktop;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One running desktop. */
public interface Desktop extends AutoCloseable {
    /** The Unix socket on which the desktop speaks RFB; with security type None unless it has an {@link #rfbPort}. */
    Path rfbSocket();

    /** The port on which it speaks RFB as well; null if it was not asked for. */
    default @Nullable RfbPort rfbPort() {
        return null;
    }

    /** A folder that only this user can enter, for what is needed while the desktop lives; gone after {@link #close()}. */
    default Path folder() {
        return home();
    }

    /** What processes that are to end with the desktop have in their environment; those of {@link #launch} have it already. */
    default Map<String, String> mark() {
        return Map.of();
    }

    /** The session's HOME; of a desktop that the agent has started new with it and gone after {@link #close()}. */
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
     * @param command argument vector; the first element is looked up on the session's PATH unless it is a path
     * @param workDir the program's working directory
     * @throws DesktopException if the program is missing, cannot be started, or the desktop is gone
     */
    AppProcess launch(List<String> command, Path workDir) throws DesktopException;

    /** Do the X server and the window manager run? */
    boolean alive();

    /** Ends every process of the desktop and removes its folder; idempotent. */
    @Override
    void close();
}
