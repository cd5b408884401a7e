package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;

/**
 * Keeps the pictures of one session's current operation until it is known whether anybody wants them. Called on the session's executor;
 * returns at once, nothing is encoded here.
 */
public interface Film extends AutoCloseable {
    /** Keeps nothing. */
    Film NONE = new Film() {
        @Override
        public void armed(Frame frame) {}

        @Override
        public void without(FrameUpdate update) {}

        @Override
        public void ended(Timing timing, Frame frame, List<Rect> places) {}

        @Override
        public void close() {}
    };

    /** An operation is armed on this picture. */
    void armed(Frame frame);

    /** A frame came that did not end the operation. */
    void without(FrameUpdate update);

    /** The operation is over; this is the frame that ended it, or the last one seen. */
    void ended(Timing timing, Frame frame, List<Rect> places);

    @Override
    void close();
}
