/**
 * Pictures of what went wrong, or of everything where a run asks for it.
 *
 * <p>A {@link io.deskmeter.agent.evidence.Film} belongs to a session and holds at most one frame, borrowed from a bounded stock, while an
 * operation is worked. At its end the frame before and the frame at the end go to the {@link io.deskmeter.agent.evidence.Darkroom}, which
 * marks where the operation looked, encodes them on a thread of its own and gives them away. Everything is bounded: frames in use, pictures
 * waiting, pictures and bytes of a run. What falls outside is counted and told.
 */
@NullMarked
package io.deskmeter.agent.evidence;

import org.jspecify.annotations.NullMarked;
