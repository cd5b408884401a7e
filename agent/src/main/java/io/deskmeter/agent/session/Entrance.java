package io.deskmeter.agent.session;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameUpdate;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The begin of a visit: its application's machine makes the content ready. Not measured. */
final class Entrance implements Work {
    private final CompletableFuture<AppHost> opening;
    private final Consumer<AppHost> entered;
    private final LongSupplier nanoTime;
    private final Patience patience;
    private final Stage stage;
    private volatile @Nullable AppHost host;

    /** @param entered goes on with the host; called on the session's executor */
    Entrance(
            CompletableFuture<AppHost> opening,
            Consumer<AppHost> entered,
            LongSupplier nanoTime,
            Patience patience,
            Stage stage) {
        this.opening = opening;
        this.entered = entered;
        this.nanoTime = nanoTime;
        this.patience = patience;
        this.stage = stage;
    }

    @Override
    public void begin() {
        stage.ringAt(nanoTime.getAsLong() + patience.step().toNanos());
        stage.whenDone(this, opening.thenApply(opened -> {
            host = opened;
            return Timing.NEVER;
        }));
    }

    @Override
    public void stepDone(long firedAt) {
        entered.accept(Objects.requireNonNull(host, "host"));
    }

    @Override
    public void stepFailed(Throwable cause) {
        stage.ended(failed(Performer.outcomeOf(cause), Performer.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        // Nothing is waited for on the screen.
    }

    @Override
    public void ring() {
        stage.ended(failed(
                Outcome.TIMEOUT,
                "visit: the content was not ready within " + patience.step().toSeconds() + " s"));
    }

    @Override
    public void appExited(int code) {
        // No application of this visit runs yet.
    }

    @Override
    public Result failed(Outcome outcome, String detail) {
        return Result.failed(outcome, nanoTime.getAsLong(), detail);
    }
}
