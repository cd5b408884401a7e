package io.deskmeter.measure.point;

/** The verdict on a load point. */
public enum Verdict {
    /** The whole interval of every judged group lies within its threshold. */
    PASS,
    /** The whole interval of at least one group lies beyond its threshold, or the point has a {@link PointFailure}. */
    FAIL,
    /** An interval straddles its threshold, or nothing was measured: more timings are needed. */
    UNDECIDED
}
