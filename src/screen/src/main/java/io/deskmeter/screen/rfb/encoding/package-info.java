/**
 * The encodings of rectangles of pixels: one {@link io.deskmeter.screen.rfb.encoding.RectDecoder} per encoding, all
 * painting on one {@link io.deskmeter.screen.rfb.encoding.Canvas}.
 *
 * <p>Decoders can resume after a unit of their encoding (Raw: a row; Hextile: a tile; ZRLE, Zlib and Tight: the data of
 * the rectangle, which starts with its length) and buffer nothing themselves. A decoder is created when its encoding
 * first arrives, and large parts (zlib streams) with the first data, so that a session allocates only for the encodings
 * that its server uses. Pseudo-encodings are decoders that do not paint. To add an encoding: write its decoder and add
 * its line to {@link io.deskmeter.screen.rfb.encoding.Encoding}.
 */
@NullMarked
package io.deskmeter.screen.rfb.encoding;

import org.jspecify.annotations.NullMarked;
