package io.deskmeter.vision.pixel;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a matcher stores of a screen: for each block of 8×8 pixels a fingerprint of its colours, the sum of its greys
 * and that of their squares: 0.22 bytes for each pixel. The pixels themselves are read from the screen's own frame.
 *
 * <p>Damage is compared with the fingerprints, so that a screen that reports everything as damaged costs one read and
 * no search. A fingerprint has 64 bits. A change of one pixel always changes it, and so does every change of one grey;
 * other changes are missed with a probability of at most 2⁻³².
 */
public final class ScreenSums {
    /** Side of a block in pixels. */
    public static final int BLOCK = 8;

    /** For each 64 pixels a fingerprint of 8, a sum of 2, a sum of squares of 4. */
    public static final int BYTES_PER_100_PIXELS = 22;

    private static final int COLUMN_FACTOR = 0x9E3779B1;
    private static final long BLOCK_FACTOR = 0x9E3779B97F4A7C15L;

    public final int width;
    public final int height;
    public final int blockColumns;
    public final short[] blockSums;
    public final int[] blockSquares;
    private final int blockRows;
    private final long[] fingerprints;
    private Frame frame;
    private long paintings;
    /** Whether {@link #eightBits} is known for the pixels of the last update. */
    private boolean coloursKnown;

    private boolean eightBits;
    private int colourLooks;

    public ScreenSums(Frame frame, Lines lines) {
        this.frame = frame;
        paintings = frame.paintings();
        width = frame.width();
        height = frame.height();
        blockColumns = (width + BLOCK - 1) / BLOCK;
        blockRows = (height + BLOCK - 1) / BLOCK;
        blockSums = new short[blockColumns * blockRows];
        blockSquares = new int[blockColumns * blockRows];
        fingerprints = new long[blockColumns * blockRows];
        lines.reserve(width);
        for (int row = 0; row < blockRows; row++) {
            hashColumns(lines, row, 0, width);
            for (int column = 0; column < blockColumns; column++) {
                fingerprints[row * blockColumns + column] = fold(lines.hashes, column);
            }
            absorbBlocks(lines, row, 0, blockColumns);
        }
    }

    public Rect bounds() {
        return new Rect(0, 0, width, height);
    }

    public boolean sameSize(Frame other) {
        return other.width() == width && other.height() == height;
    }

    /** The screen's own pixels; the upper byte is undefined. */
    public int[] rgb() {
        return frame.pixels();
    }

    /** Updates the differing blocks within the damage; returns rectangles that contain all changed pixels. */
    public List<Rect> absorb(Frame next, List<Rect> damage, Lines lines) {
        frame = next;
        paintings = next.paintings();
        coloursKnown = false;
        lines.reserve(width);
        List<Rect> changed = new ArrayList<>();
        for (Rect rect : damage) {
            absorb(rect.intersection(bounds()), lines, changed);
        }
        return changed;
    }

    private void absorb(Rect rect, Lines lines, List<Rect> changed) {
        if (rect.isEmpty()) {
            return;
        }
        Rect run = new Rect(0, 0, 0, 0);
        for (int row = rect.y() / BLOCK; row * BLOCK < rect.bottom(); row++) {
            Rect band = absorbRow(rect, row, lines).intersection(rect);
            if (band.isEmpty()) {
                continue;
            }
            if (!run.isEmpty() && band.y() > run.bottom()) {
                changed.add(run);
                run = band;
            } else {
                run = run.isEmpty() ? band : run.union(band);
            }
        }
        if (!run.isEmpty()) {
            changed.add(run);
        }
    }

    /** From the first changed block of the row to the last. */
    private Rect absorbRow(Rect rect, int row, Lines lines) {
        int from = rect.x() / BLOCK;
        int to = (rect.right() + BLOCK - 1) / BLOCK;
        hashColumns(lines, row, from * BLOCK, Math.min(width, to * BLOCK));
        int first = to;
        int last = from;
        for (int column = from; column < to; column++) {
            long fingerprint = fold(lines.hashes, column);
            if (fingerprint != fingerprints[row * blockColumns + column]) {
                fingerprints[row * blockColumns + column] = fingerprint;
                first = Math.min(first, column);
                last = column + 1;
            }
        }
        if (first >= last) {
            return new Rect(0, 0, 0, 0);
        }
        absorbBlocks(lines, row, first, last);
        return new Rect(first * BLOCK, row * BLOCK, (last - first) * BLOCK, BLOCK);
    }

