package io.deskmeter.agent.evidence;

/** Creates the frame recorders of sessions. */
public interface FrameRecorders {
    /** A recorder for one session. */
    FrameRecorder open();
}
