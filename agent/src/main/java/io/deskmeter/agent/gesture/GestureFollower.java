package io.deskmeter.agent.gesture;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.MetricSource;
import java.util.List;

/** Reads from frames what a gesture has moved, and where to. Used on its session's executor. */
public interface GestureFollower {
    /**
     * A frame that may show a change of the gesture's area.
     *
     * @param at its arrival, in monotonic nanoseconds
     * @param before arrival of the update before it
     */
    void see(Frame frame, long at, long before);

    /** The samples of a source of this kind of gesture; only when the gesture is over. */
    List<SeriesValue> samples(MetricSource source, SentInputs sent);
}
