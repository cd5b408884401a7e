package io.deskmeter.agent.calibration;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The parts of a screen that differ between two pictures. */
final class ChangedRegions {
    /** Changed pixels in neighbouring cells belong together: strokes of an icon have gaps. */
    private static final int CELL = 4;

    /** Of a colour channel; less is the noise of a lossy display. */
    private static final int DIFFERENT = 24;

    private final Frame before;
    private final Frame after;
    private final int columns;
    private final int rows;
    private final boolean[] taken;

    private ChangedRegions(Frame before, Frame after) {
        this.before = before;
        this.after = after;
        this.columns = (after.width() + CELL - 1) / CELL;
        this.rows = (after.height() + CELL - 1) / CELL;
        this.taken = new boolean[columns * rows];
    }

    /** From top to bottom, each as small as can be; none for pictures of different sizes. */
    static List<Rect> of(Frame before, Frame after) {
        if (before.width() != after.width() || before.height() != after.height()) {
            return List.of();
        }
        return new ChangedRegions(before, after).all();
    }

    private List<Rect> all() {
        List<Rect> parts = new ArrayList<>();
        for (int cell = 0; cell < taken.length; cell++) {
            Rect changed = taken[cell] ? new Rect(0, 0, 0, 0) : changedIn(cell);
            if (!changed.isEmpty()) {
                parts.add(part(cell));
            }
        }
        return parts;
    }

    /** The cell and all that are joined to it. */
    private Rect part(int first) {
        Rect part = new Rect(0, 0, 0, 0);
        Deque<Integer> open = new ArrayDeque<>(List.of(first));
        taken[first] = true;
        while (!open.isEmpty()) {
            int cell = open.pop();
            part = part.union(changedIn(cell));
            for (int y = Math.max(0, cell / columns - 1); y <= Math.min(rows - 1, cell / columns + 1); y++) {
                for (int x = Math.max(0, cell % columns - 1); x <= Math.min(columns - 1, cell % columns + 1); x++) {
                    int next = y * columns + x;
                    if (!taken[next] && !changedIn(next).isEmpty()) {
                        taken[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        return part;
    }

    private Rect changedIn(int cell) {
        Rect all = new Rect(cell % columns * CELL, cell / columns * CELL, CELL, CELL).intersection(after.bounds());
        Rect changed = new Rect(0, 0, 0, 0);
        for (int y = all.y(); y < all.bottom(); y++) {
            for (int x = all.x(); x < all.right(); x++) {
                int at = y * after.width() + x;
                if (differ(before.pixels()[at], after.pixels()[at])) {
                    changed = changed.union(new Rect(x, y, 1, 1));
                }
            }
        }
        return changed;
    }

    private static boolean differ(int one, int other) {
        for (int shift = 0; shift <= 16; shift += 8) {
            if (Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)) > DIFFERENT) {
                return true;
            }
        }
        return false;
    }
}
