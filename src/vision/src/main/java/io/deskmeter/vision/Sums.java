package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.Arrays;

/**
 * Summed-area tables of a part of a grey picture and of its squares: the sum over any rectangle costs four reads.
 *
 * <p>Entries wrap around at 2³²; differences are right as long as a rectangle has at most {@link #LARGEST} pixels. The tables are scratch
 * memory, filled anew for every part.
 */
final class Sums {
    /** Pixels whose squares surely sum up to less than 2³². */
    static final int LARGEST = 1 << 16;

    Rect area = new Rect(0, 0, 0, 0);
    int stride = 1;
    int[] sums = new int[0];
    int[] squares = new int[0];

    void fill(Picture picture, Rect part) {
        area = part;
        stride = part.width() + 1;
        int size = stride * (part.height() + 1);
        if (sums.length < size) {
            sums = new int[size];
            squares = new int[size];
        }
        Arrays.fill(sums, 0, stride, 0);
        Arrays.fill(squares, 0, stride, 0);
        for (int row = 0; row < part.height(); row++) {
            fillRow(picture.grey, (part.y() + row) * picture.width + part.x(), (row + 1) * stride);
        }
    }

    private void fillRow(byte[] grey, int from, int to) {
        int[] s = sums;
        int[] q = squares;
        int rowSum = 0;
        int rowSquares = 0;
        s[to] = 0;
        q[to] = 0;
        for (int i = 1; i < stride; i++) {
            int value = grey[from + i - 1] & 0xff;
            rowSum += value;
            rowSquares += value * value;
            s[to + i] = s[to + i - stride] + rowSum;
            q[to + i] = q[to + i - stride] + rowSquares;
        }
    }
}
