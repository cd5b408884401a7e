package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A landmark made of the backgrounds of cells, 8 columns by 3 rows: it is on the screen only where the sheet has
 * computed exactly these values.
 *
 * @param codes colour of each cell, row by row: 1 to 4, an index into {@link #COLOURS}
 */
record CellPattern(List<Integer> codes) {
    static final int COLUMNS = 8;
    static final int ROWS = 3;
    static final int CELL_WIDTH = 24;
    static final int CELL_HEIGHT = 20;
    /** Far apart in brightness, so that patterns also differ in grey. */
    static final List<Integer> COLOURS = List.of(0x1f3b73, 0xf2c14e, 0xb5382f, 0xd9f0d3);

    CellPattern {
        codes = List.copyOf(codes);
    }

    static CellPattern of(long seed) {
        Random random = new Random(seed * 104729);
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < COLUMNS * ROWS; i++) {
            codes.add(1 + random.nextInt(COLOURS.size()));
        }
        return new CellPattern(codes);
    }

    int code(int row, int column) {
        return codes.get(row * COLUMNS + column);
    }

    Picture picture() {
        Picture picture = Picture.blank(COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT, 0xffffff);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                int colour = COLOURS.get(code(row, column) - 1);
                picture.fill(column * CELL_WIDTH, row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT, colour);
            }
        }
        return picture;
    }
}
