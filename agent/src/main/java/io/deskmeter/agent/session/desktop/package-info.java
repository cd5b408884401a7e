/**
 * The desktop of one simulated user: {@link io.deskmeter.agent.session.desktop.SessionDesktops} starts a
 * {@link io.deskmeter.agent.session.desktop.SessionDesktop}, on this machine
 * {@link io.deskmeter.agent.session.desktop.LocalSessionDesktops} does.
 */
@NullMarked
package io.deskmeter.agent.session.desktop;

import org.jspecify.annotations.NullMarked;
