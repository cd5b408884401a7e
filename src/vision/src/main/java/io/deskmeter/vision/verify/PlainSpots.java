package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.ScreenSums;
import org.jspecify.annotations.Nullable;

/**
 * Spots of another colour within an area of one colour, such as a badge: its mean does not show them. A spot is a
 * square of {@value #SIDE} pixels a side whose mean colour is far from the area's, farther than the loss of a codec
 * takes it where all is of one colour. The outermost pixels, into which colours from beside the area bleed, are left
 * out where the area has others.
 *
 * <p>Remembers the last spot that it has found, so that the places beside it cost next to nothing. Used by one thread
 * at a time.
 */
public final class PlainSpots {
    static final int SIDE = 4;
    private static final int BORDER = 2;

    /** Of the three channels together: twice what JPEG of the lowest quality leaves beside text. */
    private static final int LEAST = 96;

    /** How much farther than the mean of the whole area may be. */
    private static final double OF_ALLOWED = 5;

    private final int width;
    private final int height;
    private final int colour;
    private final int bound;
    private final int borderX;
    private final int borderY;
    private @Nullable Rect last;

    /**
     * @param colour of the area
     * @param allowed how far the mean of all its pixels may be from that, of the three channels together
     */
    public PlainSpots(int width, int height, int colour, double allowed) {
        this.width = width;
        this.height = height;
        this.colour = colour;
        this.bound = (int) Math.max(LEAST, OF_ALLOWED * allowed);
        this.borderX = width >= SIDE + 2 * BORDER ? BORDER : 0;
        this.borderY = height >= SIDE + 2 * BORDER ? BORDER : 0;
    }

    /** The differences of all pixels of an area, added up, below which it has no spot. */
    public long least() {
        return (long) bound * Math.min(SIDE, width) * Math.min(SIDE, height);
    }

    /** A spot of the area that begins here, on the screen; null if it has none. */
    public @Nullable Rect in(ScreenSums picture, int x, int y) {
        Rect inner = new Rect(x + borderX, y + borderY, width - 2 * borderX, height - 2 * borderY);
        Rect known = last;
        int[] seen = picture.rgb();
        // The picture may be a later one, in which that spot has gone.
        if (known != null
                && inner.intersection(known).equals(known)
                && isSpot(seen, known.y() * picture.width + known.x(), picture.width, known.width(), known.height())) {
            return known;
        }
        last = find(seen, picture.width, inner);
        return last;
    }

    /** From the right, so that the spot is within as many of the places that come next as possible. */
    private @Nullable Rect find(int[] seen, int stride, Rect inner) {
        int wide = Math.min(SIDE, inner.width());
        int high = Math.min(SIDE, inner.height());
        for (int y = inner.y(); y + high <= inner.bottom(); y++) {
            for (int x = inner.right() - wide; x >= inner.x(); x--) {
                if (isSpot(seen, y * stride + x, stride, wide, high)) {
                    return new Rect(x, y, wide, high);
                }
            }
        }
        return null;
    }

    private boolean isSpot(int[] seen, int from, int stride, int wide, int high) {
        int red = 0;
        int green = 0;
        int blue = 0;
        for (int row = 0; row < high; row++) {
            for (int i = from + row * stride; i < from + row * stride + wide; i++) {
                red += (seen[i] >> 16 & 0xff) - (colour >> 16 & 0xff);
                green += (seen[i] >> 8 & 0xff) - (colour >> 8 & 0xff);
                blue += (seen[i] & 0xff) - (colour & 0xff);
            }
        }
        return Math.abs(red) + Math.abs(green) + Math.abs(blue) > bound * wide * high;
    }
}
