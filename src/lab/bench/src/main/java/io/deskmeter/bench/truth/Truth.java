package io.deskmeter.bench.truth;

import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.x.FramebufferWatcher;

/**
 * The true times in monotonic nanoseconds.
 *
 * @param inputAt when the program had read the input
 * @param shownFrom it was shown no earlier
 * @param shownBy nor later
 */
record Truth(long inputAt, long shownFrom, long shownBy) {
    static Truth of(Answer answer) {
        return new Truth(answer.inputAt(), answer.shownFrom(), answer.shownBy());
    }

    static Truth of(Answer answer, FramebufferWatcher.Sighting seen) {
        return new Truth(answer.inputAt(), seen.lastWithout(), seen.firstWith());
    }

    /** The middle of the known interval. */
    long shownAt() {
        return shownFrom + (shownBy - shownFrom) / 2;
    }

    /** The uncertainty of the known interval. */
    long width() {
        return shownBy - shownFrom;
    }
}
