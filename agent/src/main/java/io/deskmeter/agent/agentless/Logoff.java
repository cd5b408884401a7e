package io.deskmeter.agent.agentless;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the input that logs a user off. */
public final class Logoff {
    private static final Logger LOG = LoggerFactory.getLogger(Logoff.class);

    /** How long a desktop may take to end after the last input. */
    private static final Duration LOG_OFF = Duration.ofSeconds(10);

    private Logoff() {}

    /**
     * Sends the input and waits until the display has gone, or ten seconds have passed. Blocks.
     *
     * @param gone completes when the display has gone
     * @return whether the user has been logged off, as far as can be seen
     */
    public static boolean performed(
            List<Step> steps, Screen screen, CompletableFuture<?> gone, ScheduledExecutorService timers) {
        return performed(steps, screen, gone, timers, LOG_OFF);
    }

    /** @param within how long the desktop may take to end after the last input */
    static boolean performed(
            List<Step> steps,
            Screen screen,
            CompletableFuture<?> gone,
            ScheduledExecutorService timers,
            Duration within) {
        long pauses = steps.stream()
                .mapToLong(step ->
                        step instanceof Step.Wait pause ? pause.duration().toMillis() : 0)
                .sum();
        try {
            perform(steps, screen, timers)
                    .thenCompose(sent -> gone)
                    .get(pauses + within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            // The display may have gone before the last input, as it should. Whatever else it is, the user is still
            // logged on.
            boolean hasGone =
                    e.getCause() instanceof ScreenException lost && !lost.isRefusedInput() && !lost.isDefect();
            String why = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
            if (hasGone) {
                LOG.info("logoff: {}", why);
            } else {
                LOG.warn(
                        "logoff: the input of `logoff` of the target was not sent, and the user may be logged on still: {}",
                        why);
            }
            return hasGone;
        } catch (TimeoutException e) {
            LOG.warn(
                    "logoff: the display is still open {} s after the input of `logoff` of the target, and is closed"
                            + " (expected: that the input ends the display; hint: the user may be logged on still, with"
                            + " what is open: try the input by hand; a VNC server that goes on after its session needs no"
                            + " `logoff`)",
                    within.toSeconds());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Completes when all input has been sent; fails if the screen is lost before. */
    static CompletableFuture<Void> perform(List<Step> steps, Screen screen, ScheduledExecutorService timers) {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (Step step : steps) {
            done = done.thenCompose(nothing -> perform(step, screen, timers));
        }
        return done;
    }

    private static CompletableFuture<Void> perform(Step step, Screen screen, ScheduledExecutorService timers) {
        if (step instanceof Step.Wait pause) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            var unused =
                    timers.schedule(() -> over.complete(null), pause.duration().toNanos(), TimeUnit.NANOSECONDS);
            return over;
        }
        CompletableFuture<Void> ready =
                step instanceof Step.Type type ? screen.prepare(type.text()) : CompletableFuture.completedFuture(null);
        return ready.thenCompose(nothing -> screen.fire(input(step))).thenApply(firedAt -> null);
    }

    private static List<InputEvent> input(Step step) {
        if (step instanceof Step.Type type) {
            return Keyboard.type(type.text());
        }
        if (step instanceof Step.Keys keys) {
            return keys.chords().stream()
                    .flatMap(chord -> Keyboard.chord(chord).stream())
                    .toList();
        }
        throw new IllegalArgumentException("logoff: " + step + " (expected: keys, type or wait)");
    }
}
