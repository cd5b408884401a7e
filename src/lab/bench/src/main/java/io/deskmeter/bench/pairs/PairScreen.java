package io.deskmeter.bench.pairs;

import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A way from the desktop to the matcher, with the loss of its codec. */
enum PairScreen {
    /** Xvnc, Tight without JPEG, as agents ask for it. */
    TIGHT,
    ZRLE,
    /** Colours of 8 bits. */
    ZRLE_256,
    JPEG_8,
    JPEG_5,
    XFREERDP_32,
    XFREERDP_16,
    /** FreeRDP's server, which loses colour and keeps the luma. */
    NSCODEC_32,
    NSCODEC_16;

    /** How the built-in client asks for pictures; null for a screen through xfreerdp. */
    @Nullable
    RfbSettings rfb() {
        return switch (this) {
            case TIGHT -> RfbSettings.defaults();
            case ZRLE -> zrle();
            case ZRLE_256 -> zrle().withPixelFormat(RfbPixelFormat.bgr233());
            case JPEG_8 -> RfbSettings.defaults().withJpegQuality(8);
            case JPEG_5 -> RfbSettings.defaults().withJpegQuality(5);
            case XFREERDP_32, XFREERDP_16, NSCODEC_32, NSCODEC_16 -> null;
        };
    }

    private static RfbSettings zrle() {
        return RfbSettings.defaults()
                .withEncodings(List.of(Encoding.COPY_RECT, Encoding.ZRLE, Encoding.RAW, Encoding.LAST_RECT));
    }

    /** Arguments of xfreerdp; none for a screen through the built-in client. */
    List<String> picture() {
        return switch (this) {
            case XFREERDP_32 -> List.of("/bpp:32", "/network:lan");
            case XFREERDP_16 -> List.of("/bpp:16", "/network:lan");
            case NSCODEC_32 -> List.of("/bpp:32", "/nsc");
            case NSCODEC_16 -> List.of("/bpp:16", "/nsc");
            case TIGHT, ZRLE, ZRLE_256, JPEG_8, JPEG_5 -> List.of();
        };
    }

    boolean isNsCodec() {
        return this == NSCODEC_32 || this == NSCODEC_16;
    }

    /** Whether a second frame shows the same without loss. Xvnc sends it when the desktop is quiet. */
    boolean isRefined() {
        return rfb() != null;
    }

    /** The screens of these names; all if there are none. */
    static List<PairScreen> of(@Nullable List<String> names) {
        return names == null
                ? List.of(values())
                : names.stream().map(PairScreen::named).toList();
    }

    private static PairScreen named(String name) {
        return Arrays.stream(values())
                .filter(screen -> screen.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--screens: " + name + " (expected: any of "
                        + Arrays.stream(values()).map(String::valueOf).collect(Collectors.joining(", ")) + ")"));
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
