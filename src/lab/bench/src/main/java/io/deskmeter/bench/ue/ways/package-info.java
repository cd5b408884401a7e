/**
 * The same gestures on the same desktops, seen in several ways and through networks of several delays: what each adds
 * to what a user waits for.
 *
 * <p>A {@link io.deskmeter.bench.ue.ways.WaySession} works a {@link io.deskmeter.bench.ue.ways.RepeatedGesture} through
 * a {@link io.deskmeter.bench.ue.ways.Way}; an {@link io.deskmeter.bench.ue.ways.AwtSession} does so in a process
 * within the desktop. Its samples become a row of the table, and all rows together a picture
 * ({@link io.deskmeter.bench.ue.ways.WaysPicture}).
 */
@NullMarked
package io.deskmeter.bench.ue.ways;

import org.jspecify.annotations.NullMarked;
