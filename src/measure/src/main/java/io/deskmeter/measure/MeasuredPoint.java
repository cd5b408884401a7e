package io.deskmeter.measure;

/**
 * A load point as the search knows it: its latest summary, over all that was measured there.
 *
 * @param summary of all steady timings of the point, extensions included
 * @param extensions how often it was measured longer, 0 at first
 */
public record MeasuredPoint(LoadPointSummary summary, int extensions) {}
