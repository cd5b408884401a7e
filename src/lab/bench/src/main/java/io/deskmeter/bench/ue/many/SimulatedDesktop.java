package io.deskmeter.bench.ue.many;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.sim.desktop.SimulatedProcess;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** A desktop whose only program is the simulated probe. Thread-safe. */
final class SimulatedDesktop implements Desktop {
    private final Path home;
    private final ScheduledExecutorService display;
    private final MoveLateness lateness;
    private @Nullable SimulatedDrag screen;
    private @Nullable SimulatedProcess app;

    SimulatedDesktop(Path home, ScheduledExecutorService display, MoveLateness lateness) {
        this.home = home;
        this.display = display;
        this.lateness = lateness;
    }

    synchronized CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
        SimulatedDrag connected = new SimulatedDrag(listener, executor, display, lateness, this::quit);
        screen = connected;
        return CompletableFuture.completedFuture(connected);
    }

    private synchronized void quit() {
        SimulatedDrag shown = screen;
        SimulatedProcess running = app;
        if (shown != null && running != null) {
            shown.end();
            running.exit();
        }
    }

    @Override
    public synchronized AppProcess launch(List<String> command, Path workDir) {
        SimulatedProcess launched = new SimulatedProcess(() -> {});
        app = launched;
        SimulatedDrag shown = screen;
        if (shown != null) {
            shown.start();
        }
        return launched;
    }

    @Override
    public Path rfbSocket() {
        throw new UnsupportedOperationException("rfb: not supported by simulated desktops");
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public int width() {
        return SimulatedDrag.WIDTH;
    }

    @Override
    public int height() {
        return SimulatedDrag.HEIGHT;
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void close() {
        try {
            ContentFolders.delete(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
