package io.deskmeter.bench.truth;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Condition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own code: its screen matcher, watch, measurement and probes, called like by a session. The executor owns
 * all state.
 */
final class AgentObserver implements Observer {
    private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Executor executor;
    private final Probing probing;
    private final ScheduledExecutorService timers;
    private final ScreenMatcher screenMatcher;
    private final Condition condition;
    private final String landmark;
    private boolean seen;
    private @Nullable CompletableFuture<Void> gone;
    private @Nullable ScreenProber prober;
    private @Nullable Measurement measurement;
    private @Nullable CompletableFuture<ReportedTiming> reported;

    /**
     * @param matcherBuffers shared by all sessions
     * @param timers for probes
     * @param executor on which the screen calls this listener
     */
    AgentObserver(
            Workload workload,
            Landmarks landmarks,
            String landmark,
            MatcherBuffers matcherBuffers,
            Probing probing,
            ScheduledExecutorService timers,
            Executor executor) {
        this.executor = executor;
        this.probing = probing;
        this.timers = timers;
        this.landmark = landmark;
        this.condition = new Condition.Appears(landmark);
        this.screenMatcher = new TemplateScreenMatcher(landmarks, matcherBuffers);
        screenMatcher.enter(workload);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        screenMatcher.see(update);
        seen = true;
        if (measurement != null) {
            measurement.frame(update);
            judge();
        }
        lookWhetherGone();
    }

    private void lookWhetherGone() {
        CompletableFuture<Void> asked = gone;
        if (asked != null && seen && !screenMatcher.find(landmark).found()) {
            gone = null;
            asked.complete(null);
        }
    }

    private void judge() {
        Measurement running = measurement;
        CompletableFuture<ReportedTiming> asked = reported;
        if (running == null || asked == null || running.judge(System.nanoTime()) != Measurement.State.SHOWN) {
            return;
        }
        WatchResult answer = running.answer();
        if (answer != null) {
            measurement = null;
            if (prober != null) {
                prober.end();
            }
            asked.complete(new ReportedTiming(running.firedAt(), answer.lastWithoutAt(), answer.shownAt()));
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
    public CompletableFuture<ReportedTiming> measure(Screen screen) {
        CompletableFuture<ReportedTiming> asked = new CompletableFuture<>();
        executor.execute(() -> {
            reported = asked;
            measurement = new Measurement(WatchFactory.arm(condition, screenMatcher), screenMatcher, WITHIN_NANOS);
            ScreenProber probes = proberOf(screen);
            screen.fire(KEY).whenComplete((at, failure) -> {
                if (failure != null) {
                    asked.completeExceptionally(failure);
                } else if (measurement != null) {
                    measurement.fired(at);
                    probes.begin(measurement);
                    judge();
                }
            });
        });
        return asked;
    }

    private ScreenProber proberOf(Screen screen) {
        if (prober == null) {
            prober = new ScreenProber(screen, probing, timers, executor, System::nanoTime);
        }
        return prober;
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
        executor.execute(() -> {
            if (prober != null) {
                prober.close();
            }
            screenMatcher.close();
        });
    }
}
