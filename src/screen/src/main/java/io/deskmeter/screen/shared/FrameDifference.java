package io.deskmeter.screen.shared;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds what differs between two pictures, for screens that do not report changes. */
public final class FrameDifference {
    private static final int BAND = 32;

    private FrameDifference() {}

    /**
     * Rectangles that hold all pixels in which two frames of the same size differ; one at most for each band of
     * {@value #BAND} rows, those of neighbouring bands joined where they touch. The undefined upper byte is compared,
     * too.
     */
    public static List<Rect> between(Frame a, Frame b) {
        if (a.width() != b.width() || a.height() != b.height()) {
            throw new IllegalArgumentException(
                    "frames: " + a.bounds() + " and " + b.bounds() + " (expected: equal sizes)");
        }
        List<Rect> changes = new ArrayList<>();
        for (int y = 0; y < a.height(); y += BAND) {
            Rect change = inRows(a, b, y, Math.min(y + BAND, a.height()));
            if (change.isEmpty()) {
                continue;
            }
            int last = changes.size() - 1;
            if (last >= 0 && touch(changes.get(last), change)) {
                changes.set(last, changes.get(last).union(change));
            } else {
                changes.add(change);
            }
        }
        return changes;
    }

    private static boolean touch(Rect above, Rect below) {
        return above.bottom() == below.y() && above.x() < below.right() && below.x() < above.right();
    }

    private static Rect inRows(Frame a, Frame b, int from, int to) {
        Rect change = new Rect(0, from, 0, 0);
        for (int y = from; y < to; y++) {
            int start = y * a.width();
            int end = start + a.width();
            int first = Arrays.mismatch(a.pixels(), start, end, b.pixels(), start, end);
            if (first >= 0) {
                int last = a.width() - 1;
                while (a.pixels()[start + last] == b.pixels()[start + last]) {
                    last--;
                }
                change = change.union(new Rect(first, y, last - first + 1, 1));
            }
        }
        return change;
    }

    /** Copies a part of one frame over the same part of another of the same size. */
    public static void copy(Frame from, Rect part, Frame to) {
        for (int y = part.y(); y < part.bottom(); y++) {
            int at = y * from.width() + part.x();
            System.arraycopy(from.pixels(), at, to.pixels(), at, part.width());
        }
    }
}
