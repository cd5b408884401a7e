package io.deskmeter.agent.agentless;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends the input that logs a user off. */
final class Logoff {
    private Logoff() {}

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
