package io.deskmeter.vision.pixel;

import java.util.HashSet;
import java.util.Set;

/** The colours of a display with 8 bits for a pixel: three of red, three of green, two of blue. */
public final class EightBitColours {
    /** Of a channel. */
    public static final int MOST = 255;

    /** The greatest level. */
    public static final int OF_RED_AND_GREEN = 7;

    /** The greatest level. */
    public static final int OF_BLUE = 3;

    private static final boolean[] RED_AND_GREEN = levels(OF_RED_AND_GREEN);
    private static final boolean[] BLUE = levels(OF_BLUE);

    /** Fewer colours, such as black, white and pure ones, are on a display with more bits, too. */
    private static final int LEAST_COLOURS = 8;

    /**
     * Of colours with a level of red or green between none and all, which a display with more bits has by chance only.
     */
    private static final int LEAST_MIXED_COLOURS = 2;

    private EightBitColours() {}

    /** The values that a channel can have, whether it is rounded or not when it is scaled. */
    private static boolean[] levels(int greatest) {
        boolean[] levels = new boolean[MOST + 1];
        for (int level = 0; level <= greatest; level++) {
            levels[level * MOST / greatest] = true;
            levels[(level * MOST + greatest / 2) / greatest] = true;
        }
        return levels;
    }

    /**
     * Whether pixels have no others, and enough of them to tell it from a display with more bits; reads up to the first
     * other colour.
     */
    static boolean areShownBy(int[] pixels) {
        Set<Integer> colours = new HashSet<>();
        int mixed = 0;
        int last = -1;
        for (int pixel : pixels) {
            int rgb = pixel & 0xffffff;
            if (rgb != last) {
                if (!RED_AND_GREEN[rgb >> 16] || !RED_AND_GREEN[rgb >> 8 & MOST] || !BLUE[rgb & MOST]) {
                    return false;
                }
                if (colours.size() < LEAST_COLOURS && colours.add(rgb)) {
                    mixed += isMixed(rgb >> 16) || isMixed(rgb >> 8 & MOST) ? 1 : 0;
                }
                last = rgb;
            }
        }
        return colours.size() >= LEAST_COLOURS || mixed >= LEAST_MIXED_COLOURS;
    }

    private static boolean isMixed(int channel) {
        return channel != 0 && channel != MOST;
    }
}
