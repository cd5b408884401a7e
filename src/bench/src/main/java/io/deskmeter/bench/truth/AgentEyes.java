package io.deskmeter.bench.truth;

import io.deskmeter.agent.watch.Answer;
import io.deskmeter.agent.watch.EyeSight;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.agent.watch.Watches;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.Workbench;
import io.deskmeter.workload.Condition;
import io.deskmeter.workload.Workload;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The agent's own eyes: its sight, its watch, its measurement, called as a session calls them. All state is the executor's. */
final class AgentEyes implements Eyes {
    private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Executor executor;
    private final Sight sight;
    private final Condition condition;
    private final String landmark;
    private boolean seen;
    private @Nullable CompletableFuture<Void> gone;
    private @Nullable Measurement measurement;
    private @Nullable CompletableFuture<Reported> reported;

    /**
     * @param workbench shared by all sessions
     * @param executor on which the screen calls this listener
     */
    AgentEyes(Workload workload, Landmarks landmarks, String landmark, Workbench workbench, Executor executor) {
        this.executor = executor;
        this.landmark = landmark;
        this.condition = new Condition.Appears(landmark);
        this.sight = new EyeSight(landmarks, workbench);
        sight.enter(workload);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        sight.see(update);
        seen = true;
        if (measurement != null) {
            measurement.frame(update);
            judge();
        }
        lookWhetherGone();
    }

    private void lookWhetherGone() {
        CompletableFuture<Void> asked = gone;
        if (asked != null && seen && !sight.find(landmark).found()) {
            gone = null;
            asked.complete(null);
        }
    }

    private void judge() {
        Measurement running = measurement;
        CompletableFuture<Reported> asked = reported;
        if (running == null || asked == null || running.judge(System.nanoTime()) != Measurement.State.SHOWN) {
            return;
        }
        Answer answer = running.answer();
        if (answer != null) {
            measurement = null;
            asked.complete(new Reported(running.firedAt(), answer.lastWithoutAt(), answer.shownAt()));
        }
    }

    @Override
    public CompletableFuture<Void> gone() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        executor.execute(() -> {
            gone = asked;
            lookWhetherGone();
        });
        return asked;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // what fails is told through the result
    public CompletableFuture<Reported> measure(Screen screen) {
        CompletableFuture<Reported> asked = new CompletableFuture<>();
        executor.execute(() -> {
            reported = asked;
            measurement = new Measurement(Watches.arm(condition, sight), sight, WITHIN_NANOS);
            screen.fire(KEY).whenComplete((at, failure) -> {
                if (failure != null) {
                    asked.completeExceptionally(failure);
                } else if (measurement != null) {
                    measurement.fired(at);
                    judge();
                }
            });
        });
        return asked;
    }

    @Override
    public void onLost(ScreenException cause) {
        if (reported != null) {
            reported.completeExceptionally(cause);
        }
        if (gone != null) {
            gone.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        executor.execute(sight::close);
    }
}
