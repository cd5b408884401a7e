/**
 * Screens that a client program displays: xfreerdp, vncviewer, or a vendor's client.
 *
 * <p>Each {@link io.deskmeter.screen.viewer.ViewerScreens#open opened} screen is an X server without a monitor
 * ({@code Xvfb}) that only its owner can connect to, the {@link io.deskmeter.screen.viewer.Viewer client program} in
 * it, and the x11 screen that reads the display. There is no window manager: nothing decorates, moves or hides the
 * client's window. So everything that the client displays can be measured, with two more processes a session; the times
 * are those at which the client had painted.
 *
 * <p>What is shown is always the client's picture of the desktop. The {@link io.deskmeter.screen.viewer.FrameGate gate}
 * withholds frames until the client's window covers the display and has been painted, and again when that window has
 * disappeared: the black display would satisfy a condition such as "vanishes".
 *
 * <p>Secrets are never arguments of a program, which every user of the machine can read: they are passed in the
 * environment, on the standard input or in a file that only the owner can read
 * ({@link io.deskmeter.screen.viewer.ViewerCommand}).
 *
 * <p>All processes of a viewer carry a mark in their environment and end together, whichever ends first.
 */
@NullMarked
package io.deskmeter.screen.viewer;

import org.jspecify.annotations.NullMarked;
