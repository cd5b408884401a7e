/**
 * Conditions on a screen, which are armed and then receive frames.
 *
 * <p>Every condition of a workload has a small {@link io.deskmeter.agent.watch.Watch}. Its result contains instants of
 * frames, never the time of the call: it stores since which frame the condition has been true without interruption, and
 * the last frame in which it certainly was not. So {@code all} is the latest result of its parts, {@code any} the
 * earliest, and {@code settles} the frame of the last change, even if that is certain only later.
 *
 * <p>Each of these packages stands on those before it alone: {@code window} and {@code landmark}, this one, and
 * {@code probe}.
 *
 * <p>Threading: everything here is owned by one session and called on its executor.
 */
@NullMarked
package io.deskmeter.agent.watch;

import org.jspecify.annotations.NullMarked;
