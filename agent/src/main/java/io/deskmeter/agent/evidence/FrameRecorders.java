package io.deskmeter.agent.evidence;

import io.deskmeter.agent.evidence.recorder.EvidenceReceiver;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.evidence.recorder.GestureRecorder;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.evidence.recorder.TileFrameRecorder;
import io.deskmeter.agent.evidence.tile.TileStore;

/** Creates the frame recorders of sessions. */
public interface FrameRecorders {
    /** Creates the recorder of one session. */
    FrameRecorder open();

    /** Recorders whose frames serve the messages of operations that fail, and are not encoded. */
    static FrameRecorders forMessages() {
        TileStore store = new TileStore(EvidenceLimits.DEFAULT.memory());
        return () -> new TileFrameRecorder(EvidenceReceiver.NONE, store, EvidenceLimits.DEFAULT.sessionMemory());
    }

    /** Keeps the picture of a logon that has failed. Returns immediately. */
    default void failed(FailedLogon logon) {}

    /** Creates what keeps the worst seconds of the clips that one session plays. */
    default SecondRecorder openSeconds() {
        return SecondRecorder.NONE;
    }

    /** Creates what keeps pictures of the gestures that one session makes. */
    default GestureRecorder openGestures() {
        return GestureRecorder.NONE;
    }
}
