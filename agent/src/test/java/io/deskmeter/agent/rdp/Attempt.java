package io.deskmeter.agent.rdp;

import io.deskmeter.agent.watch.probe.RestProof;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.vision.MatcherBuffers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** One logon through the real client, with its monitor; a separate thread replaces a session's executor. */
final class Attempt implements FrameListener, AutoCloseable {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final long TICK_MILLIS = 50;
    /** How long after its time the monitor may still ask the server. */
    private static final Duration DECIDED_WITHIN = RestProof.PATIENCE.plusSeconds(10);

    private final String name;
    private final Duration within;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<LogonResult> logon = new CompletableFuture<>();
    private final CompletableFuture<ScreenException> lost = new CompletableFuture<>();
    private final CompletableFuture<Screen> screen;
    private final LogonMonitor watch;
    private @Nullable Frame last;
    private int losses;

    Attempt(
            String name,
            ViewerScreens viewers,
            Viewer viewer,
            ViewerTarget target,
            LogonGoal goal,
            Duration within,
            String mark) {
        this.name = name;
        this.within = within;
        this.watch = new LogonMonitor(goal, within, System.nanoTime(), new MatcherBuffers());
        ViewerSettings settings = ViewerSettings.of(WIDTH, HEIGHT)
                .withEnvironment(Map.of("DESKMETER_TEST", mark))
                .fromTheStart();
        this.screen = viewers.open(viewer, target, settings, this, executor, watch::launched);
        var unused = screen.exceptionally(failure -> {
            executor.execute(() -> onLost(failureOf(failure)));
            return null;
        });
        var ticking = executor.scheduleWithFixedDelay(
                () -> settle(watch.at(System.nanoTime())), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        var unusedEnd = logon.thenRun(() -> ticking.cancel(false));
    }

    private static ScreenException failureOf(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof ScreenException told ? told : new ScreenException(String.valueOf(cause));
    }

    private void settle(Optional<LogonResult> answer) {
        answer.ifPresent(logon::complete);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        last = update.frame().copy();
        settle(watch.see(update));
    }

    @Override
    public void onLost(ScreenException cause) {
        losses++;
        lost.complete(cause);
        settle(watch.lost(cause, System.nanoTime()));
    }

    /** The monitor's answer: it decides when there is none in time, and says what is on the screen then. */
    LogonResult logon() throws Exception {
        return logon.get(within.plus(DECIDED_WITHIN).toSeconds(), TimeUnit.SECONDS);
    }

    RdpDisconnectReason end() throws Exception {
        return RdpDisconnectReason.of(
                String.valueOf(lost.get(30, TimeUnit.SECONDS).getMessage()), true);
    }

    int losses() throws Exception {
        return executor.submit(() -> losses).get();
    }

    /** For inspection: if a folder is set, the last picture is written there. */
    private void keepPicture() {
        String folder = System.getProperty("deskmeter.pictures");
        Frame picture = last;
        if (folder != null && picture != null) {
            try {
                Path file = Files.createDirectories(Path.of(folder)).resolve(name + ".png");
                ImageIO.write(picture.toImage(), "png", file.toFile());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() throws Exception {
        executor.submit(this::keepPicture).get();
        screen.handle((opened, failure) -> {
                    if (opened != null) {
                        opened.close();
                    }
                    return failure;
                })
                .get(30, TimeUnit.SECONDS);
        executor.submit(watch::close).get();
        executor.shutdown();
    }
}
