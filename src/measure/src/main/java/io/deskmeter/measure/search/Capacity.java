package io.deskmeter.measure.search;

import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.statistics.Interval;

/**
 * How many sessions the platform holds.
 *
 * @param sessions of the largest load point that passed, 0 where not even the first did
 * @param interval {@code low}: the largest load point up to which the whole interval of each passed, 0 if there is
 *     none; {@code high}: one session less than a point whose interval failed, the sessions of the last point where it
 *     failed by its point estimate only, infinite where no point failed
 * @param thresholdBroken whether a point that failed ended the search, by a threshold or by a {@link PointFailure};
 *     false: the load asked for did, and the platform may carry more
 * @param reason one sentence for people, without a full stop
 */
public record Capacity(int sessions, Interval interval, boolean thresholdBroken, String reason) {}
