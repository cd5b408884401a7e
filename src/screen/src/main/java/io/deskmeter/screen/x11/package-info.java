/**
 * Screens of X displays: any display that this process may connect to.
 *
 * <p>The path of a pixel: a program draws; the server reports every drawing (extension DAMAGE, raw); the event loop
 * reads the report and timestamps it; unless the screen is busy with an earlier picture, it immediately requests
 * pictures of the damaged regions, which arrive through shared memory (MIT-SHM) or the socket; the screen's executor
 * copies them into the frame and calls the listener. Meanwhile damage accumulates.
 *
 * <p>When a frame arrived: a server's events and replies are one stream, in the order in which things happened. So a
 * picture shows all drawings whose reports precede it and none whose reports follow it, and {@code arrivedAt} is the
 * timestamp of the last report that the picture may show. A drawing that became visible with a frame thus happened
 * before its {@code arrivedAt}, earlier by the latency of the report, however late the picture was captured. Damage
 * that was reported earlier in other regions, and is not in the picture yet, is captured before the frame is shown.
 * Only the first frame has the time of its reply, and every frame of a display that cannot report damage and must be
 * polled.
 *
 * <p>A picture never contains the pointer: the server draws it separately.
 *
 * <p>The event loop is one thread for all screens and only reads, timestamps and writes.
 */
@NullMarked
package io.deskmeter.screen.x11;

import org.jspecify.annotations.NullMarked;
