/**
 * Records what a session's operation shows, until it is known whether that is needed, so recording must be cheap.
 *
 * <p>A {@link io.deskmeter.agent.evidence.recorder.FrameRecorder} records the frames around the input and the result, a
 * {@link io.deskmeter.agent.evidence.recorder.SecondRecorder} those around the worst second of a clip, and a
 * {@link io.deskmeter.agent.evidence.recorder.GestureRecorder} those until the move of a gesture was seen that waited
 * longest. What is needed goes to an {@link io.deskmeter.agent.evidence.recorder.EvidenceReceiver}.
 */
@NullMarked
package io.deskmeter.agent.evidence.recorder;

import org.jspecify.annotations.NullMarked;
