package io.deskmeter.vision.filter;

import io.deskmeter.vision.pixel.Pattern;

/** Summed-area tables of a pattern: greys, their squares, and pixels that count. */
final class PatternSums {
    private final int stride;
    private final long[] sums;
    private final long[] squares;
    private final int[] counts;

    PatternSums(Pattern pattern) {
        stride = pattern.width + 1;
        int entries = stride * (pattern.height + 1);
        sums = new long[entries];
        squares = new long[entries];
        counts = new int[entries];
        for (int i = 0; i < pattern.spans.length; i += 3) {
            for (int x = pattern.spans[i + 1]; x < pattern.spans[i + 2]; x++) {
                counts[(pattern.spans[i] + 1) * stride + x + 1] = 1;
            }
        }
        for (int y = 1; y <= pattern.height; y++) {
            for (int x = 1; x <= pattern.width; x++) {
                int at = y * stride + x;
                int value = pattern.grey[(y - 1) * pattern.width + x - 1] & 0xff;
                sums[at] = value + sums[at - 1] + sums[at - stride] - sums[at - stride - 1];
                squares[at] = (long) value * value + squares[at - 1] + squares[at - stride] - squares[at - stride - 1];
                counts[at] += counts[at - 1] + counts[at - stride] - counts[at - stride - 1];
            }
        }
    }

    long sum(int x, int y, int width, int height) {
        return over(sums, x, y, width, height);
    }

    long squares(int x, int y, int width, int height) {
        return over(squares, x, y, width, height);
    }

    boolean isOpaque(int x, int y, int width, int height) {
        int at = y * stride + x;
        int below = height * stride;
        return counts[at + below + width] - counts[at + below] - counts[at + width] + counts[at] == width * height;
    }

    private long over(long[] table, int x, int y, int width, int height) {
        int at = y * stride + x;
        int below = height * stride;
        return table[at + below + width] - table[at + below] - table[at + width] + table[at];
    }
}
