package io.deskmeter.agent.desktop;

import java.nio.file.Path;
import java.util.List;

/** One running desktop. */
public interface Desktop extends AutoCloseable {
    /** The Unix socket on which the desktop speaks RFB, security type None. */
    Path rfbSocket();

    /** The session's HOME; new with the desktop, gone after {@link #close()}. */
    Path home();

    /** In pixels. */
    int width();

    /** In pixels. */
    int height();

    /**
     * Starts a program in the desktop.
     *
     * @param command argument vector; the first element is looked up on the session's PATH unless it is a path
     * @param workDir the program's working directory
     * @throws DesktopException where the program is missing, cannot be started, or the desktop is gone
     */
    AppProcess launch(List<String> command, Path workDir) throws DesktopException;

    /** Do the X server and the window manager run? */
    boolean alive();

    /** Ends every process of the desktop and removes its folder; idempotent. */
    @Override
    void close();
}
