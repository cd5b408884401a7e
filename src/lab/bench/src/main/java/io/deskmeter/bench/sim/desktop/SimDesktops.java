package io.deskmeter.bench.sim.desktop;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops.ScreenSource;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The simulated desktops of one agent, and their screen connector. Thread-safe. */
public final class SimDesktops implements DesktopProvider, ScreenSource {
    private static final Duration LOGON = Duration.ofMillis(150);

    private final Path folder;
    private final long seed;
    private final ScheduledExecutorService timers;
    private final SimLandmarks landmarks = new SimLandmarks();
    private final Map<Integer, SimDesktop> running = new ConcurrentHashMap<>();
    private final AtomicInteger homes = new AtomicInteger();
    private final Set<Integer> slow = ConcurrentHashMap.newKeySet();
    private volatile SimFaults faults = SimFaults.NONE;

    /**
     * Without desktops yet.
     *
     * @param folder for the homes of sessions
     */
    public SimDesktops(Path folder, long seed, ScheduledExecutorService timers) {
        this.folder = folder;
        this.seed = seed;
        this.timers = timers;
    }

    /** Sets what is slow in later sessions. */
    public void faults(SimFaults now) {
        faults = now;
    }

    SimFaults faults() {
        return faults;
    }

    /** The session that will be slow. */
    void slow(int session) {
        slow.clear();
        slow.add(session);
    }

    @Override
    public Desktop start(int session, int width, int height) throws DesktopException {
        boolean isSlow = slow.contains(session);
        SimFaults now = faults;
        // A unique number, because a session of the previous run may still be ending.
        Path home = folder.resolve("session-" + session + "-" + homes.incrementAndGet());
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new DesktopException("home: " + home + " cannot be made: " + e);
        }
        SimDesktop desktop = new SimDesktop(
                home,
                width,
                height,
                seed * 1_000_003 + session,
                isSlow ? now.logon().plus(LOGON) : LOGON,
                () -> end(session, home, isSlow ? now.logoff() : Duration.ZERO),
                timers,
                landmarks);
        running.put(session, desktop);
        return desktop;
    }

    private void end(int session, Path home, Duration takes) {
        long until = System.nanoTime() + takes.toNanos();
        for (long left = takes.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
        }
        running.remove(session);
        try {
            ContentFolders.delete(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        return ((SimDesktop) desktop).connect(listener, executor);
    }

    /** Breaks the connections to this number of desktops; returns the actual number. */
    public int lose(int count) {
        int lost = 0;
        for (SimDesktop desktop : running.values()) {
            if (lost < count && desktop.lose("the simulated desktop has ended")) {
                lost++;
            }
        }
        return lost;
    }

    /** Desktops that have not ended. */
    public int running() {
        return running.size();
    }
}
