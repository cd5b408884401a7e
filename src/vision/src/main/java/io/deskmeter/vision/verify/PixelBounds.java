package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.PatternWindows.FAR;
import static io.deskmeter.vision.verify.Residue.CERTAIN;
import static io.deskmeter.vision.verify.Residue.COMPACT;
import static io.deskmeter.vision.verify.Residue.LEAST_EDGES;
import static io.deskmeter.vision.verify.Residue.LOSSLESS;
import static io.deskmeter.vision.verify.Residue.PALE;
import static io.deskmeter.vision.verify.ResidueSums.BORDER;
import static io.deskmeter.vision.verify.ResidueSums.LARGE;
import static io.deskmeter.vision.verify.ResidueSums.ROUNDED_COLOUR;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.Pattern;

/**
 * The bounds of what loss leaves in single pixels: in a few that differ, in one that stands out, in a line at the
 * border, and beside a ground that is equal.
 */
final class PixelBounds {
    /** Of the greys of a pale picture: a pixel that its ink covers by less than half, as at the border of a glyph. */
    private static final double HALF_COVERED = 2.2;

    /** Smooth glyphs have so many small differences for a large one. */
    private static final int SMOOTH = 6;

    /** Of the differences of colours, what remains of their sum where a codec has spread the colour of a few pixels. */
    private static final double KEPT_COLOUR = 0.5;

    /** So few pixels differ in a picture with loss of the colour only if it has hardly any colour. */
    private static final int FEW_COLOURED = 4;

    /**
     * The largest difference of a pixel that loss leaves, of the largest one elsewhere in the picture, and this much
     * more.
     */
    private static final double OF_PIXELS = 2;

    private static final double LEAST_OF_PIXELS = 8;

    private static final double OF_PALE_PIXELS = 1.2;

    /** What 16-bit colours leave. */
    private static final double LEAST_REST = 4;

    private final PatternWindows windows;
    private final ResidueSums sums;
    private final Excess excess;
    private final Pattern pattern;
    /** A difference of the grey that is a detail where all else is equal. */
    private final int least;
    /** The same where all that differs lies in one place. */
    private final int leastInOnePlace;

    PixelBounds(PatternWindows windows, ResidueSums sums, Excess excess, int least, int leastInOnePlace) {
        this.windows = windows;
        this.sums = sums;
        this.excess = excess;
        this.least = least;
        this.leastInOnePlace = leastInOnePlace;
        pattern = windows.pattern;
    }

    /**
     * Whether a line at the border is of another colour, as of a field that has the focus. What bleeds into the picture
     * from beside it is of many colours, and loses something of what is inside, too.
     */
    void borderLineDiffers() {
        Rect inside = new Rect(BORDER, BORDER, pattern.width - 2 * BORDER, pattern.height - 2 * BORDER);
        if (sums.small + sums.large == 0 && sums.atBorder > 0 && windows.edgesIn(inside) >= LEAST_EDGES) {
            BorderLine.differing(pattern, sums.picture, sums.left, sums.top, BORDER)
                    .ifPresent(at -> excess.exceeds(
                            2 * CERTAIN, at.x / CELL, at.y / CELL, 1, "the colour of a line at the border differs"));
        }
    }

    /**
     * Whether nothing but a few pixels differs: there is no loss then, and one that differs enough to be seen is a
     * detail.
     */
    void fewPixelsDiffer() {
        if (sums.small + sums.large + sums.atBorder > COMPACT * COMPACT) {
            return;
        }
        Rect all = differing();
        boolean inOnePlace = all.width() <= COMPACT && all.height() <= COMPACT;
        int seen = inOnePlace ? leastInOnePlace : least;
        int details = 0;
        int others = 0;
        for (int y = all.y(); y < all.bottom(); y++) {
            for (int x = all.x(); x < all.right(); x++) {
                if (sums.differs(x, y)) {
                    boolean detail = sums.difference(x, y) > seen && sums.isNeutral(x, y, 1);
                    details += detail ? 1 : 0;
                    others += detail ? 0 : 1;
                }
            }
        }
        boolean rest = windows.edgeCount - windows.edgesIn(all) >= LEAST_EDGES;
        boolean lossless = sums.equalEdges >= Math.max(LEAST_EDGES, LOSSLESS * windows.edgeCount);
        // A picture of few edges says little about loss, but loss leaves small differences, too.
        boolean nothingElse = others == 0;
        if (others < SMOOTH * details && ((rest && inOnePlace) || lossless || nothingElse)) {
            excess.exceeds(1 + details, all.x() / CELL, all.y() / CELL, 1, "a detail differs");
        } else if (rest || lossless || details + others <= FEW_COLOURED) {
            fewPixelsDifferInColour();
        }
    }

