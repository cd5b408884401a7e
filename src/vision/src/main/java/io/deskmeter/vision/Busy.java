package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * For patterns that are too small for the kept blocks: the parts of a picture that are not too even to hold a match. The energy of a place is at
 * most that of the blocks that cover it.
 */
final class Busy {
    private static final int BAND = 4 * Picture.BLOCK;
    /** An even part between two busy ones that parts them. */
    private static final int GAP = 3;

    private final Picture picture;
    private final Pattern pattern;
    private final Lattice lattice;
    private final Rect positions;
    private final List<Rect> parts = new ArrayList<>();

    Busy(Picture picture, Pattern pattern, Lattice lattice, Rect positions) {
        this.picture = picture;
        this.pattern = pattern;
        this.lattice = lattice;
        this.positions = positions;
    }

    List<Rect> parts() {
        int right = blocks(positions.right() - 1 + pattern.width);
        int bottom = blocks(positions.bottom() - 1 + pattern.height);
        int left = positions.x() / Picture.BLOCK;
        int top = positions.y() / Picture.BLOCK;
        lattice.fill(picture, Picture.BLOCK, left, top, right, bottom);
        boolean[] busy = new boolean[blocks(positions.right()) - left];
        int from = positions.y();
        while (from < positions.bottom()) {
            int to = Math.min(positions.bottom(), (from / BAND + 1) * BAND);
            java.util.Arrays.fill(busy, false);
            for (int row = from / Picture.BLOCK; row * Picture.BLOCK < to; row++) {
                mark(busy, row - top);
            }
            addRuns(busy, left, from, to);
            from = to;
        }
        return parts;
    }

    private void mark(boolean[] busy, int row) {
        double least = pattern.energy / (Pattern.CONTRAST * Pattern.CONTRAST) * (1 - 1e-9);
        int wide = blocks(Picture.BLOCK - 1 + pattern.width);
        int high = Math.min(lattice.rows - row, blocks(Picture.BLOCK - 1 + pattern.height));
        for (int column = 0; column < busy.length; column++) {
            if (!busy[column]) {
                busy[column] = energy(column, row, Math.min(wide, lattice.columns - column), high) >= least;
            }
        }
    }

    private double energy(int column, int row, int wide, int high) {
        int x = (lattice.left + column) * Picture.BLOCK;
        int y = (lattice.top + row) * Picture.BLOCK;
        int right = Math.min(picture.width, x + wide * Picture.BLOCK);
        int bottom = Math.min(picture.height, y + high * Picture.BLOCK);
        int corner = row * lattice.stride + column;
        double sum = lattice.sum(corner, wide, high * lattice.stride);
        double squares = lattice.squares(corner, wide, high * lattice.stride);
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
        int x = Math.max(positions.x(), fromBlock * Picture.BLOCK);
        int right = Math.min(positions.right(), toBlock * Picture.BLOCK);
        parts.add(new Rect(x, from, right - x, to - from));
    }

    private static int blocks(int pixels) {
        return (pixels + Picture.BLOCK - 1) / Picture.BLOCK;
    }
}
