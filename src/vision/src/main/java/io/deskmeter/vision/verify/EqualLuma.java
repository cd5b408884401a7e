package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Optional;

/**
 * The luma of a pattern where something is drawn, (R + 2·G + B) / 4. Codecs such as NSCodec keep it and lose colour, so
 * that the grey changes a little: where the luma of nearly all pixels is equal, a pixel in which it is not is a detail.
 * Immutable.
 */
final class EqualLuma {
    /** What rounding leaves. */
    private static final int ROUNDED = 1;

    /** A pixel that pale ink covers by half. */
    private static final int DETAIL = 6;

    /**
     * Of the pixels at what is drawn, so that a codec keeps the luma; of those that differ a little, few are equal
     * through other codecs.
     */
    private static final double NEARLY_ALL = 0.9;

    private static final int LEAST = 24;
    private static final int MOST = 255;

    private final Pattern pattern;
    private final int[] pixels;

    /** @param pixels indices of those that are drawn, and beside them */
    EqualLuma(Pattern pattern, int[] pixels) {
        this.pattern = pattern;
        this.pixels = pixels;
    }

    /**
     * Where a detail differs, on the screen, though the luma of the rest is equal; empty if none does, or the rest is
     * not.
     */
    Optional<Rect> differs(ScreenSums picture, int left, int top) {
        int most = (int) ((1 - NEARLY_ALL) * pixels.length);
        int others = 0;
        int details = 0;
        int first = -1;
        for (int at : pixels) {
            int x = left + at % pattern.width;
            int y = top + at / pattern.width;
            int pixel = picture.rgb()[y * picture.width + x];
            int difference = Math.abs(luma(pixel) - luma(pattern.rgb[at]));
            if (difference > ROUNDED) {
                others++;
                if (others > most) {
                    return Optional.empty();
                }
                if (difference > DETAIL && !isCut(pixel)) {
                    details++;
                    first = first < 0 ? at : first;
                }
            }
        }
        // Loss of the luma leaves small differences for each large one.
        return details == 0 || others > 2 * details || pixels.length < LEAST
                ? Optional.empty()
                : Optional.of(new Rect(left + first % pattern.width, top + first / pattern.width, 1, 1));
    }

    private static int luma(int rgb) {
        return ((rgb >> 16 & MOST) + 2 * (rgb >> 8 & MOST) + (rgb & MOST)) >> 2;
    }

    /** Whether a channel of a colour may have been cut at its greatest or least value, which changes the luma. */
    private static boolean isCut(int rgb) {
        int red = rgb >> 16 & MOST;
        int green = rgb >> 8 & MOST;
        int blue = rgb & MOST;
        int most = Math.max(red, Math.max(green, blue));
        int least = Math.min(red, Math.min(green, blue));
        return most > least && (most == MOST || least == 0);
    }
}
