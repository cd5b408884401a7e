package io.deskmeter.bench.density;

import io.deskmeter.agent.watch.Sight;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TimeStrip;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The product's sight; notes when a frame has been judged. */
final class LagSight implements Sight {
    private final Sight sight;
    private final Lags lags;
    private final LongSupplier nanoTime;

    LagSight(Sight sight, Lags lags, LongSupplier nanoTime) {
        this.sight = sight;
        this.lags = lags;
        this.nanoTime = nanoTime;
    }

    @Override
    public void see(FrameUpdate update) {
        sight.see(update);
    }

    @Override
    public void enter(Workload workload) {
        sight.enter(workload);
    }

    @Override
    public Frame frame() {
        return sight.frame();
    }

    @Override
    public Match find(String landmark) {
        Match match = sight.find(landmark);
        lags.seen(TimeStrip.read(sight.frame(), Scene.STRIP_AT, Scene.STRIP_AT), nanoTime.getAsLong());
        return match;
    }

    @Override
    public Match nearest(String landmark) {
        return sight.nearest(landmark);
    }

    @Override
    public String diagnose(String landmark) {
        return sight.diagnose(landmark);
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return sight.lastSeen(landmark);
    }

    @Override
    public void close() {
        sight.close();
    }
}
