/**
 * Linux. Processes carry their mark in their environment, which {@code /proc} shows; a desktop is an X display.
 *
 * <p>X servers and the programs in them are started with the same parts of {@code screen.program} by all who use them:
 * local desktops, viewers, test beds.
 */
@NullMarked
package io.deskmeter.agent.platform.linux;

import org.jspecify.annotations.NullMarked;
