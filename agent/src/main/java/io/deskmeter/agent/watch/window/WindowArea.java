package io.deskmeter.agent.watch.window;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.BitSet;

/**
 * The part of a region in which a window lies, as far as the picture tells: the picture by which the window is known,
 * and all pixels that differ from the picture before the input and are connected with it. What is painted apart from
 * them is no part of it.
 */
public final class WindowArea {
    private final BitSet pixels = new BitSet();
    private final Rect bounds;
    /** The first {@code count} are its pixels, in the order in which they were found. */
    private final int[] found;

    private int count;

    private WindowArea(RegionMemory memory, Frame shown, Rect place) {
        Rect region = memory.region();
        Frame before = memory.firstPicture();
        BitSet differing = differing(memory, before, shown);
        this.found = new int[region.width() * region.height()];
        begin(differing, region, shown, place);
        int left = region.width();
        int right = 0;
        int top = region.height();
        int bottom = 0;
        for (int i = 0; i < count; i++) {
            int u = found[i] % region.width();
            int v = found[i] / region.width();
            left = Math.min(left, u);
            right = Math.max(right, u + 1);
            top = Math.min(top, v);
            bottom = Math.max(bottom, v + 1);
            for (int y = Math.max(0, v - 1); y <= Math.min(region.height() - 1, v + 1); y++) {
                for (int x = Math.max(0, u - 1); x <= Math.min(region.width() - 1, u + 1); x++) {
                    int next = y * region.width() + x;
                    if (differing.get(next)) {
                        add(next);
                    }
                }
            }
        }
        this.bounds = count == 0
                ? new Rect(0, 0, 0, 0)
                : new Rect(region.x() + left, region.y() + top, right - left, bottom - top);
    }

    /**
     * The area of a window.
     *
     * @param memory whose first picture is that from before the input
     * @param place of the picture by which the window is known; it may lie outside of the region
     */
    public static WindowArea of(RegionMemory memory, Frame shown, Rect place) {
        return new WindowArea(memory, shown, place);
    }

    private static BitSet differing(RegionMemory memory, Frame before, Frame shown) {
        Rect region = memory.region();
        BitSet differing = new BitSet();
        for (int v = 0; v < region.height() && region.y() + v < shown.height(); v++) {
            int row = (region.y() + v) * shown.width() + region.x();
            for (int u = 0; u < region.width() && region.x() + u < shown.width(); u++) {
                int at = v * region.width() + u;
                if (((before.pixels()[at] ^ shown.pixels()[row + u]) & 0xffffff) != 0 && !memory.isIgnored(at)) {
                    differing.set(at);
                }
            }
        }
        return differing;
    }

    /** At the place; where that lies outside of the region, at its edge, where a window may come in. */
    private void begin(BitSet differing, Rect region, Frame shown, Rect place) {
        Rect own = place.intersection(region);
        boolean outside = place.isEmpty() || !own.equals(place);
        for (int v = 0; v < region.height(); v++) {
            for (int u = 0; u < region.width(); u++) {
                int x = region.x() + u;
                int y = region.y() + v;
                boolean inPlace = x >= own.x() && x < own.right() && y >= own.y() && y < own.bottom();
                boolean atEdge = (u == 0 && x > 0)
                        || (v == 0 && y > 0)
                        || (u == region.width() - 1 && x < shown.width() - 1)
                        || (v == region.height() - 1 && y < shown.height() - 1);
                int at = v * region.width() + u;
                // The place is a part of it, whatever was there before.
                if (inPlace || (outside && atEdge && differing.get(at))) {
                    add(at);
                }
            }
        }
    }

    private void add(int at) {
        if (!pixels.get(at)) {
            pixels.set(at);
            found[count++] = at;
        }
    }

    /** How many pixels have changed apart from a window since it came: these are the application's. */
    public static int changedApart(RegionMemory memory, StayingWindow window, Frame now) {
        Rect region = memory.region();
        Rect bounds = of(memory, now, window.place()).bounds();
        Frame before = memory.firstPicture();
        Frame first = window.firstShown();
        if (first.width() != now.width() || first.height() != now.height()) {
            return 0;
        }
        int changed = 0;
        for (int v = 0; v < region.height() && region.y() + v < now.height(); v++) {
            int y = region.y() + v;
            for (int u = 0; u < region.width() && region.x() + u < now.width(); u++) {
                int x = region.x() + u;
                int at = v * region.width() + u;
                int pixel = now.pixels()[y * now.width() + x];
                boolean inWindow = x >= bounds.x() && x < bounds.right() && y >= bounds.y() && y < bounds.bottom();
                boolean differs = ((pixel ^ before.pixels()[at]) & 0xffffff) != 0
                        && ((pixel ^ first.pixels()[y * first.width() + x]) & 0xffffff) != 0;
                changed += differs && !inWindow && !memory.isIgnored(at) ? 1 : 0;
            }
        }
        return changed;
    }

    /**
     * The picture from before the input, where a window was a part of it that has gone since: what was behind the
     * window is taken from the present picture.
     *
     * @param memory whose first picture is that from before the input
     * @param now the first picture without the window, or a later one
     */
    public static RegionMemory without(RegionMemory memory, GoneWindow window, Frame now) {
        Rect region = memory.region();
        Rect area = of(memory, now, window.place()).bounds();
        Frame before = memory.firstPicture();
        Frame picture = now.copy();
        for (int y = region.y(); y < Math.min(region.bottom(), now.height()); y++) {
            for (int x = region.x(); x < Math.min(region.right(), now.width()); x++) {
                boolean behind = x >= area.x() && x < area.right() && y >= area.y() && y < area.bottom();
                if (!behind) {
                    int at = (y - region.y()) * region.width() + x - region.x();
                    picture.pixels()[y * now.width() + x] = before.pixels()[at];
                }
            }
        }
        return RegionMemory.remember(picture, region);
    }

    /** Whether a pixel is a part of it: its place in {@link RegionMemory#picture}. */
    boolean has(int at) {
        return pixels.get(at);
    }

    /** The smallest rectangle with all of it, in the frame. */
    public Rect bounds() {
        return bounds;
    }
}
