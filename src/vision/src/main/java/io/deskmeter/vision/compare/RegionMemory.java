package io.deskmeter.vision.compare;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores a region of the screen and counts the pixels that differ from it. It reads only damaged pixels, and its memory
 * is bounded by the region. Used by one thread at a time.
 *
 * <p>A frame that no longer holds a part of the region (the desktop was made smaller) differs in all pixels of that
 * part.
 */
public final class RegionMemory {
    /** More pixels than a usual caret has, less than a word. */
    public static final int MORE_THAN_CARET = 64;

    /**
     * A larger caret, such as that of an office program whose page is enlarged, is known by its shape: 2 x 71 pixels
     * have been seen.
     */
    private static final int CARET_WIDTH = 4;

    private static final int CARET_HEIGHT = 100;

    /** How many times as high as wide it is at least. */
    private static final int CARET_SLENDERNESS = 3;

    private final Rect region;
    private final int tolerance;
    private final int[] pixels;
    private final BitSet differing = new BitSet();
    private int count;

    /** Pixels that never count. */
    private final BitSet ignored = new BitSet();

    /** The first picture of the rows that have been {@linkplain #adopt adopted} since; null if nobody asks for it. */
    private int @Nullable [] @Nullable [] firstRows;

    /**
     * Where a caret has been seen since the last {@linkplain #adopt adoption}, and the other colour of its pixels, by
     * their place.
     */
    private Rect caret = new Rect(0, 0, 0, 0);

    private final Map<Integer, Integer> caretPixels = new HashMap<>();

    private int frameWidth;
    private int frameHeight;

    private RegionMemory(Frame frame, Rect region, int tolerance) {
        this.region = region.intersection(frame.bounds());
        this.tolerance = tolerance;
        this.pixels = new int[this.region.width() * this.region.height()];
        this.frameWidth = frame.width();
        this.frameHeight = frame.height();
        for (int y = 0; y < this.region.height(); y++) {
            int from = (this.region.y() + y) * frame.width() + this.region.x();
            System.arraycopy(frame.pixels(), from, pixels, y * this.region.width(), this.region.width());
        }
    }

    /** Stores the part of the region that is within the frame; any difference counts. */
    public static RegionMemory remember(Frame frame, Rect region) {
        return remember(frame, region, 0);
    }

    /**
     * Stores the part of the region that is within the frame.
     *
     * @param tolerance the largest difference of a channel that does not count, 0 to 255
     */
    public static RegionMemory remember(Frame frame, Rect region, int tolerance) {
        if (tolerance < 0 || tolerance > 255) {
            throw new IllegalArgumentException("tolerance: " + tolerance + " (expected: 0 to 255)");
        }
        return new RegionMemory(frame, region, tolerance);
    }

    /**
     * Parts that never count, whatever they show; call this before the first comparison.
     *
     * @param parts rectangles of the frame
     */
    public RegionMemory ignoring(Iterable<Rect> parts) {
        for (Rect part : parts) {
            Rect own = part.intersection(region);
            for (int y = own.y(); y < own.bottom(); y++) {
                int at = (y - region.y()) * region.width() - region.x();
                ignored.set(at + own.x(), at + own.right());
            }
        }
        return this;
    }

    /** Keeps the first picture, too, for {@link #differingFromFirst}: a copy of each row that changes. */
    public RegionMemory keepingFirst() {
        firstRows = new int[region.height()][];
        return this;
    }

    /** How many pixels of the frame differ from the picture that was stored first; reads the whole region. */
    public int differingFromFirst(Frame frame) {
        int[][] first = firstRows;
        if (first == null) {
            throw new IllegalStateException("first picture: not kept (expected: keepingFirst)");
        }
        int differ = 0;
        for (int v = 0; v < region.height(); v++) {
            int[] own = first[v];
            int y = region.y() + v;
            int seen = y < frame.height() ? Math.max(0, Math.min(region.right(), frame.width()) - region.x()) : 0;
            differ += region.width() - seen;
            for (int u = 0; u < seen; u++) {
                int at = v * region.width() + u;
                int pixel = frame.pixels()[y * frame.width() + region.x() + u];
                differ += differ(own == null ? pixels[at] : own[u], pixel) && !ignored.get(at) ? 1 : 0;
            }
        }
        return differ;
    }

