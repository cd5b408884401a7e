/**
 * Screens that are seen with a client program: xfreerdp, vncviewer, or a vendor's.
 *
 * <p>Each {@link io.deskmeter.screen.viewer.ViewerScreens#open opened} screen is an X server without a monitor ({@code Xvfb}) that only
 * its owner can connect to, the {@link io.deskmeter.screen.viewer.Viewer client program} in it, and the x11 screen that watches both.
 * There is no window manager: nothing decorates, moves or hides the client's window. Whatever the client can show can so be measured,
 * at the price of two more processes a session; its times are those at which the client had painted.
 *
 * <p>What is shown is always the client's picture of the desktop. The {@link io.deskmeter.screen.viewer.FrameGate gate} withholds frames until
 * the client's window covers the display and has been painted, and again when that window has gone: else the bare display, black as it is,
 * would satisfy a condition such as "vanishes".
 *
 * <p>Secrets never stand in an argument of a program, where every user of the machine can read them: they are handed over in the
 * environment, on the standard input or in a file that only the owner can read ({@link io.deskmeter.screen.viewer.ViewerCommand}).
 *
 * <p>All processes of a viewer carry a mark in their environment and end together, whichever of them ends first.
 */
@NullMarked
package io.deskmeter.screen.viewer;

import org.jspecify.annotations.NullMarked;
