package io.deskmeter.bench.truth;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.awt.image.BufferedImage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The alternative: takes a screenshot three times per second, searches all of it, and reads the clock after the search.
 *
 * <p>The screenshot is a copy of the frame of the same RFB connection, which is cheaper than a script's screenshot.
 */
final class PollingObserver implements Observer {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1) / 3;

    private final Executor executor;
    private final FullFrameMatch match;
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "scan-loop");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Frame live;
    private volatile @Nullable Run run;
    private volatile @Nullable CompletableFuture<Void> gone;

    /** The current trial; owned by the loop once the input is sent. */
    private static final class Run {
        final CompletableFuture<ReportedTiming> reported = new CompletableFuture<>();
        final long firedAt;
        long lastWithoutAt;

        Run(long firedAt) {
            this.firedAt = firedAt;
            this.lastWithoutAt = firedAt;
        }
    }

    PollingObserver(BufferedImage landmark, Executor executor) {
        this.executor = executor;
        this.match = new FullFrameMatch(landmark);
        var unused = loop.scheduleAtFixedRate(this::scan, 0, PERIOD_NANOS, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        live = update.frame();
    }

    private void scan() {
        Run running = run;
        Frame shot = CompletableFuture.supplyAsync(() -> live == null ? null : live.copy(), executor)
                .join();
        if (shot == null) {
            return;
        }
        boolean found = match.found(shot);
        long now = System.nanoTime();
        CompletableFuture<Void> asked = gone;
        if (!found && asked != null) {
            gone = null;
            asked.complete(null);
        }
        if (running == null) {
            return;
        }
        if (found) {
            run = null;
            running.reported.complete(new ReportedTiming(running.firedAt, running.lastWithoutAt, now));
        } else {
            running.lastWithoutAt = now;
        }
    }

    @Override
    public CompletableFuture<Void> gone() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        gone = asked;
        return asked;
    }

    @Override
    public CompletableFuture<ReportedTiming> measure(Screen screen) {
        return screen.fire(KEY).thenCompose(at -> {
            Run started = new Run(at);
            run = started;
            return started.reported;
        });
    }

    @Override
    public void onLost(ScreenException cause) {
        Run running = run;
        if (running != null) {
            running.reported.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        loop.shutdown();
        match.close();
    }
}
