package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/** Disjoint rectangles of a pattern in which all pixels count: those whose sums the sieve compares. */
final class Cells {
    private static final int ACROSS = 4;
    private static final int SMALL = 8;

    private Cells() {}

    /** A grid over the core, which is the whole pattern if that has no mask and is not very large. */
    static List<Rect> coarse(Pattern pattern, Rect core) {
        return grid(pattern, core, ACROSS, ACROSS);
    }

    /** A grid over the whole pattern, fine enough to follow an outline. */
    static List<Rect> fine(Pattern pattern) {
        Rect all = new Rect(0, 0, pattern.width, pattern.height);
        return grid(pattern, all, Math.max(1, pattern.width / SMALL), Math.max(1, pattern.height / SMALL));
    }

    private static List<Rect> grid(Pattern pattern, Rect grid, int columns, int rows) {
        List<Rect> cells = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int top = grid.height() * row / rows;
            int bottom = grid.height() * (row + 1) / rows;
            for (int column = 0; column < columns; column++) {
                int left = grid.width() * column / columns;
                int right = grid.width() * (column + 1) / columns;
                Rect cell = new Rect(grid.x() + left, grid.y() + top, right - left, bottom - top);
                if (isOpaque(pattern, cell)) {
                    cells.add(cell);
                }
            }
        }
        return cells;
    }

    private static boolean isOpaque(Pattern pattern, Rect cell) {
        int opaque = 0;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            if (pattern.spans[i] >= cell.y() && pattern.spans[i] < cell.bottom()) {
                int left = Math.max(cell.x(), pattern.spans[i + 1]);
                opaque += Math.max(0, Math.min(cell.right(), pattern.spans[i + 2]) - left);
            }
        }
        return !cell.isEmpty() && opaque == cell.width() * cell.height();
    }
}
