package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import java.util.function.Consumer;

/**
 * The pauses between frames in milliseconds: from the beginning of the series to the first frame, and from each frame
 * to the next. Arrivals are known, so there is no uncertainty. What the desktop sent only because it was asked is no
 * frame.
 */
public final class FrameIntervals implements SeriesSampler {
    private static final double NANOS_PER_MILLI = 1e6;

    private long lastAt;
    private String why = "the series ended before the next frame came";

    @Override
    public void begin(long at) {
        lastAt = at;
    }

    @Override
    public void observe(Observation observation, Consumer<SeriesValue> values) {
        if (observation instanceof Observation.Picture picture
                && !picture.update().requested()
                && picture.at() >= lastAt) {
            long before = lastAt;
            lastAt = picture.at();
            values.accept(SeriesValue.known(before, lastAt, (lastAt - before) / NANOS_PER_MILLI, 0));
        } else if (observation instanceof Observation.ScreenLost lost) {
            why = "the screen was lost: " + lost.cause().getMessage();
        }
    }

    @Override
    public long knownTo() {
        return lastAt;
    }

    /** The pause that the end cuts off is at least as long as what there is of it. */
    @Override
    public void missing(long from, long to, Consumer<SeriesValue> values) {
        if (from < to) {
            values.accept(SeriesValue.noBetterThan(from, to, (to - from) / NANOS_PER_MILLI, why));
        }
    }
}
