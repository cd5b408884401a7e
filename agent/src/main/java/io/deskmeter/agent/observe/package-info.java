/**
 * One stream of the frames and the sound of a desktop, with time stamps.
 *
 * <p>A session has sources: its screen, whose frames are one kind of {@link io.deskmeter.agent.observe.Observation},
 * and sound. Each source is opened with the session's executor and calls its listener there, so an
 * {@link io.deskmeter.agent.observe.ObservationStream} needs neither threads nor queues: it passes on what comes, in
 * the order in which it comes, without a copy. The order is that of arrival. The time of an observation is the time at
 * which it was there for a person: the arrival of a frame, and the time at which a block of sound is <em>played</em>,
 * which may be before or after it arrives. All times are of one monotonic clock.
 *
 * <p>Threading: everything here is owned by one session and called on its executor.
 */
@NullMarked
package io.deskmeter.agent.observe;

import org.jspecify.annotations.NullMarked;
