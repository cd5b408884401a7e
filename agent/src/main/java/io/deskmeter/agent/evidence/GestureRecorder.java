package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;

/** Keeps pictures of gestures. Called on the session's executor; returns immediately and draws nothing. */
public interface GestureRecorder {
    /** Keeps nothing. */
    GestureRecorder NONE = (timing, gesture) -> {};

    /** A gesture has been made, and its operation has ended well. */
    void made(Timing timing, NotedGesture gesture);
}
