package io.deskmeter.agent.watch.landmark;

import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.LandmarkOptions;
import org.jspecify.annotations.Nullable;

/**
 * What a condition looks for.
 *
 * @param landmark path as in the condition, relative to its workload's folder
 * @param options how it is compared
 * @param in the rectangle of the screen in which it must lie; null for the whole screen, whatever its size
 * @param doubtful whether a place counts at which the loss of the picture leaves open whether the landmark is there: it
 *     has neither appeared nor vanished
 */
public record LandmarkQuery(
        String landmark, LandmarkOptions options, @Nullable Rect in, boolean doubtful) {
    /** Anywhere on the screen. */
    public static LandmarkQuery of(String landmark) {
        return new LandmarkQuery(landmark, LandmarkOptions.USUAL, null, false);
    }

    /** The same with places at which it stays open whether the landmark is there. */
    public LandmarkQuery orDoubtful() {
        return new LandmarkQuery(landmark, options, in, true);
    }

    /** The same without places at which it stays open whether the landmark is there. */
    LandmarkQuery certain() {
        return new LandmarkQuery(landmark, options, in, false);
    }
}
