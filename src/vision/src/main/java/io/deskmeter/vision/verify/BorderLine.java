package io.deskmeter.vision.verify;

import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.awt.Point;
import java.util.Optional;

/**
 * A line along a side of a picture that is of one colour on the screen, and of another one in the picture. A codec that
 * keeps the grey and subsamples the colours gives two pixels beside each other one colour, also where one is of the
 * picture and the other is not: what has the grey of the picture and the colour of what is beside it is no other line.
 */
final class BorderLine {
    /** Shorter ones are a part of something beside the picture. */
    private static final int SHORTEST = 8;

    /** A difference of the grey, and of the three channels together, that no rounding of colours leaves. */
    private static final int GREY = 12;

    private static final int COLOUR = 36;

    private final Pattern pattern;
    private final ScreenSums picture;
    private final int left;
    private final int top;

    private BorderLine(Pattern pattern, ScreenSums picture, int left, int top) {
        this.pattern = pattern;
        this.picture = picture;
        this.left = left;
        this.top = top;
    }

    /**
     * Looks along all sides.
     *
     * @param border width of what is looked at, in pixels
     * @return a pixel of such a line, in the picture; empty if there is none
     */
    static Optional<Point> differing(Pattern pattern, ScreenSums picture, int left, int top, int border) {
        BorderLine lines = new BorderLine(pattern, picture, left, top);
        for (int i = 0; i < border; i++) {
            int fromRight = pattern.width - 1 - i;
            int fromBottom = pattern.height - 1 - i;
            if (lines.differs(i, i, fromRight - i + 1, true, -1 - i)
                    || lines.differs(i, i, fromBottom - i + 1, false, -1 - i)) {
                return Optional.of(new Point(i, i));
            }
            if (lines.differs(i, fromBottom, fromRight - i + 1, true, 1 + i)) {
                return Optional.of(new Point(i, fromBottom));
            }
            if (lines.differs(fromRight, i, fromBottom - i + 1, false, 1 + i)) {
                return Optional.of(new Point(fromRight, i));
            }
        }
        return Optional.empty();
    }

    /**
     * Whether at least half of a line is of one colour that is not the picture's.
     *
     * @param across whether the line goes from left to right
     * @param outside so far from the line is what is beside the picture, downwards or to the right
     */
    private boolean differs(int x, int y, int length, boolean across, int outside) {
        int stepX = across ? 1 : 0;
        int stepY = 1 - stepX;
        int colour = mostFrequent(x, y, length, stepX, stepY);
        int known = 0;
        int differing = 0;
        for (int i = 0; i < length; i++) {
            int atX = x + i * stepX;
            int atY = y + i * stepY;
            int wanted = wanted(atX, atY);
            if (OpaqueRuns.isOpaque(wanted)) {
                known++;
                boolean other = seen(atX, atY) == colour
                        && (isOfOtherGrey(colour, wanted)
                                || (Grey.colourDifference(colour, wanted) > COLOUR
                                        && !(isColoured(colour)
                                                && hasColourOf(colour, atX + outside * stepY, atY + outside * stepX))));
                differing += other ? 1 : 0;
            }
        }
        return differing >= SHORTEST && 2 * differing >= known;
    }

    /**
     * The colour that more than half of the line has on the screen, if there is one: each pixel of another colour takes
     * one of it away.
     */
    private int mostFrequent(int x, int y, int length, int stepX, int stepY) {
        int colour = 0;
        int votes = 0;
        for (int i = 0; i < length; i++) {
            int pixel = seen(x + i * stepX, y + i * stepY);
            if (votes == 0) {
                colour = pixel;
            }
            votes += pixel == colour ? 1 : -1;
        }
        return colour;
    }

    private static boolean isOfOtherGrey(int pixel, int wanted) {
        return Math.abs(Grey.of(pixel) - Grey.of(wanted)) > GREY;
    }

    private static int blue(int pixel) {
        return (pixel & 0xff) - Grey.of(pixel);
    }

    private static int red(int pixel) {
        return (pixel >> 16 & 0xff) - Grey.of(pixel);
    }

    /** Two pixels that share a colour share half of each one's: none is left without. */
    private static boolean isColoured(int pixel) {
        return Math.abs(blue(pixel)) + Math.abs(red(pixel)) > GREY;
    }

    /** Whether the colour of a pixel, without its grey, is that of a place; not if the screen ends before it. */
    private boolean hasColourOf(int pixel, int x, int y) {
        boolean there = left + x >= 0 && left + x < picture.width && top + y >= 0 && top + y < picture.height;
        if (!there) {
            return false;
        }
        int other = seen(x, y);
        int blue = blue(pixel) - blue(other);
        int red = red(pixel) - red(other);
        return Math.abs(blue) + Math.abs(red) <= COLOUR;
    }

    private int wanted(int x, int y) {
        return pattern.rgb[y * pattern.width + x];
    }

    private int seen(int x, int y) {
        return picture.rgb()[(top + y) * picture.width + left + x] & 0xffffff;
    }
}
