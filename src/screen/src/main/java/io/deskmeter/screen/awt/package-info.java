/**
 * The screen in front of which this process itself runs, through {@code java.awt.Robot}: for agents on Windows and macOS. (On Linux
 * {@link io.deskmeter.screen.x11} is better in everything.)
 *
 * <p>Nobody tells of changes, so the screen is captured at a stated period and compared. A frame's {@code arrivedAt} is the time at which its
 * capture was complete; what it shows appeared since the capture before. So times are known to one period, and a capture of its own costs
 * milliseconds of CPU. One thread for each screen captures and sends input, in turns.
 *
 * <p>A process that was told {@code -Djava.awt.headless=true} has no screen; then {@link io.deskmeter.screen.awt.AwtScreens#open} fails and
 * says so.
 */
@NullMarked
package io.deskmeter.screen.awt;

import org.jspecify.annotations.NullMarked;
