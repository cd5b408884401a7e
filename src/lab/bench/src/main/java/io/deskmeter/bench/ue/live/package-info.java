/**
 * Drags in the real probe program on real desktops, and compares what a session has measured with what the probe itself
 * has recorded: when it had painted what, by the same clock.
 *
 * <p>{@link io.deskmeter.bench.ue.live.LiveSession} works the workload {@code ue/drag} in a session of the agent
 * through RFB. A {@link io.deskmeter.bench.ue.live.Fault} changes what reaches the probe or stops it, so that wrong
 * figures would be seen; the probe's record tells the truth of that, too.
 * {@link io.deskmeter.bench.ue.live.DragComparison} is a pure function of both sides.
 */
@NullMarked
package io.deskmeter.bench.ue.live;

import org.jspecify.annotations.NullMarked;
