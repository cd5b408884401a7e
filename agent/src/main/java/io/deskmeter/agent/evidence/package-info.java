/**
 * Pictures of operations that failed or were slow, or of all operations if the profile requests it.
 *
 * <p>A {@link io.deskmeter.agent.evidence.recorder.FrameRecorder} belongs to a session;
 * {@link io.deskmeter.agent.evidence.FrameRecorders} creates it. During an operation it records the frames around the
 * input and the result. At the end of the operation the frames are passed, if needed, to the
 * {@link io.deskmeter.agent.evidence.EvidenceEncoder}, which draws the film strip with the searched places, encodes it
 * on its own thread and passes it on.
 *
 * <p>Everything is bounded: tiles of a session and of all, recorded frames, work per second, operations waiting,
 * pictures and bytes of a run. What exceeds a limit is counted and reported: frames left out between two recorded ones,
 * and pictures of a run.
 *
 * <p>Each of these packages stands on those before it alone: {@code tile}, {@code recorder}, {@code painter}, and this
 * one.
 */
@NullMarked
package io.deskmeter.agent.evidence;

import org.jspecify.annotations.NullMarked;
