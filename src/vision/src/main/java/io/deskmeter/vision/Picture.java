package io.deskmeter.vision;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An eye's own copy of the screen, in colour and in grey, since a frame may be read only during its listener's call. Damage is
 * compared with the copy, so that a screen that calls everything damaged costs one comparison and no search.
 */
final class Picture {
    /** Unchanged rows between two changed ones that part the change in two rectangles. */
    private static final int GAP = 8;

    final int width;
    final int height;
    /** The upper byte is undefined. */
    final int[] rgb;

    final byte[] grey;

    Picture(Frame frame) {
        width = frame.width();
        height = frame.height();
        rgb = frame.pixels().clone();
        grey = new byte[rgb.length];
        toGrey(0, rgb.length);
    }

    Rect bounds() {
        return new Rect(0, 0, width, height);
    }

    boolean sameSize(Frame frame) {
        return frame.width() == width && frame.height() == height;
    }

    /** Takes over what differs within the damage; returns rectangles that hold all pixels that changed. */
    List<Rect> absorb(Frame frame, List<Rect> damage) {
        List<Rect> changed = new ArrayList<>();
        for (Rect rect : damage) {
            absorb(frame.pixels(), rect.intersection(bounds()), changed);
        }
        return changed;
    }

    private void absorb(int[] source, Rect rect, List<Rect> changed) {
        Rect run = new Rect(0, 0, 0, 0);
        for (int y = rect.y(); y < rect.bottom(); y++) {
            Rect row = absorbRow(source, rect.x(), rect.right(), y);
            if (row.isEmpty()) {
                continue;
            }
            if (!run.isEmpty() && y - run.bottom() >= GAP) {
                changed.add(run);
                run = row;
            } else {
                run = run.union(row);
            }
        }
        if (!run.isEmpty()) {
            changed.add(run);
        }
    }

    private Rect absorbRow(int[] source, int left, int right, int y) {
        int from = y * width + left;
        int to = y * width + right;
        int mismatch = Arrays.mismatch(source, from, to, rgb, from, to);
        if (mismatch < 0) {
            return new Rect(left, y, 0, 0);
        }
        int first = from + mismatch;
        int last = to - 1;
        while (source[last] == rgb[last]) {
            last--;
        }
        System.arraycopy(source, first, rgb, first, last + 1 - first);
        toGrey(first, last + 1);
        return new Rect(first - y * width, y, last + 1 - first, 1);
    }

    private void toGrey(int from, int to) {
        for (int i = from; i < to; i++) {
            grey[i] = (byte) Grey.of(rgb[i]);
        }
    }
}
