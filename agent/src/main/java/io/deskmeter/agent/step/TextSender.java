package io.deskmeter.agent.step;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Types texts, in sessions and wherever it is tried whether they arrive. */
public final class TextSender {
    /**
     * A text is passed on in pieces of so many characters: what a slow server has not taken when its operation ends is
     * not sent any more.
     */
    private static final int PIECE = 20;

    private final Screen screen;
    private final ScheduledExecutorService timers;

    public TextSender(Screen screen, ScheduledExecutorService timers) {
        this.screen = screen;
        this.timers = timers;
    }

    /** Types a text; see {@link #type(Step.Type, Function)}. */
    public CompletableFuture<Long> type(Step.Type type) {
        return type(type, screen::fire);
    }

    /**
     * Types a text. The clock starts with the first key: making ready is not part of the response.
     *
     * @param first sends the first piece, and learns from its future when it has left
     * @return the instant read immediately before the first key left; completes when the last one has left
     */
    CompletableFuture<Long> type(Step.Type type, Function<List<InputEvent>, CompletableFuture<Long>> first) {
        ScreenException none = UntypableText.withoutKeysym(type.text());
        if (none != null) {
            return CompletableFuture.failedFuture(none);
        }
        List<String> pieces = pieces(type.text(), type.pace().isPresent() ? 1 : PIECE);
        Duration pace = type.pace().orElse(Duration.ZERO);
        return screen.prepare(type.text())
                .thenCompose(ready -> first.apply(Keyboard.type(pieces.get(0)))
                        .thenCompose(firedAt -> lookBack(type, firedAt)
                                .thenCompose(ignored -> typeFrom(1, pieces, pace, type, firedAt))
                                .thenApply(last -> firedAt)));
    }

    /** After each piece: a lock that comes on meanwhile makes other letters of the text, though all its keys leave. */
    private CompletableFuture<Void> lookBack(Step.Type type, long since) {
        return screen.lookBack(type.text(), since);
    }

    private CompletableFuture<?> typeFrom(int next, List<String> pieces, Duration pace, Step.Type type, long since) {
        if (next == pieces.size()) {
            return CompletableFuture.completedFuture(0L);
        }
        CompletableFuture<?> pause = pace.isZero() ? CompletableFuture.completedFuture(null) : later(pace);
        // What happened in the pause is looked at before the next piece, which need not be typed then.
        return pause.thenCompose(ignored ->
                        pace.isZero() ? CompletableFuture.<Void>completedFuture(null) : lookBack(type, since))
                .thenCompose(ignored -> screen.fire(Keyboard.type(pieces.get(next))))
                .thenCompose(ignored -> lookBack(type, since))
                .thenCompose(ignored -> typeFrom(next + 1, pieces, pace, type, since));
    }

    private static List<String> pieces(String text, int length) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = text.offsetByCodePoints(from, Math.min(length, text.codePointCount(from, text.length())));
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private CompletableFuture<?> later(Duration pause) {
        CompletableFuture<?> done = new CompletableFuture<>();
        var unused = timers.schedule(() -> done.complete(null), pause.toNanos(), TimeUnit.NANOSECONDS);
        return done;
    }
}
