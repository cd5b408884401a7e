package io.deskmeter.agent.gesture;

import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;
import java.util.Optional;

/** Reads from frames what a gesture has moved, and where to. Used on its session's executor. */
public interface GestureFollower {
    /**
     * A frame that may show a change of the gesture's area.
     *
     * @param at its arrival, in monotonic nanoseconds
     * @param before arrival of the update before it
     */
    void see(Frame frame, long at, long before);

    /**
     * For how long the oldest move waits that no frame has shown.
     *
     * @param at in monotonic nanoseconds
     * @return nanoseconds; 0 if none waits
     */
    long waiting(SentInputs sent, long at);

    /** The samples of a source of this kind of gesture; only when the gesture is over. */
    List<SeriesValue> samples(MetricSource source, SentInputs sent);

    /** The whole gesture for its picture; empty if not all of it was sent. Only when it is over. */
    Optional<NotedGesture> noted(SentInputs sent);
}
