package io.deskmeter.agent.sample;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.Bound;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows the place of a landmark from the frame on which its operation ended until it rests. The bound is the place's
 * last change.
 */
final class FinalPicture implements Bound {
    /** So long a place must stay as it is to be at rest. */
    static final Duration REST = Duration.ofMillis(500);

    private final RegionMemory place;
    private final Function<Frame, OptionalDouble> similarityOf;
    /** Of the place as it is now; null where it has changed since it was computed. */
    private @Nullable OptionalDouble similarity;

    private long changedAt;
    private long beforeChangeAt;
    private long lastFrameAt;

    /**
     * Begins to follow.
     *
     * @param frame on which the operation ended
     * @param timing of the operation
     * @param lastFrameAt arrival of the last frame that it took
     * @param similarityOf compares a picture of the place with the landmark
     */
    FinalPicture(
            Frame frame, Rect place, Timing timing, long lastFrameAt, Function<Frame, OptionalDouble> similarityOf) {
        this.place = RegionMemory.remember(frame, place);
        this.similarityOf = similarityOf;
        // Which of the frames up to now changed the place last is not known: none later than this one.
        this.changedAt = Math.max(timing.shownAt(), lastFrameAt);
        this.beforeChangeAt = timing.lastWithoutAt();
        this.lastFrameAt = changedAt;
    }

    @Override
    public void observe(Observation observation) {
        if (observation instanceof Observation.Picture picture) {
            follow(picture.update());
        }
    }

    private void follow(FrameUpdate update) {
        long before = lastFrameAt;
        lastFrameAt = update.arrivedAt();
        if (place.isTouchedBy(update) && place.follow(update) > 0) {
            changedAt = lastFrameAt;
            beforeChangeAt = before;
            similarity = null;
        }
    }

    /** The last change, from when on the place is at rest. */
    @Override
    public OptionalLong reachedAt(long now) {
        return now >= nextLookAt() ? OptionalLong.of(changedAt) : OptionalLong.empty();
    }

    /** From when on the place is at rest, unless it changes before. */
    @Override
    public long nextLookAt() {
        return changedAt + REST.toNanos();
    }

    /** Arrival of the frame that changed the place last. */
    long changedAt() {
        return changedAt;
    }

    /** Arrival of the frame before that one: the true change lies between both. */
    long beforeChangeAt() {
        return beforeChangeAt;
    }

    /**
     * How alike the landmark and the place are after the last frame that was taken in; empty where they cannot be
     * compared.
     */
    OptionalDouble similarity() {
        OptionalDouble known = similarity;
        if (known == null) {
            known = similarityOf.apply(place.picture());
            similarity = known;
        }
        return known;
    }
}
