package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.measure.timing.Timing;
import org.jspecify.annotations.Nullable;

/** Takes what was recorded of operations. */
public interface EvidenceReceiver {
    /** Wants nothing: what is recorded serves messages only. */
    EvidenceReceiver NONE = new EvidenceReceiver() {
        @Override
        public boolean accepts(Timing timing) {
            return false;
        }

        @Override
        public void submit(EvidenceRequest request, FrameHistory history) {
            history.close();
        }

        @Override
        public boolean wantsSecond(double badness) {
            return false;
        }

        @Override
        public void submit(Timing timing, NotedSecond second, FrameHistory history) {
            history.close();
        }

        @Override
        public void submit(Timing timing, NotedGesture gesture, @Nullable LongestWait longest) {
            if (longest != null) {
                longest.history().close();
            }
        }
    };

    /** Whether the frames of this operation are wanted. */
    boolean accepts(Timing timing);

    /** Takes ownership of the recorded frames. */
    void submit(EvidenceRequest request, FrameHistory history);

    /**
     * Whether a second of an operation would be kept.
     *
     * @param badness 0 if nothing is wrong
     */
    boolean wantsSecond(double badness);

    /** Takes ownership of the frames around the worst second of an operation. */
    void submit(Timing timing, NotedSecond second, FrameHistory history);

    /** Takes ownership of the frames until the move was seen that waited longest; null if none waited. */
    void submit(Timing timing, NotedGesture gesture, @Nullable LongestWait longest);
}
