package io.deskmeter.agent.watch.landmark;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Asks another one everything, also what has a default; for those that look on. */
public abstract class ForwardingScreenMatcher implements ScreenMatcher {
    private final ScreenMatcher screenMatcher;

    protected ForwardingScreenMatcher(ScreenMatcher screenMatcher) {
        this.screenMatcher = screenMatcher;
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
    public Match find(LandmarkQuery sought) {
        return screenMatcher.find(sought);
    }

    @Override
    public Rect readAround(Rect place) {
        return screenMatcher.readAround(place);
    }

    @Override
    public Optional<LookAlike> lookAlike(LandmarkQuery sought) {
        return screenMatcher.lookAlike(sought);
    }

    @Override
    public String diagnoseMiss(LandmarkQuery sought) {
        return screenMatcher.diagnoseMiss(sought);
    }

    @Override
    public Match nearest(String landmark) {
        return screenMatcher.nearest(landmark);
    }

    @Override
    public String diagnose(LandmarkQuery sought) {
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
