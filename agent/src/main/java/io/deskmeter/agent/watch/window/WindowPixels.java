package io.deskmeter.agent.watch.window;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.BitSet;

/**
 * The pixels of a region that may still show a window which a handler has dismissed. Each is judged for itself, so what
 * an application paints elsewhere in the same frame says nothing of them.
 *
 * <p>Such a pixel is as the window was, or between that and the picture from before the input, as in a window that
 * fades. It goes with the window when it comes closer to the picture from before, or when something else takes its
 * place where the window had been unchanged for all of its time, or which is connected with the picture by which it is
 * known: that is what was behind it.
 */
public final class WindowPixels {
    /** Of what the window had changed: less that goes is a detail of the application, such as a caret. */
    private static final int OF_WINDOW = 50;

    /** Of a colour channel; less is the loss of a display. */
    private static final int LOSS = 24;

    private final Rect region;
    private final int frameWidth;
    private final int frameHeight;
    private final Frame before;
    private final Frame shown;
    /**
     * What had been the same since the window came, or is connected with the picture by which it is known: a window may
     * be painted in steps.
     */
    private final BitSet steady = new BitSet();
    /** How far each is from the picture before, at its nearest until now; 0 for no part of the window. */
    private final int[] left;
    /** What shows something else now. */
    private final BitSet replaced = new BitSet();

    private final long step;
    private long remaining;
    /** Since the last step. */
    private long gone;

    private WindowPixels(RegionMemory memory, GoneWindow window, Frame now) {
        this.region = memory.region();
        this.frameWidth = now.width();
        this.frameHeight = now.height();
        this.before = memory.firstPicture();
        this.shown = window.lastShown();
        this.left = new int[region.width() * region.height()];
        WindowArea area = WindowArea.of(memory, shown, window.place());
        Frame first = window.firstShown();
        long changed = 0;
        for (int at = 0; at < left.length; at++) {
            int x = region.x() + at % region.width();
            int y = region.y() + at / region.width();
            if (memory.isIgnored(at) || !has(shown, x, y) || !has(now, x, y)) {
                continue;
            }
            int old = before.pixels()[at];
            int covered = shown.pixels()[y * shown.width() + x];
            int pixel = now.pixels()[y * now.width() + x];
            changed += distance(old, covered);
            if (isPart(old, covered, pixel)) {
                left[at] = distance(old, pixel);
                remaining += left[at];
                boolean unchanged = has(first, x, y) && isPart(covered, covered, first.pixels()[y * first.width() + x]);
                steady.set(at, unchanged || area.has(at));
            }
        }
        this.step = Math.max(1, changed / OF_WINDOW);
    }

    /**
     * What may be left of a window.
     *
     * @param memory whose first picture is that from before the input
     * @param now the first picture without the window, or a later one
     */
    public static WindowPixels of(RegionMemory memory, GoneWindow window, Frame now) {
        return new WindowPixels(memory, window, now);
    }

    private static boolean has(Frame frame, int x, int y) {
        return x < frame.width() && y < frame.height();
    }

    private static int distance(int one, int other) {
        return Math.abs((one >> 16 & 0xff) - (other >> 16 & 0xff))
                + Math.abs((one >> 8 & 0xff) - (other >> 8 & 0xff))
                + Math.abs((one & 0xff) - (other & 0xff));
    }

    /** Whether it is between these two colours. */
    private static boolean isPart(int old, int covered, int pixel) {
        for (int shift = 0; shift <= 16; shift += 8) {
            int one = old >> shift & 0xff;
            int other = covered >> shift & 0xff;
            int value = pixel >> shift & 0xff;
            if (value < Math.min(one, other) - LOSS || value > Math.max(one, other) + LOSS) {
                return false;
            }
        }
        return true;
    }

    /** Whether no pixel can be a part of the window any more. */
    public boolean isEmpty() {
        return remaining == 0;
    }

    /** Whether a part of the window has gone with this frame, and those since the last one that has. */
    public boolean see(FrameUpdate update) {
        Frame frame = update.frame();
        if (frame.width() != frameWidth || frame.height() != frameHeight) {
            // Another desktop: nothing of the window is left on it.
            boolean any = remaining > 0;
            remaining = 0;
            return any;
        }
        if (remaining == 0) {
            return false;
        }
        for (Rect rect : update.damage()) {
            Rect part = rect.intersection(region);
            for (int y = part.y(); y < part.bottom(); y++) {
                for (int x = part.x(); x < part.right(); x++) {
                    see((y - region.y()) * region.width() + x - region.x(), frame.pixels()[y * frame.width() + x]);
                }
            }
        }
        if (gone < step) {
            return false;
        }
        gone = 0;
        return true;
    }

    private void see(int at, int pixel) {
        if (left[at] == 0) {
            return;
        }
        int old = before.pixels()[at];
        int away = distance(old, pixel);
        if (replaced.get(at)) {
            if (away == 0) {
                gone += left[at];
                left[at] = 0;
            }
        } else if (away < left[at] && isPart(old, covered(at), pixel)) {
            gone += left[at] - away;
            remaining -= left[at] - away;
            left[at] = away;
        } else if (!isPart(old, covered(at), pixel)) {
            gone += steady.get(at) ? left[at] : 0;
            remaining -= left[at];
            replaced.set(at);
        }
    }

    private int covered(int at) {
        return shown.pixels()[(region.y() + at / region.width()) * shown.width() + region.x() + at % region.width()];
    }
}
