package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Opens an application instance: its machine prepares the content. Not measured. */
public final class AppOpener implements OperationPart {
    private final CompletableFuture<AppInstanceControl> opening;
    private final Consumer<AppInstanceControl> entered;
    private final LongSupplier nanoTime;
    private final Timeouts timeouts;
    private final Stage stage;
    private volatile @Nullable AppInstanceControl host;

    /** @param entered continues with the host; called on the session's executor */
    public AppOpener(
            CompletableFuture<AppInstanceControl> opening,
            Consumer<AppInstanceControl> entered,
            LongSupplier nanoTime,
            Timeouts timeouts,
            Stage stage) {
        this.opening = opening;
        this.entered = entered;
        this.nanoTime = nanoTime;
        this.timeouts = timeouts;
        this.stage = stage;
    }

    @Override
    public void begin() {
        stage.setTimer(nanoTime.getAsLong() + timeouts.step().toNanos());
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
        stage.ended(failed(StepExecutor.outcomeOf(cause), Defects.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        // No condition on the screen is involved.
    }

    @Override
    public void onTimer() {
        stage.ended(failed(
                Outcome.TIMEOUT, "content: not ready within " + timeouts.step().toSeconds() + " s"));
    }

    @Override
    public void appExited(int code) {
        // The application has not been launched yet.
    }

    @Override
    public OperationResult failed(Outcome outcome, String detail) {
        return OperationResult.failed(outcome, nanoTime.getAsLong(), detail);
    }
}
