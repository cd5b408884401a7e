/**
 * Reads from each frame where something is that was drawn to be followed:
 * {@link io.deskmeter.vision.tracking.ObjectTracker} the object of a drag
 * ({@link io.deskmeter.vision.tracking.DragObject}), {@link io.deskmeter.vision.tracking.ScrollTracker} how far a
 * {@link io.deskmeter.vision.tracking.ScrollPicture} is scrolled, and
 * {@link io.deskmeter.vision.tracking.FrameNumberReader} the number of a clip's frame. Workloads draw with the classes
 * that their readers use, so both agree on every measure.
 */
@NullMarked
package io.deskmeter.vision.tracking;

import org.jspecify.annotations.NullMarked;
