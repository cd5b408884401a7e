package io.deskmeter.bench.metrics;

import io.deskmeter.agent.watch.landmark.ForwardingScreenMatcher;
import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The agent's screen matcher, which adds up what looking costs and what metrics cost. A landmark's place is followed by
 * the agent's sampler, which nobody can time from outside; so it is followed here once more, with the same steps on the
 * same frames, and that is timed.
 */
final class CostScreenMatcher extends ForwardingScreenMatcher {
    private static final long REST_NANOS = 500_000_000L;

    private final Costs costs;
    private @Nullable RegionMemory place;
    private long restsAt;

    CostScreenMatcher(ScreenMatcher screenMatcher, Costs costs) {
        super(screenMatcher);
        this.costs = costs;
    }

    @Override
    public void see(FrameUpdate update) {
        long before = costs.now();
        super.see(update);
        costs.looked(before);
        RegionMemory followed = place;
        if (followed != null) {
            follow(followed, update);
        }
    }

    private void follow(RegionMemory followed, FrameUpdate update) {
        long before = costs.now();
        if (update.arrivedAt() >= restsAt) {
            place = null;
        } else if (followed.isTouchedBy(update) && followed.follow(update) > 0) {
            restsAt = update.arrivedAt() + REST_NANOS;
        }
        costs.measured(before);
    }

    @Override
    public Match find(LandmarkQuery sought) {
        long before = costs.now();
        Match match = super.find(sought);
        costs.looked(before);
        return match;
    }

    /** The sampler asks for it when it begins to follow. */
    @Override
    public Function<Frame, OptionalDouble> similarity(String landmark) {
        long before = costs.now();
        Rect at = super.lastSeen(landmark).orElseThrow();
        RegionMemory remembered = RegionMemory.remember(frame(), at);
        Function<Frame, OptionalDouble> similarity = super.similarity(landmark);
        costs.measured(before);
        place = remembered;
        restsAt = System.nanoTime() + REST_NANOS;
        return picture -> {
            long begun = costs.now();
            // The picture was copied for this.
            Frame copied = picture.copy();
            OptionalDouble value = similarity.apply(copied);
            costs.measured(begun);
            return value;
        };
    }
}
