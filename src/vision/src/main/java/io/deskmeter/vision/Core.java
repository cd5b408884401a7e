package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The largest rectangle of a pattern in which all pixels count, of at most {@link Sums#LARGEST} pixels. */
final class Core {
    private Core() {}

    static Rect of(Pattern pattern) {
        int[] heights = new int[pattern.width + 1];
        boolean[] opaque = new boolean[pattern.width];
        Rect best = new Rect(0, 0, 0, 0);
        int span = 0;
        for (int y = 0; y < pattern.height; y++) {
            Arrays.fill(opaque, false);
            for (; span < pattern.spans.length && pattern.spans[span] == y; span += 3) {
                Arrays.fill(opaque, pattern.spans[span + 1], pattern.spans[span + 2], true);
            }
            for (int x = 0; x < pattern.width; x++) {
                heights[x] = opaque[x] ? heights[x] + 1 : 0;
            }
            best = larger(best, largestUnder(heights, y));
        }
        return crop(best);
    }

    /** The largest rectangle that stands on the row: columns wait on a stack until a lower one ends them. */
    private static Rect largestUnder(int[] heights, int row) {
        Deque<Integer> rising = new ArrayDeque<>();
        Rect best = new Rect(0, 0, 0, 0);
        for (int x = 0; x < heights.length; x++) {
            while (!rising.isEmpty() && heights[rising.peek()] >= heights[x]) {
                int tall = heights[rising.pop()];
                int left = rising.isEmpty() ? 0 : rising.peek() + 1;
                best = larger(best, new Rect(left, row - tall + 1, x - left, tall));
            }
            rising.push(x);
        }
        return best;
    }

    private static Rect larger(Rect a, Rect b) {
        return b.width() * b.height() > a.width() * a.height() ? b : a;
    }

    private static Rect crop(Rect rect) {
        int width = Math.min(rect.width(), Sums.LARGEST / Math.max(1, Math.min(rect.height(), 256)));
        int height = Math.min(rect.height(), Sums.LARGEST / Math.max(1, width));
        return new Rect(rect.x() + (rect.width() - width) / 2, rect.y() + (rect.height() - height) / 2, width, height);
    }
}
