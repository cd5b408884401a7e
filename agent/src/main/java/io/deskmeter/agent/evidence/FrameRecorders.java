package io.deskmeter.agent.evidence;

/** Creates the frame recorders of sessions. */
public interface FrameRecorders {
    /** Creates the recorder of one session. */
    FrameRecorder open();
}