    /**
     * Whether the pixels are still those of the last update. Between updates a screen may already have painted a part
     * of the next one.
     */
    public boolean isCurrent() {
        return frame.paintings() == paintings;
    }

    /**
     * Whether all colours are among those of a display with 8 bits for a pixel. Looked at once for each update: many
     * places may ask. While the next update is being painted, the answer changes and is not kept.
     */
    public boolean hasEightBits() {
        if (coloursKnown && isCurrent()) {
            return eightBits;
        }
        coloursKnown = isCurrent();
        colourLooks++;
        eightBits = EightBitColours.areShownBy(rgb());
        return eightBits;
    }

    /** How often the colours have been looked at, to see the cost of searches. */
    public int colourLooks() {
        return colourLooks;
    }

    /** Copies the greys of a part of a row to the beginning of a line. */
    public void greys(int x, int y, int[] line, int count) {
        System.arraycopy(frame.pixels(), y * width + x, line, 0, count);
        Grey.of(line, line, 0, count);
    }

    /**
     * One hash for each column of pixels in a row of blocks: each step is a bijection, and the JVM can vectorise the
     * loop, because its arrays share one index.
     */
    private void hashColumns(Lines lines, int row, int from, int to) {
        int[] hashes = lines.hashes;
        int[] line = lines.pixels;
        int[] pixels = frame.pixels();
        Arrays.fill(hashes, from, to, 0);
        int bottom = Math.min(height, (row + 1) * BLOCK);
        for (int y = row * BLOCK; y < bottom; y++) {
            System.arraycopy(pixels, y * width + from, line, from, to - from);
            hashLine(line, hashes, from, to);
        }
    }

    private static void hashLine(int[] line, int[] hashes, int from, int to) {
        for (int x = from; x < to; x++) {
            int mixed = (hashes[x] ^ (line[x] & 0xffffff)) * COLUMN_FACTOR;
            hashes[x] = mixed ^ mixed >>> 15;
        }
    }

    private long fold(int[] hashes, int column) {
        long fingerprint = 0;
        int to = Math.min(width, (column + 1) * BLOCK);
        for (int x = column * BLOCK; x < to; x++) {
            fingerprint = (fingerprint ^ hashes[x]) * BLOCK_FACTOR;
            fingerprint ^= fingerprint >>> 32;
        }
        return fingerprint;
    }

    private void absorbBlocks(Lines lines, int row, int first, int last) {
        int from = first * BLOCK;
        int to = Math.min(width, last * BLOCK);
        Arrays.fill(lines.sums, from, to, 0);
        Arrays.fill(lines.squares, from, to, 0);
        int bottom = Math.min(height, (row + 1) * BLOCK);
        for (int y = row * BLOCK; y < bottom; y++) {
            System.arraycopy(frame.pixels(), y * width + from, lines.pixels, from, to - from);
            Grey.of(lines.pixels, lines.greys, from, to);
            addUp(lines.greys, lines.sums, lines.squares, from, to);
        }
        for (int column = first; column < last; column++) {
            int sum = 0;
            int square = 0;
            int right = Math.min(width, (column + 1) * BLOCK);
            for (int x = column * BLOCK; x < right; x++) {
                sum += lines.sums[x];
                square += lines.squares[x];
            }
            blockSums[row * blockColumns + column] = (short) sum;
            blockSquares[row * blockColumns + column] = square;
        }
    }

    private static void addUp(int[] greys, int[] sums, int[] squares, int from, int to) {
        for (int x = from; x < to; x++) {
            sums[x] += greys[x];
            squares[x] += greys[x] * greys[x];
        }
    }

    /** Rows of pixels that are added to the sums. */
    public static final class Lines {
        int[] pixels = new int[0];
        int[] hashes = new int[0];
        int[] greys = new int[0];
        int[] sums = new int[0];
        int[] squares = new int[0];

        void reserve(int width) {
            if (hashes.length < width) {
                pixels = new int[width];
                hashes = new int[width];
                greys = new int[width];
                sums = new int[width];
                squares = new int[width];
            }
        }
    }
}
