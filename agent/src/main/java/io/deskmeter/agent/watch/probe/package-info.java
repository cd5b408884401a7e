/**
 * Asks the desktop of a session whether it responds. A {@link io.deskmeter.agent.watch.probe.ScreenProber} tells a
 * measurement until when nothing had changed, and {@link io.deskmeter.agent.watch.probe.Responsiveness} computes for
 * how much of the time the desktop does not respond.
 */
@NullMarked
package io.deskmeter.agent.watch.probe;

import org.jspecify.annotations.NullMarked;
