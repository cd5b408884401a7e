package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;

/**
 * Keeps what was seen and heard around the worst second of an operation that plays a clip. Called on the session's
 * executor; returns immediately and encodes nothing.
 */
public interface SecondRecorder extends AutoCloseable {
    /** Keeps nothing. */
    SecondRecorder NONE = new SecondRecorder() {
        @Override
        public void begin(Frame frame) {}

        @Override
        public void see(FrameUpdate update) {}

        @Override
        public boolean wants(double badness) {
            return false;
        }

        @Override
        public void keep(NotedSecond second) {}

        @Override
        public void end(Timing timing) {}

        @Override
        public void drop() {}

        @Override
        public void close() {}
    };

    /**
     * An operation is about to send its input.
     *
     * @param frame the current picture
     */
    void begin(Frame frame);

    /** A frame has arrived. */
    void see(FrameUpdate update);

    /** Whether a second would be kept: it is worse than the one that is, and what the run wants. */
    boolean wants(double badness);

    /** Keeps a second with the frames around it, which must have arrived, in place of the one that was kept. */
    void keep(NotedSecond second);

    /** The operation has ended, and all of its seconds are known. */
    void end(Timing timing);

    /** The operation failed, or its seconds will not be known. */
    void drop();

    @Override
    void close();
}
