package io.deskmeter.agent.desktop;

import java.nio.file.Path;
import java.util.List;

/**
 * The sound server and the environment of a session of this machine, without its desktop: to find out before a run
 * whether programs are heard. Closing it ends its programs and removes its files.
 */
public final class SoundTrial implements AutoCloseable {
    private final Path folder;
    private final Launcher launcher;
    private final Runnable end;

    /** Starts a program of a session. */
    interface Launcher {
        AppProcess launch(List<String> command) throws DesktopException;
    }

    /**
     * @param folder for files that its programs read; removed by the end
     * @param end blocks
     */
    SoundTrial(Path folder, Launcher launcher, Runnable end) {
        this.folder = folder;
        this.launcher = launcher;
        this.end = end;
    }

    /** For files that its programs read. */
    public Path folder() {
        return folder;
    }

    /** Starts a program in it. */
    public AppProcess launch(List<String> command) throws DesktopException {
        return launcher.launch(command);
    }

    @Override
    public void close() {
        end.run();
    }
}
