package io.deskmeter.bench.density;

import io.deskmeter.agent.watch.ScreenMatcher;
import io.deskmeter.agent.watch.Sought;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TimeStrip;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The agent's screen matcher, which records when a frame has been evaluated. */
final class LagScreenMatcher implements ScreenMatcher {
    private final ScreenMatcher screenMatcher;
    private final Lags lags;
    private final LongSupplier nanoTime;

    LagScreenMatcher(ScreenMatcher screenMatcher, Lags lags, LongSupplier nanoTime) {
        this.screenMatcher = screenMatcher;
        this.lags = lags;
        this.nanoTime = nanoTime;
    }

    @Override
    public void see(FrameUpdate update) {
        screenMatcher.see(update);
    }

    @Override
    public void enter(Workload workload) {
        screenMatcher.enter(workload);
    }

    @Override
    public Frame frame() {
        return screenMatcher.frame();
    }

    @Override
    public Match find(Sought sought) {
        Match match = screenMatcher.find(sought);
        lags.seen(TimeStrip.read(screenMatcher.frame(), Scene.STRIP_AT, Scene.STRIP_AT), nanoTime.getAsLong());
        return match;
    }

    @Override
    public Match nearest(String landmark) {
        return screenMatcher.nearest(landmark);
    }

    @Override
    public String diagnose(Sought sought) {
        return screenMatcher.diagnose(sought);
    }

    @Override
    public Function<Frame, OptionalDouble> similarity(String landmark) {
        return screenMatcher.similarity(landmark);
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return screenMatcher.lastSeen(landmark);
    }

    @Override
    public void close() {
        screenMatcher.close();
    }
}
