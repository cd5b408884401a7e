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

    /** Fills the table of sums; that of the squares is left for {@link #fillSquares}, since few parts need it. */
    void fill(Picture picture, Rect part) {
        area = part;
        stride = part.width() + 1;
        int size = stride * (part.height() + 1);
        sums = sums.length < size ? new int[size] : sums;
        Arrays.fill(sums, 0, stride, 0);
        for (int row = 0; row < part.height(); row++) {
            int from = (part.y() + row) * picture.width + part.x();
            int to = (row + 1) * stride;
            int rowSum = 0;
            sums[to] = 0;
            for (int i = 1; i < stride; i++) {
                rowSum += picture.grey[from + i - 1] & 0xff;
                sums[to + i] = sums[to + i - stride] + rowSum;
            }
        }
    }

    /** Fills the table of squares for the same part. */
    void fillSquares(Picture picture) {
        int size = stride * (area.height() + 1);
        squares = squares.length < size ? new int[size] : squares;
        Arrays.fill(squares, 0, stride, 0);
        for (int row = 0; row < area.height(); row++) {
            int from = (area.y() + row) * picture.width + area.x();
            int to = (row + 1) * stride;
            int rowSum = 0;
            squares[to] = 0;
            for (int i = 1; i < stride; i++) {
                int value = picture.grey[from + i - 1] & 0xff;
                rowSum += value * value;
                squares[to + i] = squares[to + i - stride] + rowSum;
            }
        }
    }

    /** The sum over a rectangle by the index of its top left corner, its width, and its height times the stride. */
    static int sum(int[] table, int corner, int right, int below) {
        return table[corner + below + right] - table[corner + below] - table[corner + right] + table[corner];
    }
}
