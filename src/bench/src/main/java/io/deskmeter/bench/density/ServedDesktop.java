package io.deskmeter.bench.density;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import java.nio.file.Path;
import java.util.List;

/**
 * A desktop of the server's: each connection to it is another.
 *
 * @param rfbSocket the server's
 * @param home below which the session keeps its content
 */
record ServedDesktop(Path rfbSocket, Path home, int width, int height) implements Desktop {
    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        throw new DesktopException(
                "launch: " + command + " (expected: nothing, the server's desktops run no programs)");
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void close() {
        // The desktop ends with its connection.
    }
}
