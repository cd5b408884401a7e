/**
 * Many sessions of an agent that drag at the same time, on simulated displays in this process: no desktop takes CPU
 * time from the agent, and each display shows each move after the same time. What the sessions do is real: they send by
 * the agent's timers, find and follow the object, and take samples. What decoding pictures costs is measured by
 * {@code bench density}.
 *
 * <p>The displays note when each move came to them; {@link io.deskmeter.bench.ue.many.MoveLateness} tells from that how
 * late the agent was.
 */
@NullMarked
package io.deskmeter.bench.ue.many;

import org.jspecify.annotations.NullMarked;
