/**
 * Conditions on a screen, armed and then fed with frames.
 *
 * <p>Every condition of the language has one small {@link io.deskmeter.agent.watch.Watch}. A watch answers with instants of frames, never
 * with the time at which it was asked: it knows since which frame it has held without a break, and which frame came before that one. So
 * {@code all} is the latest of its parts' answers, {@code any} the earliest, and {@code settles} is the frame of the last change, however
 * much later that became certain.
 *
 * <p>Threading: everything here is owned by one session and called on its executor.
 */
@NullMarked
package io.deskmeter.agent.watch;

import org.jspecify.annotations.NullMarked;
