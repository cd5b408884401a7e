package io.deskmeter.agent.evidence;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;

/**
 * Records the frames of one session's current operation until it is known whether they are needed as evidence. Called on the session's executor; returns at once and encodes nothing.
 */
public interface FrameRecorder extends AutoCloseable {
    /** Keeps nothing. */
    FrameRecorder NONE = new FrameRecorder() {
        @Override
        public void see(FrameUpdate update) {}

        @Override
        public void armed(Frame frame) {}

        @Override
        public void judged(Frame frame, long likelyShownAt) {}

        @Override
        public void ended(EvidenceRequest request, Frame frame) {}

        @Override
        public void close() {}
    };

    /** A frame has arrived. Call this for every frame, before any other method. */
    void see(FrameUpdate update);

    /** An operation is armed on this picture. */
    void armed(Frame frame);

    /**
     * The frame that came last has been judged.
     *
     * @param frame the current picture
     * @param likelyShownAt arrival of the frame that will be the answer if nothing comes between,
     *     {@link io.deskmeter.measure.Timing#NEVER} where there is none
     */
    void judged(Frame frame, long likelyShownAt);

    /**
     * The operation is over.
     *
     * @param frame the current picture: the one that ended it, or the last one seen
     */
    void ended(EvidenceRequest request, Frame frame);

    @Override
    void close();
}
