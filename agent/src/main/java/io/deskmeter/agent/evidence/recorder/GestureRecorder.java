package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;

/**
 * Keeps pictures of gestures: their path, and the frames until the move was seen that waited longest. Called on the
 * session's executor; returns immediately and draws nothing.
 */
public interface GestureRecorder extends AutoCloseable {
    /** Keeps nothing. */
    GestureRecorder NONE = new GestureRecorder() {
        @Override
        public void begin(Rect area) {}

        @Override
        public void see(FrameUpdate update, long waited, boolean shows) {}

        @Override
        public void made(Timing timing, NotedGesture gesture) {}

        @Override
        public void drop() {}

        @Override
        public void close() {}
    };

    /**
     * A gesture is about to be made.
     *
     * @param area of the screen within which something moves
     */
    void begin(Rect area);

    /**
     * A frame has arrived, and what is moved has been read from it.
     *
     * @param waited nanoseconds for which the oldest move that no earlier frame showed had waited then; 0 if none did
     * @param shows whether this frame shows it
     */
    void see(FrameUpdate update, long waited, boolean shows);

    /** The gesture has been made, and its operation has ended well. */
    void made(Timing timing, NotedGesture gesture);

    /** The operation failed, or nothing is known of its gesture. */
    void drop();

    @Override
    void close();
}