    private Rect differing() {
        Rect all = new Rect(0, 0, 0, 0);
        for (int y = 0; y < pattern.height; y++) {
            for (int x = 0; x < pattern.width; x++) {
                all = sums.differs(x, y) ? all.union(new Rect(x, y, 1, 1)) : all;
            }
        }
        return all;
    }

    /**
     * Whether the colour of a few pixels is another one, though not their grey. A codec that keeps the grey and loses
     * colour spreads it over the pixels beside, and its mean stays.
     */
    private void fewPixelsDifferInColour() {
        int blue = 0;
        int red = 0;
        int sizes = 0;
        int at = -1;
        for (int y = BORDER; y < pattern.height - BORDER; y++) {
            for (int x = BORDER; x < pattern.width - BORDER; x++) {
                if (sums.differs(x, y)) {
                    int wanted = pattern.rgb[y * pattern.width + x];
                    int pixel = sums.seen(x, y);
                    int grey = Grey.of(pixel) - (pattern.grey[y * pattern.width + x] & 0xff);
                    int b = (pixel & 0xff) - (wanted & 0xff) - grey;
                    int r = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - grey;
                    if (Math.abs(b) + Math.abs(r) > 2 * ROUNDED_COLOUR) {
                        blue += b;
                        red += r;
                        sizes += Math.abs(b) + Math.abs(r);
                        at = y / CELL * windows.across + x / CELL;
                    }
                }
            }
        }
        double moved = Math.abs(blue) + Math.abs(red);
        if (moved > sizes * KEPT_COLOUR) {
            excess.exceeds(
                    moved / (sizes * KEPT_COLOUR), at % windows.across, at / windows.across, 1, "the colour differs");
        }
    }

    /**
     * Whether one pixel stands out, as the tail of a pale comma does, which is little in the mean of a window. Only
     * where the contrast is usual for the picture, on the screen beside it too: there a codec leaves about as much as
     * elsewhere.
     */
    void pixelStandsOut() {
        double factor = pattern.contrast() < PALE ? OF_PALE_PIXELS : OF_PIXELS;
        double needed = Math.max(1, excess.most());
        int most = sums.cellOfLargest();
        // The pixel is near the one that differs most, or it differs less than that one: the rest of most pictures
        // with loss says at once that none stands out.
        double bound = (sums.largest[most] - LEAST_OF_PIXELS) / (factor * needed);
        if (bound <= LEAST_REST || sums.largestBeyond(most, 2 * FAR - 1, bound) >= bound) {
            return;
        }
        int worst = -1;
        int size = LARGE;
        for (int cell = 0; cell < sums.largest.length; cell++) {
            if (sums.largest[cell] > size) {
                int neutral = sums.largestNeutral(cell);
                worst = neutral > size ? cell : worst;
                size = Math.max(size, neutral);
            }
        }
        if (worst < 0) {
            return;
        }
        int column = Math.min(worst % windows.across, windows.columns - 1);
        int row = Math.min(worst / windows.across, windows.rows - 1);
        double contrast = windows.contrasts[row * windows.columns + column];
        int rest = sums.largestBeyond(worst, FAR, Integer.MAX_VALUE);
        double ratio = (size - LEAST_OF_PIXELS) / (Math.max(LEAST_REST, rest) * factor);
        if (ratio <= needed
                || windows.edgesBeyond(worst) < LEAST_EDGES
                || contrast > windows.likeContrast
                || sums.around(row * windows.columns + column, true) > 2 * contrast) {
            return;
        }
        excess.exceeds(ratio, column, row, 1, "a detail differs");
    }

    /**
     * Whether so much is lost that a pixel of the picture's own ink would not stand out: then two states of it that
     * differ in one cannot be told apart.
     */
    void paleAsLoss() {
        if (excess.most() > 1 || sums.small + sums.large <= COMPACT * COMPACT) {
            return;
        }
        int most = sums.cellOfLargest();
        int rest = sums.largestBeyond(most, FAR, Integer.MAX_VALUE);
        double visible = Math.max(LARGE, LEAST_OF_PIXELS + OF_PALE_PIXELS * Math.max(LEAST_REST, rest));
        if (windows.range < HALF_COVERED * visible) {
            excess.exceeds(
                    Math.min(CERTAIN, HALF_COVERED * visible / windows.range),
                    most % windows.across,
                    most / windows.across,
                    1,
                    "the picture is too pale for so much loss, in which a pixel of it would not show");
        }
    }
}
