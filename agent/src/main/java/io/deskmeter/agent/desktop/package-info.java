/**
 * Desktops that the agent starts on its own machine, one per simulated user.
 *
 * <p>A {@link io.deskmeter.agent.desktop.Desktop} is an X server without a monitor (TigerVNC's {@code Xvnc}), a window manager
 * ({@code openbox}) and a home folder, all in one private folder below the agent's state folder. Its picture leaves through a Unix
 * socket that only the agent's user can open; no port is ever listened on. The X display itself is guarded by a cookie of its own, so
 * neither another session nor another user of the machine can look at it or type into it. Sessions share nothing that they could
 * disturb each other with: not HOME, not the runtime or temporary folder, not the environment, which is written from scratch.
 *
 * <p>Whatever is started in a desktop ends with it. Every process inherits the environment variable {@code DESKMETER_SESSION}, whose
 * value is the identity of the state folder and of the session; {@code /proc} is searched for it, so that programs which detach
 * themselves are found as well. An agent that was killed leaves desktops behind; the next one on the same state folder ends them, and
 * only them.
 *
 * <p>The package does not depend on applications. Threading: every method may be called from any thread; starting and closing a desktop block for
 * the time that this takes (typically half a second).
 */
@NullMarked
package io.deskmeter.agent.desktop;

import org.jspecify.annotations.NullMarked;
