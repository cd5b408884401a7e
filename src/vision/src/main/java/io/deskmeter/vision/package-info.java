/**
 * Finds an image in a frame; the only place that knows OpenCV.
 *
 * <p>An {@link io.deskmeter.vision.Eye} belongs to one session. It keeps the grey picture of the session's screen up to date from damage
 * rectangles and answers "is this {@link io.deskmeter.vision.Template} on the screen, and where?" as cheaply as it can: nothing changed near
 * it, so the last answer stands; else a window around the last seen place; else a pyramid; else the full frame.
 */
@NullMarked
package io.deskmeter.vision;

import org.jspecify.annotations.NullMarked;
