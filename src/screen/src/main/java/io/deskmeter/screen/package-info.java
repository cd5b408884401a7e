/**
 * Screens: frames in, input out.
 *
 * <p>A {@link io.deskmeter.screen.Screen} delivers frames as its protocol delivers them: each
 * {@link io.deskmeter.screen.FrameUpdate} names the rectangles that changed and the monotonic time at which its last
 * byte arrived. Screens poll only if the protocol does not report changes. Times are arrival times, independent of when
 * the pixels are decoded or searched: bytes are timestamped on the event loop, which does nothing else, and are decoded
 * on the session's own executor.
 *
 * <p>Threading: a screen calls its {@link io.deskmeter.screen.FrameListener} on one executor, one call at a time. The
 * frame may be read during the call only; {@link io.deskmeter.screen.Frame#copy()} keeps it.
 */
@NullMarked
package io.deskmeter.screen;

import org.jspecify.annotations.NullMarked;