    /** The picture that was stored first, of the region's size; the present one if the first is not kept. */
    public Frame firstPicture() {
        Frame picture = picture();
        int[][] first = firstRows;
        for (int v = 0; first != null && v < region.height(); v++) {
            int[] own = first[v];
            if (own != null) {
                System.arraycopy(own, 0, picture.pixels(), v * region.width(), region.width());
            }
        }
        return picture;
    }

    /**
     * Whether a pixel never counts.
     *
     * @param at its place in {@link #picture}
     */
    public boolean isIgnored(int at) {
        return ignored.get(at);
    }

    /**
     * The smallest rectangle with all pixels of a part of the frame that differed in the last comparison; empty if none
     * did.
     */
    public Rect differingIn(Rect part) {
        Rect own = part.intersection(region);
        Rect all = new Rect(0, 0, 0, 0);
        for (int y = own.y(); y < own.bottom(); y++) {
            int at = (y - region.y()) * region.width() - region.x();
            int first = differing.nextSetBit(at + own.x());
            if (first >= 0 && first < at + own.right()) {
                int last = differing.previousSetBit(at + own.right() - 1);
                all = all.union(new Rect(first - at, y, last - first + 1, 1));
            }
        }
        return all;
    }

    /** The stored region: the requested region as far as it was within the frame. */
    public Rect region() {
        return region;
    }

    /** A copy of what is remembered, as a picture of the region's size. */
    public Frame picture() {
        return new Frame(region.width(), region.height(), pixels.clone());
    }

    /** Whether the update can have changed how many pixels differ; where not, there is no need to ask. */
    public boolean isTouchedBy(FrameUpdate update) {
        if (update.frame().width() != frameWidth || update.frame().height() != frameHeight) {
            return true;
        }
        for (Rect rect : update.damage()) {
            if (rect.intersects(region)) {
                return true;
            }
        }
        return false;
    }

    /** How many pixels of the frame differ from the stored ones; reads the whole region. */
    public int differing(Frame frame) {
        compare(frame, region);
        return count;
    }

    /**
     * How many pixels differ from the stored ones after the update; call this for every update since the region was
     * stored.
     */
    public int differing(FrameUpdate update) {
        compareDamage(update);
        return count;
    }

    /**
     * As {@link #differing(FrameUpdate)}, without the pixels of one blinking caret: a tall thin rectangle with nothing
     * that differs beside it, which stays at its place and has two states, the stored one and one other. A line that
     * moves or shows a third colour is no caret.
     */
    public int differingBesideCaret(FrameUpdate update) {
        int all = differing(update);
        Rect line = all > 0 && all <= 2 * CARET_WIDTH * CARET_HEIGHT ? thinLine() : new Rect(0, 0, 0, 0);
        if (line.isEmpty()) {
            return all;
        }
        Rect place = caret.isEmpty() ? line : caret.union(line);
        if (place.width() > CARET_WIDTH || place.height() > CARET_HEIGHT || !hasTwoStates(line, update.frame())) {
            forgetCaret();
            return all;
        }
        caret = place;
        return all - differingWithin(line);
    }

    /** The columns with most differing pixels, if these look like a caret; empty if not. */
    private Rect thinLine() {
        int[] columns = new int[region.width()];
        differing.stream().forEach(at -> columns[at % region.width()]++);
        int most = 0;
        int left = 0;
        for (int x = 0, sum = 0; x < columns.length; x++) {
            sum += columns[x] - (x < CARET_WIDTH ? 0 : columns[x - CARET_WIDTH]);
            if (sum > most) {
                most = sum;
                left = Math.max(0, x - CARET_WIDTH + 1);
            }
        }
        Rect line = differingIn(new Rect(region.x() + left, region.y(), CARET_WIDTH, region.height()));
        boolean isAlone = differingWithin(line.grow(CARET_WIDTH, 1, CARET_WIDTH, 1)) == differingWithin(line);
        return isAlone && line.height() <= CARET_HEIGHT && line.height() >= CARET_SLENDERNESS * line.width()
                ? line
                : new Rect(0, 0, 0, 0);
    }

