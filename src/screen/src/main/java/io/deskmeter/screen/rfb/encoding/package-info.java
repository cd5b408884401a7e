/**
 * How rectangles of pixels travel: one {@link io.deskmeter.screen.rfb.encoding.RectDecoder} per encoding, all painting on one
 * {@link io.deskmeter.screen.rfb.encoding.Canvas}.
 *
 * <p>Decoders are resumable at the grain that suits them (Raw: a row, Hextile: a tile, ZRLE, Zlib and Tight: the data
 * of the rectangle, which carries its length) and buffer nothing themselves. They are made when their encoding first arrives, and what
 * is large (zlib streams) when it first carries data, so that a session pays for what its server really uses. Pseudo-encodings are decoders that do not paint. To add an encoding: write its decoder
 * and add its line to {@link io.deskmeter.screen.rfb.encoding.Encoding}.
 */
@NullMarked
package io.deskmeter.screen.rfb.encoding;

import org.jspecify.annotations.NullMarked;
