package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame store of a session, with the damage since the last call of the listener. A new frame (at the start and
 * after each resize) is withheld until every pixel has been painted, because a partial picture could satisfy a
 * condition. A desktop of 0x0 has no picture: its frame is never whole.
 */
public final class Canvas {
    /** If an update has more rectangles, they are merged into one. */
    static final int MAX_DAMAGE = 512;

    /**
     * More in one update is no picture, but a server that never ends it. Real updates paint a pixel a few times at
     * most.
     */
    static final int MAX_PAINTED_SCREENS = 64;

    /**
     * Of a part of a rectangle: real encoders' smallest parts have one pixel, so a picture of nothing else counts nine
     * times.
     */
    private static final int ROW_PIXELS = 8;

    /** Each costs a frame; real desktops change theirs once or twice before they paint. */
    static final int MAX_SIZES = 32;

    private final RfbLimits limits;
    private final List<Rect> damage = new ArrayList<>();
    private Frame frame;
    private Rect bounds;
    private @Nullable Coverage coverage;
    private boolean resized;
    private long clipped;
    private long painted;
    private long pictures;

    /** Since the last picture: pixels of rectangles that were not within the desktop. */
    private long besidePixels;

    /** Since the last picture. */
    private int resizes;

    /** @param width of the desktop, or 0 if it has no size yet */
    public Canvas(int width, int height, RfbLimits limits) throws ScreenException {
        limits.checkDesktop(width, height);
        this.limits = limits;
        this.bounds = new Rect(0, 0, width, height);
        this.frame = frame(width, height);
        this.coverage = new Coverage(frame.width(), frame.height());
    }

    /** A row or a column that nothing paints where the desktop has none, so that empty rectangles are within it. */
    private static Frame frame(int width, int height) {
        return new Frame(Math.max(1, width), Math.max(1, height));
    }

    /** While the desktop {@linkplain #hasSize has no size}, a row or a column that is never shown. */
    public Frame frame() {
        return frame;
    }

    /** The desktop as the server has told its size; may be empty. */
    public Rect bounds() {
        return bounds;
    }

    /** Whether the desktop has a picture, or will have one as soon as the server has sent it. */
    public boolean hasSize() {
        return !bounds.isEmpty();
    }

    int width() {
        return frame.width();
    }

    int[] pixels() {
        return frame.pixels();
    }

    RfbLimits limits() {
        return limits;
    }

    /** Creates a new, empty frame of this size; does nothing if the size is unchanged. */
    void resize(int width, int height) throws ScreenException {
        if (width == bounds.width() && height == bounds.height()) {
            return;
        }
        limits.checkDesktop(width, height);
        if (++resizes > MAX_SIZES) {
            throw new ScreenException("desktop size: changed " + resizes + " times without a picture, the last time to "
                    + width + "x" + height + " (expected: a picture of each size, and at most " + MAX_SIZES
                    + " changes before it)");
        }
        bounds = new Rect(0, 0, width, height);
        frame = frame(width, height);
        coverage = new Coverage(frame.width(), frame.height());
        damage.clear();
        resized = true;
    }

    /** Announces that a rectangle is about to be painted, which the caller has clipped. */
    void paint(Rect rect) throws ScreenException {
        checkInside("rectangle", rect);
        if (rect.isEmpty()) {
            return;
        }
        count((long) rect.width() * rect.height());
        frame.paint();
        if (coverage != null) {
            coverage.add(rect);
        }
        if (damage.size() == MAX_DAMAGE) {
            Rect all = damage.stream().reduce(rect, Rect::union);
            damage.clear();
            damage.add(all);
        } else {
            damage.add(rect);
        }
    }

    private void count(long pixels) throws ScreenException {
        painted += pixels;
        if (painted > (long) MAX_PAINTED_SCREENS * frame.width() * frame.height()) {
            throw new ScreenException(
                    "update: more than " + MAX_PAINTED_SCREENS + " times the pixels of " + bounds.width() + "x"
                            + bounds.height() + " without an end (expected: each pixel a few times at most)");
        }
    }

    /**
     * Paints a part of a rectangle that has been announced. It counts as if it were painted anew: a few bytes fill any
     * number of pixels. A row costs as much as {@value #ROW_PIXELS} pixels more, one without pixels, too.
     */
    void fillPart(int x, int y, int width, int height, int colour) throws ScreenException {
        count((long) (width + ROW_PIXELS) * Math.max(1, height));
        fill(x, y, width, height, colour);
    }

    /** Announces that an announced rectangle costs as much as so many more. */
    void costs(Rect rect, int times) throws ScreenException {
        count((long) rect.width() * rect.height() * times);
    }

    /**
     * Announces that a rectangle is decoded of which nothing, or only a part, is within the desktop: it costs as much
     * as one that is.
     */
    void decodeBeside(Rect rect) throws ScreenException {
        besidePixels += (long) rect.width() * rect.height();
        if (besidePixels > limits.maxPixels()) {
            throw new ScreenException("update: " + besidePixels + " pixels beside the desktop of " + bounds.width()
                    + "x" + bounds.height() + " without a picture, the last ones of " + rect
                    + " without an end (expected: at most " + limits.maxPixels() + ")");
        }
    }

    boolean contains(Rect rect) {
        return rect.right() <= bounds.width() && rect.bottom() <= bounds.height();
    }

    void checkInside(String what, Rect rect) throws ScreenException {
        if (!contains(rect)) {
            throw new ScreenException(
                    what + ": " + rect + " (expected: within " + bounds.width() + "x" + bounds.height() + ")");
        }
    }

    /** The part of a rectangle that is within the desktop; counts the rectangle if that is not all of it. */
    Rect clip(Rect rect) {
        if (contains(rect)) {
            return rect;
        }
        clipped++;
        return rect.intersection(bounds);
    }

    /** How many rectangles were partly or wholly outside of the desktop, and clipped. */
    public long clipped() {
        return clipped;
    }

    void fill(int x, int y, int width, int height, int colour) {
        int[] pixels = frame.pixels();
        for (int row = y; row < y + height; row++) {
            int from = row * frame.width() + x;
            Arrays.fill(pixels, from, from + width, colour);
        }
    }

    /** Moves pixels; the regions may overlap. */
    void copy(Rect source, int toX, int toY) {
        int stride = frame.width();
        int[] pixels = frame.pixels();
        boolean upwards = toY > source.y(); // rows that are read later must not be overwritten first
        for (int i = 0; i < source.height(); i++) {
            int row = upwards ? source.height() - 1 - i : i;
            System.arraycopy(
                    pixels,
                    (source.y() + row) * stride + source.x(),
                    pixels,
                    (toY + row) * stride + toX,
                    source.width());
        }
    }

    /**
     * What has changed since the last call: everything, if a frame has just become complete; nothing, while it is
     * incomplete.
     */
    public List<Rect> takeDamage() {
        if (painted > 0) {
            pictures++;
            painted = 0;
            besidePixels = 0;
            resizes = 0;
        }
        if (coverage != null) {
            if (!coverage.isWhole()) {
                return List.of();
            }
            coverage = null;
            damage.clear();
            return List.of(frame.bounds());
        }
        List<Rect> taken = List.copyOf(damage);
        damage.clear();
        return taken;
    }

    /** How many updates have painted anything. */
    public long pictures() {
        return pictures;
    }

    /** Whether the frame has been seen: every pixel of it has been painted. */
    public boolean isWhole() {
        return coverage == null;
    }

    /** Whether the size has changed since the last call. */
    public boolean takeResized() {
        boolean taken = resized;
        resized = false;
        return taken;
    }
}
