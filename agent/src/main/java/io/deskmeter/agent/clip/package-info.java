/**
 * Follows a clip that an operation plays, in picture and in sound.
 *
 * <p>The clip is known: where the marker of a frame stands is the frame's number
 * ({@link io.deskmeter.vision.tracking.FrameNumberReader}), and which part of the reference sound is heard is found by
 * correlation ({@link io.deskmeter.sound.analysis.LagFinder}). Frames are stamped on arrival, and samples of sound with
 * the time at which they are played, on one clock. So each second of the operation tells how much earlier than its
 * picture the sound is heard, what is missing of it, and which frames are not shown. What cannot be told is unknown,
 * with the reason.
 *
 * <p>Threading: a {@link io.deskmeter.agent.clip.ClipSampler} is owned by one session and called on its executor; there
 * it reads frames, which takes microseconds. A second of sound takes milliseconds: it is analysed on the pool, one
 * after the other.
 */
@NullMarked
package io.deskmeter.agent.clip;

import org.jspecify.annotations.NullMarked;
