/**
 * Sends drags and scrolls, and measures how they appear on the screen.
 *
 * <p>{@link io.deskmeter.agent.gesture.GestureFinder} finds the stage of a gesture on the screen, and makes a
 * {@link io.deskmeter.agent.gesture.Gesture} of a step: all its inputs and when to send them.
 * {@link io.deskmeter.agent.gesture.GestureSender} sends them by a clock, {@link io.deskmeter.agent.gesture.SentInputs}
 * are the times at which they were really sent. Meanwhile a {@link io.deskmeter.agent.gesture.GestureFollower} reads
 * from each frame what has moved, and where to; in the end {@link io.deskmeter.agent.gesture.GestureSampler} makes
 * samples of both.
 *
 * <p>A {@link io.deskmeter.agent.gesture.DragPath} says where the pointer goes and when.
 * {@link io.deskmeter.agent.gesture.PointerMove}s are what was sent, {@link io.deskmeter.agent.gesture.SeenObject}s
 * what frames showed. {@link io.deskmeter.agent.gesture.DragAnalysis} makes
 * {@link io.deskmeter.agent.gesture.DragFigures} of both: how late the object follows, how far it is from the pointer,
 * and which moves were never shown. {@link io.deskmeter.agent.gesture.ScrollAnalysis} does the same for steps of
 * scrolling.
 *
 * <p>Paths and analyses are pure functions of their input, in monotonic nanoseconds and pixels of the desktop. A
 * sampler is owned by one session and called on its executor; a sender runs on the timers' threads.
 */
@NullMarked
package io.deskmeter.agent.gesture;

import org.jspecify.annotations.NullMarked;
