/**
 * How rectangles of pixels travel: one {@link io.deskmeter.screen.rfb.encoding.RectDecoder} per encoding, all painting on one
 * {@link io.deskmeter.screen.rfb.encoding.Canvas}.
 *
 * <p>Decoders are resumable at the grain that suits them (Raw: a row, Hextile: a tile, ZRLE: the rectangle, which carries its
 * length) and buffer nothing themselves. Pseudo-encodings are decoders that do not paint. To add an encoding: write its decoder
 * and add its line to {@link io.deskmeter.screen.rfb.encoding.Encoding}.
 */
@NullMarked
package io.deskmeter.screen.rfb.encoding;

import org.jspecify.annotations.NullMarked;
