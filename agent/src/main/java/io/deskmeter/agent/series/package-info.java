/**
 * Measurements that yield many values.
 *
 * <p>A response is one value: the first frame that satisfies a condition. A {@link io.deskmeter.agent.series.Series}
 * has a value for each part of the time from its beginning to its end: each pause between two frames, the level of each
 * block of sound. What a value is, is up to a {@link io.deskmeter.agent.series.SeriesSampler}. When a series begins and
 * ends is up to a {@link io.deskmeter.agent.series.SeriesMeasurement}: with an input or a
 * {@link io.deskmeter.agent.series.Bound}, such as a condition on the screen, and at a time limit at the latest.
 *
 * <p>Loss never makes a series better. Whatever is missing between its beginning and its end is in it, as unknown
 * values with the reason, and as many of them as there would have been.
 *
 * <p>Threading: everything here is owned by one session and called on its executor.
 */
@NullMarked
package io.deskmeter.agent.series;

import org.jspecify.annotations.NullMarked;
