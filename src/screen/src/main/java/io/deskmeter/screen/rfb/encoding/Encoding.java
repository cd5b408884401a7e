package io.deskmeter.screen.rfb.encoding;

import java.util.Arrays;

/** The supported encodings, by their number on the wire; the negative and the very large ones carry no pixels. */
public enum Encoding {
    RAW(0),
    COPY_RECT(1),
    RRE(2),
    CORRE(4),
    HEXTILE(5),
    ZLIB(6),
    /** Lossless unless a JPEG quality is requested, see the settings. */
    TIGHT(7),
    ZRLE(16),
    DESKTOP_SIZE(-223),
    LAST_RECT(-224),
    CURSOR(-239),
    /** The server also accepts key positions. */
    EXTENDED_KEYS(-258),
    LED_STATE(-261),
    EXTENDED_DESKTOP_SIZE(-308),
    FENCE(-312),
    CONTINUOUS_UPDATES(-313),
    /** The pointer position set by another program; the session's input must move its own pointer there too. */
    CURSOR_POSITION(0x574D5666),
    /** The same as {@link #LED_STATE}, as VMware defines it. */
    VMWARE_LED_STATE(0x574D5668);

    private final int code;

    Encoding(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** For display: as it is called here, or its number. */
    public static String name(int code) {
        return Arrays.stream(values())
                .filter(encoding -> encoding.code == code)
                .map(Encoding::name)
                .findFirst()
                .orElseGet(() -> Integer.toString(code));
    }

    /** A new decoder; its owner closes it. */
    RectDecoder decoder(DecoderBuffers bench) {
        return switch (this) {
            case RAW -> clipping(new RawDecoder(bench));
            case COPY_RECT -> new CopyRectDecoder();
            case RRE -> clipping(new RreDecoder(bench, false));
            case CORRE -> clipping(new RreDecoder(bench, true));
            case HEXTILE -> clipping(new HextileDecoder(bench));
            case ZLIB -> clipping(new ZlibDecoder(bench));
            case TIGHT -> clipping(new TightDecoder(bench));
            case ZRLE -> clipping(new ZrleDecoder(bench));
            case DESKTOP_SIZE -> new DesktopSizeDecoder();
            case EXTENDED_DESKTOP_SIZE -> new ExtendedDesktopSizeDecoder();
            case CURSOR -> new CursorDecoder(bench);
            case LED_STATE -> new LedStateDecoder(1);
            case VMWARE_LED_STATE -> new LedStateDecoder(4);
            case LAST_RECT, FENCE, CONTINUOUS_UPDATES, CURSOR_POSITION, EXTENDED_KEYS -> new EmptyDecoder();
        };
    }

    private static RectDecoder clipping(RectDecoder decoder) {
        return new ClippingDecoder(decoder);
    }
}
