package io.deskmeter.bench.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A desktop that clients reach through a relay, which ends with it. */
public final class RelayedDesktop implements Desktop {
    private final Desktop desktop;
    private final Path socket;
    private final Closeable relay;

    /** @param socket where the relay listens */
    public RelayedDesktop(Desktop desktop, Path socket, Closeable relay) {
        this.desktop = desktop;
        this.socket = socket;
        this.relay = relay;
    }

    @Override
    public Path rfbSocket() {
        return socket;
    }

    @Override
    public Path folder() {
        return desktop.folder();
    }

    @Override
    public Map<String, String> mark() {
        return desktop.mark();
    }

    @Override
    public Path home() {
        return desktop.home();
    }

    @Override
    public Path appInstances() {
        return desktop.appInstances();
    }

    @Override
    public int width() {
        return desktop.width();
    }

    @Override
    public int height() {
        return desktop.height();
    }

    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        return desktop.launch(command, workDir);
    }

    @Override
    public boolean alive() {
        return desktop.alive();
    }

    @Override
    public void close() {
        desktop.close();
        try {
            relay.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
