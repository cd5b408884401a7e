package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the difference between a pattern and a place that a text caret makes: one upright bar, lighter or darker all
 * along, narrow, and as high as a line of text. Which of the two has the caret does not matter.
 */
public final class CaretBar {
    /** Of the grey; a caret is at least that much darker or lighter than the ground. */
    private static final int DIFFERENT = 32;

    private static final int LEAST_HEIGHT = 10;
    private static final int MOST_HEIGHT = 64;

    /** Of displays with small pixels. */
    private static final int MOST_WIDTH = 4;

    /** Beside the bar: what smoothing and codecs make of its edges. */
    private static final int MARGIN = 1;

    private final Pattern pattern;
    private final ScreenSums picture;
    private final int left;
    private final int top;

    private CaretBar(Pattern pattern, ScreenSums picture, int left, int top) {
        this.pattern = pattern;
        this.picture = picture;
        this.left = left;
        this.top = top;
    }

    /** The bar with a margin, in pixels of the pattern; empty if no caret makes a difference at the place. */
    public static Optional<Rect> find(Pattern pattern, ScreenSums picture, int x, int y) {
        return new CaretBar(pattern, picture, x, y).find();
    }

    private Optional<Rect> find() {
        Rect best = null;
        int column = 0;
        while (column < pattern.width) {
            Rect run = longest(column);
            int width = 1;
            while (run != null && column + width < pattern.width && isSame(run, longest(column + width))) {
                width++;
            }
            if (run != null && width <= MOST_WIDTH && (best == null || run.height() > best.height())) {
                best = new Rect(column, run.y(), width, run.height());
            }
            column += width;
        }
        return best == null
                ? Optional.empty()
                : Optional.of(best.grow(MARGIN, MARGIN, MARGIN, MARGIN)
                        .intersection(new Rect(0, 0, pattern.width, pattern.height)));
    }

    /** The longest run of a column's pixels that are all darker, or all lighter; null if it is none of a caret. */
    private @Nullable Rect longest(int column) {
        Rect best = new Rect(column, 0, 1, 0);
        int start = 0;
        int sign = 0;
        for (int y = 0; y <= pattern.height; y++) {
            int now = y == pattern.height ? 0 : sign(column, y);
            if (now != sign) {
                if (sign != 0 && y - start > best.height()) {
                    best = new Rect(column, start, 1, y - start);
                }
                start = y;
                sign = now;
            }
        }
        return best.height() >= LEAST_HEIGHT && best.height() <= MOST_HEIGHT ? best : null;
    }

    /** Whether the two columns are of one bar. */
    private static boolean isSame(Rect run, @Nullable Rect next) {
        return next != null && Math.abs(run.y() - next.y()) <= 1 && Math.abs(run.bottom() - next.bottom()) <= 1;
    }

    /** Of the difference of a pixel; 0 for none that counts. */
    private int sign(int x, int y) {
        if (!OpaqueRuns.isOpaque(pattern.rgb[y * pattern.width + x])) {
            return 0;
        }
        int seen = Grey.of(picture.rgb()[(top + y) * picture.width + left + x]);
        int difference = seen - (pattern.grey[y * pattern.width + x] & 0xff);
        return Math.abs(difference) < DIFFERENT ? 0 : Integer.signum(difference);
    }
}
