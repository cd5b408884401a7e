/**
 * The dock: a small window in a desktop session with a tile for each application, so that a client agent launches applications as a user would: it finds a tile and clicks it.
 *
 * <p>Both sides of a session know a tile's picture: {@link io.deskmeter.agent.dock.TilePicture} makes it from the workload's id and nothing else, so the
 * client that looks for it needs neither the window nor a file. A tile shows its picture in full contrast only while a click launches the application; at other times it is too pale to be found. So the picture itself shows that the session is ready.
 *
 * <p>The window is at the bottom of the screen. It is one that window managers leave alone, so it stands where it was put with any of them and without
 * one. It comes to the front when a tile becomes ready and goes to the back when its application starts: a person needs it only then,
 * and it must not lie over what is measured.
 */
@NullMarked
package io.deskmeter.agent.dock;

import org.jspecify.annotations.NullMarked;
