/**
 * Screens that are X displays: any that this process may connect to.
 *
 * <p>The path of a pixel: a program draws; the server reports every drawing (extension DAMAGE, raw); the event loop reads the report and
 * stamps it; unless the screen is busy with an earlier picture, it asks at once for pictures of the damaged places, which come through
 * shared memory (MIT-SHM) or the socket; the screen's executor copies them into the frame and calls the listener. While that goes on, damage
 * gathers.
 *
 * <p>When a frame arrived: a server's events and replies are one stream, in the order in which things happened. So a picture shows all drawings
 * whose reports precede it and none whose reports follow it, and {@code arrivedAt} is the stamp of the last report that the picture may show.
 * A drawing that became visible with a frame thus happened before its {@code arrivedAt}, by the time it takes a report to reach us, however
 * late the picture was taken. What was reported earlier than that, but lies elsewhere and is not in the picture yet, is taken before the
 * frame is shown. Only the first frame has the time of its reply, and every frame of a display that cannot report damage and must be polled.
 *
 * <p>The pointer is never in a picture: the server keeps it apart.
 *
 * <p>The event loop is one thread for all screens and does nothing but read, stamp and write.
 */
@NullMarked
package io.deskmeter.screen.x11;

import org.jspecify.annotations.NullMarked;
