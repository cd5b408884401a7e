package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.rdp.LogonGoal;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.agent.watch.probe.RestProof;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.MatcherBuffers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Opens a display until its picture rests, is refused or ends: a test logon, or a look at a target. One thread owns its
 * state, and ends with it.
 */
public final class TestLogon implements FrameListener {
    private static final long TICK_MILLIS = 100;
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** Longer than a server's windows remain unchanged while they are being closed. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final CompletableFuture<Shown> answer = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final LogonMonitor watch;
    private final Probing probing;

    /**
     * How it ended.
     *
     * @param picture the last one; empty if there was none
     */
    public record Shown(LogonResult result, Optional<Frame> picture) {}

    /** Opens the display of the logon. */
    public interface Opener {
        CompletableFuture<Screen> open(FrameListener listener, Executor executor);
    }

    /** What is done on a display that has been looked at, before it is closed. */
    public interface Leaving {
        /**
         * Blocks.
         *
         * @param gone completes when the display has gone
         */
        void leave(Screen screen, CompletableFuture<?> gone, ScheduledExecutorService timers);
    }

    private TestLogon(Duration quiet, Duration within, Probing probing) {
        this.probing = probing;
        this.watch =
                new LogonMonitor(new LogonGoal.Quiet(quiet, true), within, System.nanoTime(), new MatcherBuffers());
    }

    /**
     * Logs on and returns the result; all its local processes have ended then. Blocks.
     *
     * @param display of a session whose application ends soon
     */
    static Shown of(Opener display, Duration within, Probing probing) {
        return of(display, QUIET, within, probing, (screen, gone, timers) -> {});
    }

    /**
     * Opens the display and returns what it has shown; all its local processes have ended then. Blocks.
     *
     * @param quiet for how long a picture must be unchanged to rest
     * @param within until it is closed, whatever it shows; a rest that has begun by then is waited for as long as a
     *     server may take to answer
     * @param probing whether the server is asked if the picture is at rest
     * @param leaving if it has shown anything
     */
    public static Shown of(Opener display, Duration quiet, Duration within, Probing probing, Leaving leaving) {
        ScheduledExecutorService thread = AgentThreads.timers("check-logon");
        long firedAt = System.nanoTime();
        TestLogon trial = new TestLogon(quiet, within, probing);
        try {
            CompletableFuture<Screen> screen = display.open(trial, thread);
            var unused = screen.whenCompleteAsync(trial::opened, thread);
            var unusedTicks =
                    thread.scheduleWithFixedDelay(trial::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            Shown logon =
                    trial.answer.get(within.plus(RestProof.PATIENCE).plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
            Screen opened = screen.exceptionally(failure -> null).getNow(null);
            if (opened != null && logon.picture().isPresent()) {
                leaving.leave(opened, trial.gone, thread);
            }
            screen.thenAccept(Screen::close)
                    .exceptionally(failure -> null)
                    .get(SLACK.toMillis(), TimeUnit.MILLISECONDS);
            return logon;
        } catch (ExecutionException | TimeoutException e) {
            return given(firedAt, "no answer from the client program: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return given(firedAt, "given up");
        } finally {
            thread.execute(trial.watch::close);
            thread.shutdown();
        }
    }

    private static Shown given(long firedAt, String words) {
        return new Shown(
                new LogonResult(LogonResult.Outcome.LATE, firedAt, firedAt, System.nanoTime(), words),
                Optional.empty());
    }

    private void decided(LogonResult result) {
        answer.complete(new Shown(result, watch.picture()));
    }

    private void opened(@Nullable Screen screen, @Nullable Throwable failure) {
        if (screen != null) {
            watch.connected(screen, probing, this::tick);
        } else if (failure != null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            onLost(cause instanceof ScreenException told ? told : new ScreenException(String.valueOf(cause)));
        }
    }

    private void tick() {
        watch.at(System.nanoTime()).ifPresent(this::decided);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        watch.see(update).ifPresent(this::decided);
    }

    @Override
    public void onLost(ScreenException cause) {
        gone.complete(null);
        watch.lost(cause, System.nanoTime()).ifPresent(this::decided);
    }
}
