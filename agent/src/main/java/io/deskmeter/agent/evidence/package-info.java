/**
 * Pictures of operations that failed or were slow, or of all operations if the run asks for it.
 *
 * <p>A {@link io.deskmeter.agent.evidence.FrameRecorder} belongs to a session. During an operation it records the frames around the input and the result. Whether they are needed is not known yet, so recording must be cheap. It holds no copy of a frame: the screen is cut into
 * tiles, and a tile that looks the same in any number of frames and sessions is kept once, in the run's {@code TileStore}. Between
 * operations a frame costs a few bits that say which tiles are out of date; during one, a copy of the changed tiles. Earlier frames
 * are kept as what they differ by from the one after.
 *
 * <p>At the end of the operation the frames go, if needed, to the {@link io.deskmeter.agent.evidence.EvidenceEncoder}, which draws the film strip with the
 * places where the operation looked, encodes it on a thread of its own and passes it on.
 *
 * <p>Everything is bounded: tiles of a session and of all, recorded frames, work per second, operations waiting, pictures and bytes of a run. What exceeds a limit is counted and reported: frames left out between two recorded ones, and pictures of a run.
 */
@NullMarked
package io.deskmeter.agent.evidence;

import org.jspecify.annotations.NullMarked;
