package io.deskmeter.screen.viewer;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A desktop shown by a client program in a private display.
 *
 * <p>Started once on a thread that may block; after that it runs on the session's executor. The first of its possible
 * ends (its user, the client's exit, the loss of the display, the deadline) sets {@code end}; then everything is ended,
 * after the start has returned.
 */
final class ViewerScreen implements Screen {
    private static final Logger LOG = LoggerFactory.getLogger(ViewerScreen.class);
    private static final long BETWEEN_LOOKS_MILLIS = 10;
    /** A client whose window disappears is about to exit with a message; this is how long to wait for that. */
    private static final long LAST_WORDS_MILLIS = 1_000;

    private final Viewer viewer;
    private final ViewerTarget target;
    private final ViewerSettings settings;
    private final FrameListener listener;
    private final Executor executor;
    private final X11Screens x11;
    private final LongSupplier nanoTime;
    private final Executor blocking;
    private final CompletableFuture<Screen> connected;
    private final LongConsumer onLaunch;
    private final AtomicReference<@Nullable ScreenException> end = new AtomicReference<>();
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final FrameGate gate;

    private volatile @Nullable PrivateDisplay display;
    private volatile @Nullable WindowQueries windows;
    private volatile @Nullable Screen watched;
    private volatile @Nullable ChildProcess client;
    /** On the executor only. */
    private boolean ready;

    /**
     * @param executor runs one task at a time and in order
     * @param blocking for blocking tasks: starts and ends of programs
     * @param connected completes with this screen
     * @param onLaunch called on the executor with the time at which the client was started
     */
    ViewerScreen(
            Viewer viewer,
            ViewerTarget target,
            ViewerSettings settings,
            FrameListener listener,
            Executor executor,
            X11Screens x11,
            LongSupplier nanoTime,
            Executor blocking,
            CompletableFuture<Screen> connected,
            LongConsumer onLaunch) {
        this.viewer = viewer;
        this.target = target;
        this.settings = settings;
        this.listener = listener;
        this.executor = executor;
        this.x11 = x11;
        this.nanoTime = nanoTime;
        this.blocking = blocking;
        this.connected = connected;
        this.onLaunch = onLaunch;
        this.gate = new FrameGate(listener, this::desktopShown, this::windowGone, this::displayLost);
    }

    /** Blocks until the desktop is shown or the start has failed. */
    void start() {
        try {
            if (end.get() != null) {
                return;
            }
            ViewerCommand command = viewer.command(target);
            PrivateDisplay own = PrivateDisplay.start(settings);
            display = own;
            if (!target.layout().equals(ViewerTarget.US)) { // which Xvfb has
                own.layOut(target.layout());
            }
            WindowQueries asked = own.windows();
            windows = asked;
            watched = watch(own);
            if (end.get() == null) {
                long launchedAt = nanoTime.getAsLong();
                run(() -> onLaunch.accept(launchedAt));
                ChildProcess program = own.launch(command, target, settings);
                client = program;
                awaitDesktop(program, asked, Deadline.in(settings.connectTimeout(), nanoTime));
            }
        } catch (ScreenException e) {
            run(() -> lose(e));
        } catch (ProgramException e) {
            run(() -> lose(new ScreenException(e.getMessage() + packageHint(String.valueOf(e.getMessage())), e)));
        } catch (IOException e) {
            run(() -> lose(new ScreenException(this + ": " + e + " (expected: to start a private display)", e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            run(() -> lose(new ScreenException(this + ": interrupted (expected: time to connect)", e)));
        } catch (RuntimeException | Error e) {
            run(() -> lose(ScreenException.ofDefect(this + ": " + e, e)));
        } finally {
            started.complete(null);
        }
    }

    private String packageHint(String missing) {
        String wanted = missing.startsWith("Xvfb:")
                ? "xvfb"
                : missing.startsWith("setxkbmap:") ? "x11-xkb-utils" : viewer.debianPackage();
        return missing.contains("not found") && wanted != null ? "; on Debian: apt-get install " + wanted : "";
    }

    private Screen watch(PrivateDisplay own) throws ScreenException, InterruptedException {
        X11Target place = new X11Target(":" + own.number(), own.authority());
        X11Settings how = X11Settings.defaults()
                .withTimeout(settings.connectTimeout())
                // Viewer programs do not notice a keyboard that changes, or send positions of keys.
                .withAssignedKeys(false);
        try {
            return x11.open(place, how, gate, executor)
                    .get(settings.connectTimeout().toMillis() + LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ScreenException(this + ": private display: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new ScreenException(
                    this + ": private display: no answer within " + settings.connectTimeout() + " (expected: one)", e);
        }
    }

    private void awaitDesktop(ChildProcess program, WindowQueries asked, Deadline deadline)
            throws ScreenException, IOException, InterruptedException {
        DesktopReadiness readiness = new DesktopReadiness(nanoTime);
        while (end.get() == null) {
            if (program.process().waitFor(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS)) {
                throw exited(program);
            }
            int covering = asked.covering();
            boolean wellCovered = readiness.covered(covering != 0);
            if ((settings.unpainted() ? covering != 0 : wellCovered) && show(asked, covering, readiness)) {
                var unused = program.process().onExit().thenRun(() -> run(() -> lose(exited(program))));
                return;
            }
            if (deadline.isOver()) {
                String state = covering == 0 ? "no window of its covers the display" : "its window is not painted";
                throw new ScreenException(this + ": " + state + " after "
                        + settings.connectTimeout().toMillis() + " ms (expected: the desktop; hint: is it waiting for"
                        + " an answer?); its last lines:\n" + program.tail());
            }
        }
    }

    /** Opens the gate if the client has painted; returns whether it has. */
    private boolean show(WindowQueries asked, int covering, DesktopReadiness readiness)
            throws IOException, InterruptedException {
        CompletableFuture<Boolean> painted = new CompletableFuture<>();
        run(() -> painted.complete(settings.unpainted() ? gate.hasFrame() : readiness.painted(gate)));
        try {
            if (!painted.get(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (ExecutionException | TimeoutException busy) {
            return false;
        }
        if (!asked.watch(covering)) {
            return false;
        }
        run(() -> {
            if (end.get() == null && connected.complete(this)) {
                ready = true;
                gate.open();
            }
        });
        return true;
    }

    private ScreenException exited(ChildProcess program) {
        return new ScreenException(this + ": exited with " + program.process().exitValue()
                + " (expected: to show the desktop until it is closed); its last lines:\n" + program.tail());
    }

    private boolean desktopShown() {
        WindowQueries asked = windows;
        try {
            return asked != null && !asked.isGone();
        } catch (IOException displayIsGone) {
            LOG.debug("{}: display is lost", this, displayIsGone);
            return false;
        }
    }

    /** Waits briefly for the client's exit, whose message has more details. */
    private void windowGone(String what) {
        ChildProcess program = client;
        CompletableFuture.delayedExecutor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> run(() -> lose(new ScreenException(this + ": " + what
                        + " (expected: to show the desktop until it is closed); its last lines:\n"
                        + (program == null ? "" : program.tail())))));
    }

    private void displayLost(ScreenException cause) {
        PrivateDisplay own = display;
        String words = own == null ? "" : own.server().tail();
        lose(new ScreenException(
                this + ": its private display is lost: " + cause.getMessage()
                        + (words.isEmpty() ? "" : "; the last lines of Xvfb:\n" + words),
                cause));
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        Screen to = watched;
        ScreenException over = end.get();
        return over != null || to == null ? CompletableFuture.failedFuture(closed(over)) : to.fire(events);
    }

    @Override
    public CompletableFuture<Void> prepare(String text) {
        Screen to = watched;
        ScreenException over = end.get();
        return over != null || to == null ? CompletableFuture.failedFuture(closed(over)) : to.prepare(text);
    }

    @Override
    public CompletableFuture<Void> lookBack(String text, long since) {
        Screen to = watched;
        ScreenException over = end.get();
        return over != null || to == null ? CompletableFuture.failedFuture(closed(over)) : to.lookBack(text, since);
    }

    /**
     * {@inheritDoc} Asks the private display: the answer says what the viewer had drawn, which is what a person in
     * front of it sees.
     */
    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        Screen to = watched;
        return end.get() != null || to == null
                ? CompletableFuture.completedFuture(ProbeAnswer.unsupported())
                : to.probe();
    }

    @Override
    public String whyProbesMissDesktop() {
        return "the private display of the viewer program answers probes, not the desktop";
    }

    private ScreenException closed(@Nullable ScreenException over) {
        return over == null ? new ScreenException(this + ": not connected (expected: connected)") : over;
    }

    @Override
    public void close() {
        ScreenException closed = new ScreenException(this + ": closed by its user");
        if (end.compareAndSet(null, closed)) {
            run(() -> {
                gate.shut();
                connected.completeExceptionally(closed);
            });
            takeDown();
        }
    }

    /** On the executor. */
    private void lose(ScreenException cause) {
        if (!end.compareAndSet(null, cause)) {
            return;
        }
        gate.shut();
        takeDown();
        if (ready) {
            listener.onLost(cause);
        } else {
            connected.completeExceptionally(cause);
        }
    }

    private void takeDown() {
        Screen watching = watched;
        if (watching != null) {
            watching.close();
        }
        var unused = started.whenCompleteAsync((nothing, never) -> takeAllDown(), blocking);
    }

    private void takeAllDown() {
        try (Screen watching = watched;
                WindowQueries asked = windows;
                PrivateDisplay own = display) {
            LOG.debug("{}: ends {}, {}, {}", this, watching, asked, own);
        } catch (IOException e) {
            LOG.warn("{}: not ended cleanly: {}", this, e.toString());
        } finally {
            gone.complete(null);
        }
    }

    /** Completes when all its processes have ended. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    /** If the executor rejects the task, the session is over. */
    private void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            ScreenException refused = new ScreenException(
                    this + ": the session's executor rejects tasks (expected: to outlive its screen)", e);
            if (end.compareAndSet(null, refused)) {
                connected.completeExceptionally(refused);
                takeDown();
            }
        }
    }

    @Override
    public String toString() {
        return viewer + " to " + target;
    }
}
