/**
 * Sound that a desktop plays, as a stream of blocks.
 *
 * <p>A {@link io.deskmeter.sound.SoundSource} delivers {@linkplain io.deskmeter.sound.SoundBlock blocks} of samples.
 * Each block carries the time at which its first sample is played, on the monotonic clock that also stamps the frames
 * of screens, and the uncertainty of that time. So sound and pictures of one machine can be compared.
 *
 * <p>Threading: a source calls its {@link io.deskmeter.sound.SoundListener} on one executor, one call at a time.
 */
@NullMarked
package io.deskmeter.sound;

import org.jspecify.annotations.NullMarked;
