/**
 * Draws pictures of what was recorded, and encodes them as PNG:
 * {@link io.deskmeter.agent.evidence.painter.FilmStripPainter} the frames of an operation,
 * {@link io.deskmeter.agent.evidence.painter.GesturePainter} the path of a gesture,
 * {@link io.deskmeter.agent.evidence.painter.SoundPainter} the sound around a second.
 */
@NullMarked
package io.deskmeter.agent.evidence.painter;

import org.jspecify.annotations.NullMarked;
