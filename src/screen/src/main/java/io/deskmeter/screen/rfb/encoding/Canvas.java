package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame store of a session, with the damage since the last call of the listener. A new frame (at the start and after each resize) is withheld
 * until every pixel has been painted, because a partial picture could satisfy a condition.
 */
public final class Canvas {
    /** If an update has more rectangles, they are merged into one. */
    static final int MAX_DAMAGE = 512;

    private final Limits limits;
    private final List<Rect> damage = new ArrayList<>();
    private Frame frame;
    private @Nullable Coverage coverage;
    private boolean resized;

    public Canvas(int width, int height, Limits limits) throws ScreenException {
        limits.checkDesktop(width, height);
        this.limits = limits;
        this.frame = new Frame(width, height);
        this.coverage = new Coverage(width, height);
    }

    public Frame frame() {
        return frame;
    }

    int width() {
        return frame.width();
    }

    int[] pixels() {
        return frame.pixels();
    }

    /** Creates a new, empty frame of this size; does nothing if the size is unchanged. */
    void resize(int width, int height) throws ScreenException {
        if (width == frame.width() && height == frame.height()) {
            return;
        }
        limits.checkDesktop(width, height);
        frame = new Frame(width, height);
        coverage = new Coverage(width, height);
        damage.clear();
        resized = true;
    }

    /** Announces that a rectangle is about to be painted; fails if it is not within the frame. */
    void paint(Rect rect) throws ScreenException {
        checkInside("rectangle", rect);
        if (rect.isEmpty()) {
            return;
        }
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

    void checkInside(String what, Rect rect) throws ScreenException {
        if (rect.right() > frame.width() || rect.bottom() > frame.height()) {
            throw new ScreenException(
                    what + ": " + rect + " (expected: within " + frame.width() + "x" + frame.height() + ")");
        }
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
     * What has changed since the last call: everything, if a frame has just become complete; nothing, while it is incomplete.
     */
    public List<Rect> takeDamage() {
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
