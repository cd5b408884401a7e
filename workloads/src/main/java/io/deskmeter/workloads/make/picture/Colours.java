package io.deskmeter.workloads.make.picture;

import java.awt.Color;
import java.util.Locale;

/** Colours as numbers and as ODF writes them. */
public final class Colours {
    private Colours() {}

    /** Hue in turns, saturation and brightness from 0 to 1. */
    public static int hsb(float hue, float saturation, float brightness) {
        return Color.HSBtoRGB(hue, saturation, brightness) & 0xffffff;
    }

    public static String hex(int colour) {
        return String.format(Locale.ROOT, "#%06x", colour);
    }
}
