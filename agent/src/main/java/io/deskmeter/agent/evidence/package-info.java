/**
 * Pictures of operations that failed or were slow, or of all operations if the profile requests it.
 *
 * <p>A {@link io.deskmeter.agent.evidence.FrameRecorder} belongs to a session. During an operation it records the frames around the input and the
 * result. Whether they are needed is not known yet, so recording must be cheap. It holds no copy of a frame: the screen is cut into tiles, and equal
 * tiles of any number of frames and sessions are stored once, in the run's {@code TileStore}. Between operations a frame costs a few bits that mark
 * outdated tiles; during an operation, a copy of the changed tiles. Earlier frames are stored as differences from the following one.
 *
 * <p>At the end of the operation the frames are passed, if needed, to the {@link io.deskmeter.agent.evidence.EvidenceEncoder}, which draws the film
 * strip with the searched places, encodes it on its own thread and passes it on.
 *
 * <p>Everything is bounded: tiles of a session and of all, recorded frames, work per second, operations waiting, pictures and bytes of a run. What exceeds a limit is counted and reported: frames left out between two recorded ones, and pictures of a run.
 */
@NullMarked
package io.deskmeter.agent.evidence;

import org.jspecify.annotations.NullMarked;
