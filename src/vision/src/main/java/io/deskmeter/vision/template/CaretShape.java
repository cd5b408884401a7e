package io.deskmeter.vision.template;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what looks like a text caret in a picture: an upright bar of one colour, narrow, that stands free on an even
 * ground and reaches above and below the words beside it. It blinks, so a landmark with it is there half of the time.
 */
public final class CaretShape {
    private static final int LEAST_HEIGHT = 12;
    private static final int MOST_HEIGHT = 48;
    private static final int MOST_WIDTH = 3;

    /** Of the grey: between bar and ground, and within each of them. */
    private static final int CONTRAST = 80;

    private static final int EVEN = 10;

    /** As far as that beside it, words are of its line. */
    private static final int LINE = 64;

    private final Pattern pattern;

    private CaretShape(Pattern pattern) {
        this.pattern = pattern;
    }

    /** The first that looks like one, in pixels of the picture; parts that a mask excludes do not count. */
    public static Optional<Rect> find(Template template) {
        return new CaretShape(template.pattern()).find();
    }

    private Optional<Rect> find() {
        for (int x = 1; x < pattern.width - 1; x++) {
            for (int y = 1; y < pattern.height - LEAST_HEIGHT; y++) {
                Rect bar = bar(x, y);
                if (bar != null && isOverItsLine(bar)) {
                    return Optional.of(bar);
                }
            }
        }
        return Optional.empty();
    }

    /** With its top left corner there; null if there is none. */
    private @Nullable Rect bar(int x, int y) {
        int ink = grey(x, y);
        int ground = grey(x - 1, y);
        if (!isInk(x, y, ground) || !isLike(grey(x, y - 1), ground)) {
            return null;
        }
        int width = 1;
        while (width <= MOST_WIDTH && x + width < pattern.width && isLike(grey(x + width, y), ink)) {
            width++;
        }
        int height = 1;
        while (y + height < pattern.height && isLike(grey(x, y + height), ink)) {
            height++;
        }
        Rect bar = new Rect(x, y, width, height);
        boolean fits = width <= MOST_WIDTH
                && height >= LEAST_HEIGHT
                && height <= MOST_HEIGHT
                && bar.right() < pattern.width
                && bar.bottom() < pattern.height;
        return fits && isFree(bar, ink, ground) ? bar : null;
    }

    /** Whether it is of one colour, with the ground all around it. */
    private boolean isFree(Rect bar, int ink, int ground) {
        for (int y = bar.y() - 1; y <= bar.bottom(); y++) {
            for (int x = bar.x() - 1; x <= bar.right(); x++) {
                boolean inside = y >= bar.y() && y < bar.bottom() && x >= bar.x() && x < bar.right();
                if (!counts(x, y) || !isLike(grey(x, y), inside ? ink : ground)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether nothing beside it is in its first row, and nothing in its last one, so that it is no letter among
     * letters.
     */
    private boolean isOverItsLine(Rect bar) {
        int ground = grey(bar.x() - 1, bar.y());
        return isEmpty(bar, bar.y(), ground) && isEmpty(bar, bar.bottom() - 1, ground);
    }

    private boolean isEmpty(Rect bar, int y, int ground) {
        for (int x = Math.max(0, bar.x() - LINE); x < Math.min(pattern.width, bar.right() + LINE); x++) {
            boolean border = x < 2 || x >= pattern.width - 2;
            if (!border && (x < bar.x() || x >= bar.right()) && isInk(x, y, ground)) {
                return false;
            }
        }
        return true;
    }

    private boolean isInk(int x, int y, int ground) {
        return counts(x, y) && Math.abs(grey(x, y) - ground) >= CONTRAST;
    }

    private static boolean isLike(int grey, int other) {
        return Math.abs(grey - other) <= EVEN;
    }

    private boolean counts(int x, int y) {
        return OpaqueRuns.isOpaque(pattern.rgb[y * pattern.width + x]);
    }

    private int grey(int x, int y) {
        return pattern.grey[y * pattern.width + x] & 0xff;
    }
}
