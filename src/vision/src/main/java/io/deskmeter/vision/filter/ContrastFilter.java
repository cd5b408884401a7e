package io.deskmeter.vision.filter;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * For patterns that are too small for the stored blocks: finds the parts of a picture with enough contrast for a match.
 * The energy of a place is at most that of the blocks that cover it.
 */
public final class ContrastFilter {
    private static final int BAND = 4 * ScreenSums.BLOCK;
    /** The size of an even part that separates two parts with contrast. */
    private static final int GAP = 3;

    private final ScreenSums picture;
    private final Pattern pattern;
    private final BlockSums blockSums;
    private final Rect positions;
    private final List<Rect> parts = new ArrayList<>();

    public ContrastFilter(ScreenSums picture, Pattern pattern, BlockSums blockSums, Rect positions) {
        this.picture = picture;
        this.pattern = pattern;
        this.blockSums = blockSums;
        this.positions = positions;
    }

    public List<Rect> parts() {
        int right = blocks(positions.right() - 1 + pattern.width);
        int bottom = blocks(positions.bottom() - 1 + pattern.height);
        int left = positions.x() / ScreenSums.BLOCK;
        int top = positions.y() / ScreenSums.BLOCK;
        blockSums.fill(picture, ScreenSums.BLOCK, left, top, right, bottom);
        boolean[] busy = new boolean[blocks(positions.right()) - left];
        int from = positions.y();
        while (from < positions.bottom()) {
            int to = Math.min(positions.bottom(), (from / BAND + 1) * BAND);
            Arrays.fill(busy, false);
            for (int row = from / ScreenSums.BLOCK; row * ScreenSums.BLOCK < to; row++) {
                mark(busy, row - top);
            }
            addRuns(busy, left, from, to);
            from = to;
        }
        return parts;
    }

    private void mark(boolean[] busy, int row) {
        double least = pattern.energy / (Pattern.CONTRAST * Pattern.CONTRAST) * (1 - 1e-9);
        int wide = blocks(ScreenSums.BLOCK - 1 + pattern.width);
        int high = Math.min(blockSums.rows - row, blocks(ScreenSums.BLOCK - 1 + pattern.height));
        for (int column = 0; column < busy.length; column++) {
            if (!busy[column]) {
                busy[column] = energy(column, row, Math.min(wide, blockSums.columns - column), high) >= least;
            }
        }
    }

    private double energy(int column, int row, int wide, int high) {
        int x = (blockSums.left + column) * ScreenSums.BLOCK;
        int y = (blockSums.top + row) * ScreenSums.BLOCK;
        int right = Math.min(picture.width, x + wide * ScreenSums.BLOCK);
        int bottom = Math.min(picture.height, y + high * ScreenSums.BLOCK);
        int corner = row * blockSums.stride + column;
        double sum = blockSums.sum(corner, wide, high * blockSums.stride);
        double squares = blockSums.squares(corner, wide, high * blockSums.stride);
        return squares - sum * sum / ((right - x) * (bottom - y));
    }

    private void addRuns(boolean[] busy, int left, int from, int to) {
        int start = -1;
        int end = -1;
        for (int column = 0; column <= busy.length; column++) {
            boolean last = column == busy.length;
            if (start >= 0 && (last || (busy[column] && column - end > GAP))) {
                add(left + start, left + end, from, to);
                start = -1;
            }
            if (!last && busy[column]) {
                start = start < 0 ? column : start;
                end = column + 1;
            }
        }
    }

    private void add(int fromBlock, int toBlock, int from, int to) {
        int x = Math.max(positions.x(), fromBlock * ScreenSums.BLOCK);
        int right = Math.min(positions.right(), toBlock * ScreenSums.BLOCK);
        parts.add(new Rect(x, from, right - x, to - from));
    }

    private static int blocks(int pixels) {
        return (pixels + ScreenSums.BLOCK - 1) / ScreenSums.BLOCK;
    }
}
