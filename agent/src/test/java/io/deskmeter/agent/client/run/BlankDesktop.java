package io.deskmeter.agent.client.run;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import java.nio.file.Path;
import java.util.List;

/** A desktop on which nothing can be started. */
record BlankDesktop(Path home) implements Desktop {
    @Override
    public Path rfbSocket() {
        return home.resolve("rfb");
    }

    @Override
    public int width() {
        return 320;
    }

    @Override
    public int height() {
        return 200;
    }

    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        throw new DesktopException("nothing can be started here");
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void close() {}
}
