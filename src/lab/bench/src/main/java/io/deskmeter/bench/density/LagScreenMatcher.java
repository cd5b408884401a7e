package io.deskmeter.bench.density;

import io.deskmeter.agent.watch.landmark.ForwardingScreenMatcher;
import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TimeStrip;
import io.deskmeter.vision.Match;
import java.util.function.LongSupplier;

/** The agent's screen matcher, which records when a frame has been evaluated. */
final class LagScreenMatcher extends ForwardingScreenMatcher {
    private final Lags lags;
    private final LongSupplier nanoTime;

    LagScreenMatcher(ScreenMatcher screenMatcher, Lags lags, LongSupplier nanoTime) {
        super(screenMatcher);
        this.lags = lags;
        this.nanoTime = nanoTime;
    }

    @Override
    public Match find(LandmarkQuery sought) {
        Match match = super.find(sought);
        lags.seen(TimeStrip.read(frame(), Scene.STRIP_AT, Scene.STRIP_AT), nanoTime.getAsLong());
        return match;
    }
}
