package io.deskmeter.bench.workloads;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A desktop whose pictures are counted on their way. */
final class RelayedDesktop implements Desktop {
    private final Desktop desktop;
    private final CountingRelay relay;

    RelayedDesktop(Desktop desktop, CountingRelay relay) {
        this.desktop = desktop;
        this.relay = relay;
    }

    @Override
    public Path rfbSocket() {
        return relay.socket();
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
