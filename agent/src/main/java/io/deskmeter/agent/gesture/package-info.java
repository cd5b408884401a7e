/**
 * Drags, and what a user sees of them.
 *
 * <p>A {@link io.deskmeter.agent.gesture.DragPath} says where the pointer goes and when. {@link io.deskmeter.agent.gesture.PointerMove}s are what was really
 * sent, {@link io.deskmeter.agent.gesture.SeenObject}s what frames showed. {@link io.deskmeter.agent.gesture.DragAnalysis} makes
 * {@link io.deskmeter.agent.gesture.DragFigures} of both: how late the object follows, how far it is from the pointer, and which moves were never shown.
 *
 * <p>Everything here is a pure function of its input, in monotonic nanoseconds and pixels of the desktop.
 */
@NullMarked
package io.deskmeter.agent.gesture;

import org.jspecify.annotations.NullMarked;
