/**
 * Pictures of what went wrong or took too long, or of everything where a run asks for it.
 *
 * <p>A {@link io.deskmeter.agent.evidence.Film} belongs to a session. While an operation is worked it keeps the frames around the firing and
 * the answer, though nobody knows yet whether they are wanted; so it must cost little. It holds no copy of a frame: the screen is cut into
 * tiles, and a tile that looks the same in any number of frames and sessions is kept once, in the run's {@code TileStore}. Between
 * operations a frame costs a few bits that say which tiles are out of date; during one, a copy of the changed tiles. Earlier frames
 * are kept as what they differ by from the one after.
 *
 * <p>At the operation's end a wanted film goes to the {@link io.deskmeter.agent.evidence.Darkroom}, which draws the film strip with the
 * places where the operation looked, encodes it on a thread of its own and gives it away.
 *
 * <p>Everything is bounded: tiles of a session and of all, frames on a film, work per second, films waiting, pictures and bytes of a run. What
 * falls outside is counted and told: a film says how many frames were left out between two, a run how many pictures.
 */
@NullMarked
package io.deskmeter.agent.evidence;

import org.jspecify.annotations.NullMarked;
