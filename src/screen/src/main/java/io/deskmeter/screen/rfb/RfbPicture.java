package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the server encodes pictures.
 *
 * @param format how a pixel is written; fewer than 24 bits lose colours
 * @param encodings the requested encodings in order of preference; a server may always send Raw
 * @param jpegQuality 0 (small) to 9 (good): allows lossy Tight; null, the default, for pictures without loss
 * @param compression 0 (quick) to 9 (small), the effort of the server for Tight, Zlib and ZRLE; null: the server
 *     decides
 */
public record RfbPicture(
        RfbPixelFormat format,
        List<Encoding> encodings,
        @Nullable Integer jpegQuality,
        @Nullable Integer compression) {
    private static final int JPEG_QUALITY_0 = -32;
    private static final int COMPRESSION_0 = -256;
    private static final List<Encoding> DEFAULT_ENCODINGS = List.of(
            Encoding.COPY_RECT,
            Encoding.TIGHT,
            Encoding.ZRLE,
            Encoding.HEXTILE,
            Encoding.ZLIB,
            Encoding.RRE,
            Encoding.CORRE,
            Encoding.RAW,
            Encoding.EXTENDED_DESKTOP_SIZE,
            Encoding.DESKTOP_SIZE,
            Encoding.LAST_RECT,
            Encoding.CURSOR,
            Encoding.CURSOR_POSITION,
            Encoding.EXTENDED_KEYS,
            Encoding.LED_STATE,
            Encoding.VMWARE_LED_STATE,
            Encoding.FENCE,
            Encoding.CONTINUOUS_UPDATES);

    public RfbPicture {
        encodings = List.copyOf(encodings);
        checkLevel("JPEG quality", jpegQuality);
        checkLevel("compression", compression);
    }

    private static void checkLevel(String what, @Nullable Integer level) {
        if (level != null && (level < 0 || level > 9)) {
            throw new IllegalArgumentException(what + ": " + level + " (expected: 0 to 9, or none)");
        }
    }

    /**
     * 32 bits a pixel, without loss; Tight before ZRLE, which takes twice the processor time at either end for as few
     * bytes (docs/decisions/0007).
     */
    public static RfbPicture defaults() {
        return new RfbPicture(RfbPixelFormat.rgb888(), DEFAULT_ENCODINGS, null, null);
    }

    public RfbPicture withFormat(RfbPixelFormat newFormat) {
        return new RfbPicture(newFormat, encodings, jpegQuality, compression);
    }

    public RfbPicture withEncodings(List<Encoding> newEncodings) {
        return new RfbPicture(format, newEncodings, jpegQuality, compression);
    }

    public RfbPicture withJpegQuality(int quality) {
        return new RfbPicture(format, encodings, quality, compression);
    }

    public RfbPicture withCompression(int level) {
        return new RfbPicture(format, encodings, jpegQuality, level);
    }

    /** The numbers on the wire: encodings, then levels. */
    List<Integer> codes() {
        List<Integer> codes = new ArrayList<>();
        encodings.forEach(e -> codes.add(e.code()));
        if (jpegQuality != null) {
            codes.add(JPEG_QUALITY_0 + jpegQuality);
        }
        if (compression != null) {
            codes.add(COMPRESSION_0 + compression);
        }
        return codes;
    }
}
