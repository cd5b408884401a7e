package io.deskmeter.bench.sim.desktop;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A simulated desktop: its application shows a page some time after it was launched or a key was pressed. These times
 * are log-normal and drawn from a seed, so a session's desktop has the same speed in every run.
 */
final class SimDesktop implements Desktop {
    private static final double OPEN_MS = 300;
    private static final double PAGE_MS = 80;
    private static final double CLOSE_MS = 60;
    private static final double SIGMA = 0.35;
    private static final int KEY_Q = Keysyms.of('q');
    private static final int KEY_NEXT = Keysyms.named("PageDown");

    private final Path home;
    private final int width;
    private final int height;
    private final Random random;
    private final Duration logon;
    private final Runnable logoff;
    private final ScheduledExecutorService timers;
    private final SimLandmarks landmarks;
    private @Nullable SimScreen screen;
    private @Nullable SimulatedProcess app;
    private int page;

    /**
     * @param logon until the first picture
     * @param logoff blocks while the desktop ends, then removes it
     */
    SimDesktop(
            Path home,
            int width,
            int height,
            long seed,
            Duration logon,
            Runnable logoff,
            ScheduledExecutorService timers,
            SimLandmarks landmarks) {
        this.home = home;
        this.width = width;
        this.height = height;
        this.random = new Random(seed);
        this.logon = logon;
        this.logoff = logoff;
        this.timers = timers;
        this.landmarks = landmarks;
    }

    synchronized CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
        SimScreen connected = new SimScreen(width, height, listener, executor, this::input);
        screen = connected;
        after(logon.toMillis(), () -> connected.show(Frame::bounds));
        return CompletableFuture.completedFuture(connected);
    }

    private void input(InputEvent event) {
        if (event instanceof InputEvent.Key key && key.down()) {
            if (key.keysym() == KEY_NEXT) {
                turn();
            } else if (key.keysym() == KEY_Q) {
                quit();
            }
        }
    }

    private synchronized void turn() {
        int next = Math.min(++page, SimLandmarks.PAGES);
        later(PAGE_MS, frame -> landmarks.paint(frame, next));
    }

    private synchronized void quit() {
        SimulatedProcess closing = app;
        after(drawn(CLOSE_MS), () -> {
            show(SimLandmarks::clear);
            if (closing != null) {
                closing.exit();
            }
        });
    }

    private void later(double medianMs, Function<Frame, Rect> painter) {
        after(drawn(medianMs), () -> show(painter));
    }

    private void after(long millis, Runnable task) {
        var unused = timers.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    private synchronized long drawn(double medianMs) {
        return Math.round(medianMs * Math.exp(SIGMA * random.nextGaussian()));
    }

    private synchronized void show(Function<Frame, Rect> painter) {
        if (screen != null) {
            screen.show(painter);
        }
    }

    /** Breaks its connection; false if there is none. */
    synchronized boolean lose(String why) {
        SimScreen connected = screen;
        if (connected == null || connected.isClosed()) {
            return false;
        }
        connected.lose(why);
        return true;
    }

    @Override
    public synchronized AppProcess launch(List<String> command, Path workDir) {
        SimulatedProcess launched = new SimulatedProcess(() -> show(SimLandmarks::clear));
        app = launched;
        page = 0;
        after(drawn(OPEN_MS), () -> {
            if (launched.alive()) {
                show(frame -> landmarks.paint(frame, 0));
            }
        });
        return launched;
    }

    @Override
    public Path rfbSocket() {
        throw new UnsupportedOperationException(
                "rfb: not supported by simulated desktops (expected: access through SimDesktops)");
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void close() {
        logoff.run();
    }
}
