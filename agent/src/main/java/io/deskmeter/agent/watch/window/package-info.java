/**
 * Windows that come in front of what a condition watches, and are no part of the application: where one is, and whether
 * something is left of it. {@link io.deskmeter.agent.watch.window.NewWindow} finds one in recorded frames;
 * {@link io.deskmeter.agent.watch.window.GoneWindow} was dismissed by a handler, and
 * {@link io.deskmeter.agent.watch.window.StayingWindow} was given up.
 */
@NullMarked
package io.deskmeter.agent.watch.window;

import org.jspecify.annotations.NullMarked;
