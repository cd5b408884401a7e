package io.deskmeter.agent.evidence;

import io.deskmeter.measure.timing.Timing;

/** Takes what was recorded of operations. */
interface EvidenceReceiver {
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
    };

    /** Whether the frames of this operation are wanted. */
    boolean accepts(Timing timing);

    /** Takes ownership of the recorded frames. */
    void submit(EvidenceRequest request, FrameHistory history);
}
