package io.deskmeter.workload.step;

import java.util.OptionalDouble;

/**
 * How a condition looks for its landmark.
 *
 * @param in the part of the screen in which the whole landmark must lie
 * @param similarity the least correlation, above 0 and at most 1: whatever is as alike counts as the landmark, details
 *     are not compared. Empty for the usual comparison, of details too
 * @param tolerateCaret whether a text caret may stand in the landmark
 */
public record LandmarkOptions(Region in, OptionalDouble similarity, boolean tolerateCaret) {
    /** On the whole screen, with every detail. */
    public static final LandmarkOptions USUAL = new LandmarkOptions(new Region.Whole(), OptionalDouble.empty(), false);

    public boolean isUsual() {
        return equals(USUAL);
    }
}
