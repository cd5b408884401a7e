package io.deskmeter.agent.watch.window;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts in which two pictures of one screen differ, coarsely: parts near each other are one, as a window of which
 * some pixels happen to be equal.
 */
final class ScreenDifference {
    /** Differing pixels in neighbouring cells belong together. */
    private static final int CELL = 16;

    /** Of a colour channel; less is the loss of a display. */
    private static final int DIFFERENT = 24;

    private final Frame before;
    private final Frame after;
    private final int columns;
    /** What differs in each; null where nothing does. */
    private final @Nullable Rect[] cells;

    private ScreenDifference(Frame before, Frame after) {
        this.before = before;
        this.after = after;
        this.columns = (after.width() + CELL - 1) / CELL;
        this.cells = new @Nullable Rect[columns * ((after.height() + CELL - 1) / CELL)];
    }

    /** Each as small as can be; the whole screen for pictures of different sizes. */
    static List<Rect> between(Frame before, Frame after) {
        return before.width() != after.width() || before.height() != after.height()
                ? List.of(after.bounds())
                : new ScreenDifference(before, after).parts();
    }

    private List<Rect> parts() {
        for (int y = 0; y < after.height(); y++) {
            compare(y);
        }
        List<Rect> parts = new ArrayList<>();
        for (int cell = 0; cell < cells.length; cell++) {
            if (cells[cell] != null) {
                parts.add(part(cell));
            }
        }
        return parts;
    }

    private void compare(int y) {
        int row = y * after.width();
        int end = row + after.width();
        int at = row;
        while (at < end) {
            int skip = Arrays.mismatch(before.pixels(), at, end, after.pixels(), at, end);
            if (skip < 0) {
                return;
            }
            at += skip;
            if (differ(before.pixels()[at], after.pixels()[at])) {
                add(at - row, y);
            }
            at++;
        }
    }

    private void add(int x, int y) {
        int cell = y / CELL * columns + x / CELL;
        Rect pixel = new Rect(x, y, 1, 1);
        Rect known = cells[cell];
        if (known == null) {
            cells[cell] = pixel;
        } else if (known.intersection(pixel).isEmpty()) {
            cells[cell] = known.union(pixel);
        }
    }

    /** The cell and all that are joined to it, which are taken. */
    private Rect part(int first) {
        Rect part = new Rect(0, 0, 0, 0);
        Deque<Integer> open = new ArrayDeque<>(List.of(first));
        part = part.union(take(first));
        while (!open.isEmpty()) {
            int cell = open.pop();
            int rows = cells.length / columns;
            for (int y = Math.max(0, cell / columns - 1); y <= Math.min(rows - 1, cell / columns + 1); y++) {
                for (int x = Math.max(0, cell % columns - 1); x <= Math.min(columns - 1, cell % columns + 1); x++) {
                    int next = y * columns + x;
                    if (cells[next] != null) {
                        part = part.union(take(next));
                        open.push(next);
                    }
                }
            }
        }
        return part;
    }

    private Rect take(int cell) {
        Rect taken = Objects.requireNonNull(cells[cell], "differs");
        cells[cell] = null;
        return taken;
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
