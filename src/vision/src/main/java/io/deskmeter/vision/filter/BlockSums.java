package io.deskmeter.vision.filter;

import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Arrays;

/**
 * Summed-area tables over square blocks of a part of a picture: the sum of the greys, or of their squares, over any
 * rectangle of blocks takes four reads. Blocks lie at multiples of their size from the picture's corner.
 */
final class BlockSums {
    private static final int LARGE = 1 << 19;

    /** Side of a block in pixels. */
    int size = 1;
    /** The part, in blocks. */
    int left;

    int top;
    int columns;
    int rows;
    /** Entries of a row of the tables. */
    int stride = 1;

    int[] sums = new int[0];
    long[] squares = new long[0];
    private int[] line = new int[0];
    private int[] columnSums = new int[0];
    private int[] columnSquares = new int[0];

    void fill(ScreenSums picture, int blockSize, int fromColumn, int fromRow, int toColumn, int toRow) {
        size = blockSize;
        left = fromColumn;
        top = fromRow;
        columns = toColumn - fromColumn;
        rows = toRow - fromRow;
        stride = columns + 1;
        int entries = stride * (rows + 1);
        if (sums.length < entries) {
            sums = new int[entries];
            squares = new long[entries];
        }
        Arrays.fill(sums, 0, stride, 0);
        Arrays.fill(squares, 0, stride, 0);
        for (int row = 0; row < rows; row++) {
            if (size == ScreenSums.BLOCK) {
                addKept(picture, row);
            } else {
                addGreys(picture, row);
            }
        }
    }

    private void addKept(ScreenSums picture, int row) {
        int from = (top + row) * picture.blockColumns + left;
        int to = (row + 1) * stride;
        int sum = 0;
        long square = 0;
        sums[to] = 0;
        squares[to] = 0;
        for (int i = 0; i < columns; i++) {
            sum += picture.blockSums[from + i];
            square += picture.blockSquares[from + i];
            sums[to + i + 1] = sums[to + i + 1 - stride] + sum;
            squares[to + i + 1] = squares[to + i + 1 - stride] + square;
        }
    }

    /** Line by line, so that the JVM can vectorise the loops for squares and column sums. */
    private void addGreys(ScreenSums picture, int row) {
        int width = columns * size;
        if (line.length < width) {
            line = new int[width];
            columnSums = new int[width];
            columnSquares = new int[width];
        }
        Arrays.fill(columnSums, 0, width, 0);
        Arrays.fill(columnSquares, 0, width, 0);
        for (int y = 0; y < size; y++) {
            picture.greys(left * size, (top + row) * size + y, line, width);
            addUp(line, columnSums, columnSquares, width);
        }
        int to = (row + 1) * stride;
        int sum = 0;
        long square = 0;
        sums[to] = 0;
        squares[to] = 0;
        for (int i = 1, x = 0; i <= columns; i++) {
            int blockSquares = 0;
            for (int end = x + size; x < end; x++) {
                sum += columnSums[x];
                blockSquares += columnSquares[x];
            }
            square += blockSquares;
            sums[to + i] = sums[to + i - stride] + sum;
            squares[to + i] = squares[to + i - stride] + square;
        }
    }

    private static void addUp(int[] line, int[] columnSums, int[] columnSquares, int width) {
        for (int x = 0; x < width; x++) {
            columnSums[x] += line[x];
            columnSquares[x] += line[x] * line[x];
        }
    }

    /** The sum over a rectangle by the index of its top left corner, its width, and its height times the stride. */
    int sum(int corner, int right, int below) {
        return sums[corner + below + right] - sums[corner + below] - sums[corner + right] + sums[corner];
    }

    long squares(int corner, int right, int below) {
        return squares[corner + below + right] - squares[corner + below] - squares[corner + right] + squares[corner];
    }

    void shrink() {
        if (sums.length > LARGE) {
            sums = new int[0];
            squares = new long[0];
        }
    }
}
