package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.watch.window.NewWindow;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import java.util.Optional;

/**
 * Records the frames of one session's current operation until it is known whether they are needed as evidence. Called
 * on the session's executor; returns immediately and encodes nothing.
 */
public interface FrameRecorder extends AutoCloseable {
    /** Records nothing. */
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

    /** An operation is armed with this picture. */
    void armed(Frame frame);

    /**
     * The last frame has been evaluated.
     *
     * @param frame the current picture
     * @param likelyShownAt arrival of the frame that will be the response unless the screen changes,
     *     {@link io.deskmeter.measure.timing.Timing#NEVER} if there is none
     */
    void judged(Frame frame, long likelyShownAt);

    /**
     * The operation is over.
     *
     * @param frame the current picture: the one that ended it, or the last one
     */
    void ended(EvidenceRequest request, Frame frame);

    /**
     * Whether the last thing that happened on the screen is a window that came in front of the rest, as far as the
     * recorded frames of the current operation tell. Costs some milliseconds.
     *
     * @param frame the current picture
     */
    default Optional<NewWindow> newWindow(Frame frame) {
        return Optional.empty();
    }

    @Override
    void close();
}
