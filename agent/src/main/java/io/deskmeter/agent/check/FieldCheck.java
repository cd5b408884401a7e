package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.keyboard.FieldReader;
import io.deskmeter.agent.keyboard.KeyboardField;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.screen.ScreenException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The desktop agent's part of the proof that texts arrive: shows the text field, and types into it where the desktop
 * agent drives the session.
 *
 * @param display on which the field is shown
 * @param trial what this agent types itself; empty if a client agent types
 * @param where for display
 */
record FieldCheck(UserDisplay display, Optional<KeyboardTrial> trial, String where) {
    /** A field into which nobody types is closed after this time. */
    private static final Duration UNUSED = Duration.ofSeconds(25);

    /**
     * Completes when the field has been closed. Never fails.
     *
     * @param deadline by {@link System#nanoTime}
     */
    CompletableFuture<List<CheckFinding>> look(long deadline) {
        KeyboardField field;
        try {
            field = KeyboardField.open();
        } catch (ScreenException e) {
            return CompletableFuture.completedFuture(List.of(CheckFindings.warning(
                    "target keyboard",
                    where,
                    "whether the texts arrive is not known: " + e.getMessage(),
                    "a text field of the desktop agent",
                    "see the log of this agent")));
        }
        CompletableFuture<List<CheckFinding>> found =
                trial.isPresent() ? typed(trial.get()) : field.closed().thenApply(nothing -> List.of());
        var unused = field.used()
                .completeOnTimeout(null, UNUSED.toNanos(), TimeUnit.NANOSECONDS)
                .thenRun(() -> {
                    if (!field.wasUsed()) {
                        field.close();
                    }
                });
        return found.completeOnTimeout(List.of(), deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                .whenComplete((findings, failure) -> field.close());
    }

    private CompletableFuture<List<CheckFinding>> typed(KeyboardTrial ours) {
        ExecutorService serial = AgentThreads.single("keyboard-screen");
        FieldReader reader = new FieldReader();
        return display.open(reader, serial)
                .thenCompose(
                        screen -> ours.look(screen, reader, where).whenComplete((found, failure) -> screen.close()))
                .exceptionally(failure -> List.of(CheckFindings.warning(
                        "target keyboard",
                        where,
                        "whether the texts arrive is not known: " + failure.getMessage(),
                        "a display that takes input of this agent",
                        "see the log of this agent")))
                .whenComplete((found, failure) -> {
                    serial.execute(reader::stop);
                    serial.shutdown();
                });
    }
}
