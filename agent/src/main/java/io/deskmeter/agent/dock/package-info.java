/**
 * The dock: a small window in a desktop session with a tile for each application, so that a client agent launches
 * applications as a user would: it finds a tile and clicks it.
 *
 * <p>Both sides of a session know a tile's picture: {@link io.deskmeter.agent.dock.TilePicture} computes it from the
 * workload's id only, so the client agent that searches it needs neither the window nor a file. A tile shows its
 * picture in full contrast only while a click launches the application; at other times its contrast is too low to be
 * found. So the picture shows that the session is ready.
 *
 * <p>The window is at the bottom of the screen. Window managers do not manage it, so its position is the same with any
 * of them and without one. It is raised when a tile becomes ready and lowered when its application starts, because it
 * is only needed in between and must not cover the measured application.
 */
@NullMarked
package io.deskmeter.agent.dock;

import org.jspecify.annotations.NullMarked;
