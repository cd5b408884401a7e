package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.rdp.LogonGoal;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Target;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One test logon to a session that ends at once. One thread owns its state, and ends with it. */
final class TestLogon implements FrameListener {
    private static final long TICK_MILLIS = 100;
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** Longer than a server's windows remain unchanged while they are being closed. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final CompletableFuture<LogonResult> answer = new CompletableFuture<>();
    private final LogonMonitor watch;

    private TestLogon(Duration within) {
        this.watch = new LogonMonitor(new LogonGoal.Quiet(QUIET), within, System.nanoTime(), new MatcherBuffers());
    }

    /**
     * Logs on and returns the result; all its local processes have ended then. Blocks.
     *
     * @param target whose application ends soon
     */
    static LogonResult of(
            TargetDisplays displays,
            Target.RdpHosts target,
            SessionSlot slot,
            ClientSessionFolder clientFolder,
            Duration within) {
        ScheduledExecutorService thread = AgentThreads.timers("check-logon");
        long firedAt = System.nanoTime();
        TestLogon trial = new TestLogon(within);
        try {
            CompletableFuture<Screen> screen = displays.open(target, slot, clientFolder, within, trial, thread);
            var unused = screen.whenCompleteAsync((opened, failure) -> trial.opened(failure), thread);
            var unusedTicks =
                    thread.scheduleWithFixedDelay(trial::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            LogonResult logon = trial.answer.get(within.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
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

    private static LogonResult given(long firedAt, String words) {
        return new LogonResult(LogonResult.Outcome.LATE, firedAt, firedAt, System.nanoTime(), words);
    }

    private void opened(Throwable failure) {
        if (failure != null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            onLost(cause instanceof ScreenException told ? told : new ScreenException(String.valueOf(cause)));
        }
    }

    private void tick() {
        watch.at(System.nanoTime()).ifPresent(answer::complete);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        watch.see(update).ifPresent(answer::complete);
    }

    @Override
    public void onLost(ScreenException cause) {
        watch.lost(cause, System.nanoTime()).ifPresent(answer::complete);
    }
}
