/**
 * Desktops that the agent starts on its own machine, one per simulated user.
 *
 * <p>A {@link io.deskmeter.agent.desktop.Desktop} is an X server without a monitor (TigerVNC's {@code Xvnc}), a window
 * manager ({@code openbox}) and a home folder, all in one private folder below the agent's state folder. Its RFB server
 * listens on a Unix socket that only the agent's user can open, not on a port. The X display is protected by its own
 * cookie, so neither another session nor another user of the machine can read it or send input. Sessions do not share
 * HOME, the runtime or temporary folder, or the environment, so they cannot affect each other.
 *
 * <p>Every program that is started in a desktop ends with it. All processes inherit the environment variable
 * {@code DESKMETER_SESSION}, which identifies the state folder and the session; {@code agent.platform} finds them by
 * it, also programs which detach. If an agent is killed, the next one on the same state folder ends its desktops, and
 * only those.
 *
 * <p>The package does not depend on applications. Threading: every method may be called from any thread; starting and
 * closing a desktop block, typically for half a second.
 */
@NullMarked
package io.deskmeter.agent.desktop;

import org.jspecify.annotations.NullMarked;
