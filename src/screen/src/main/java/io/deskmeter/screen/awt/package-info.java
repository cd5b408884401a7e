/**
 * The screen of the desktop session in which this process runs, through {@code java.awt.Robot}: for agents on Windows
 * and macOS. (On Linux {@link io.deskmeter.screen.x11} is better in every respect.)
 *
 * <p>AWT does not report changes, so the screen is captured periodically and compared with the previous capture. A
 * frame's {@code arrivedAt} is the time at which its capture was complete; new content appeared after the previous
 * capture. So the resolution of times is one period. A capture costs milliseconds of CPU. One thread for each screen
 * captures and sends input, in turns.
 *
 * <p>A process started with {@code -Djava.awt.headless=true} has no screen:
 * {@link io.deskmeter.screen.awt.AwtScreens#open} fails with a message that says so.
 */
@NullMarked
package io.deskmeter.screen.awt;

import org.jspecify.annotations.NullMarked;