    private int differingWithin(Rect part) {
        Rect own = part.intersection(region);
        int within = 0;
        for (int y = own.y(); y < own.bottom(); y++) {
            int at = (y - region.y()) * region.width() - region.x();
            within += differing.get(at + own.x(), at + own.right()).cardinality();
        }
        return within;
    }

    /**
     * Whether each pixel of the caret that differs shows its one other colour; notes those that differ for the first
     * time.
     */
    private boolean hasTwoStates(Rect line, Frame frame) {
        for (int y = line.y(); y < Math.min(line.bottom(), frame.height()); y++) {
            for (int x = line.x(); x < Math.min(line.right(), frame.width()); x++) {
                int at = (y - region.y()) * region.width() + x - region.x();
                int pixel = frame.pixels()[y * frame.width() + x];
                Integer known = differing.get(at) ? caretPixels.putIfAbsent(at, pixel) : null;
                if (known != null && differ(known, pixel)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void forgetCaret() {
        caret = new Rect(0, 0, 0, 0);
        caretPixels.clear();
    }

    /** How many pixels differ from the previous update; stores the present pixels. */
    public int follow(FrameUpdate update) {
        int changed = differing(update);
        adopt(update.frame());
        return changed;
    }

    /** Stores the differing pixels; the frame must be that of the update that was compared last. */
    public void adopt(Frame frame) {
        for (int i = differing.nextSetBit(0); i >= 0; i = differing.nextSetBit(i + 1)) {
            int x = region.x() + i % region.width();
            int y = region.y() + i / region.width();
            if (x < frame.width() && y < frame.height()) {
                keepFirst(i / region.width());
                pixels[i] = frame.pixels()[y * frame.width() + x];
            }
        }
        differing.clear();
        count = 0;
        forgetCaret();
    }

    private void keepFirst(int row) {
        int[][] first = firstRows;
        if (first != null && first[row] == null) {
            first[row] = Arrays.copyOfRange(pixels, row * region.width(), (row + 1) * region.width());
        }
    }

    private void compareDamage(FrameUpdate update) {
        Frame frame = update.frame();
        if (frame.width() != frameWidth || frame.height() != frameHeight) {
            frameWidth = frame.width();
            frameHeight = frame.height();
            compare(frame, region);
            return;
        }
        for (Rect rect : update.damage()) {
            compare(frame, rect.intersection(region));
        }
    }

    private void compare(Frame frame, Rect part) {
        for (int y = part.y(); y < part.bottom(); y++) {
            int at = (y - region.y()) * region.width() - region.x();
            int row = y * frame.width();
            int seen = y < frame.height() ? Math.max(part.x(), Math.min(part.right(), frame.width())) : part.x();
            count -= differing.get(at + part.x(), at + part.right()).cardinality();
            differing.clear(at + part.x(), at + part.right());
            for (int x = part.x(); x < seen; x++) {
                if (differ(pixels[at + x], frame.pixels()[row + x]) && !ignored.get(at + x)) {
                    differing.set(at + x);
                    count++;
                }
            }
            // Pixels that are no longer within the frame differ.
            differing.set(at + seen, at + part.right());
            count += part.right() - seen;
        }
    }

    private boolean differ(int a, int b) {
        int difference = a ^ b;
        if ((difference & 0xffffff) == 0) {
            return false;
        }
        return tolerance == 0
                || Math.abs((a >> 16 & 0xff) - (b >> 16 & 0xff)) > tolerance
                || Math.abs((a >> 8 & 0xff) - (b >> 8 & 0xff)) > tolerance
                || Math.abs((a & 0xff) - (b & 0xff)) > tolerance;
    }
}
