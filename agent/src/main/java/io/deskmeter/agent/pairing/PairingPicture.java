package io.deskmeter.agent.pairing;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.x11.OverlayWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of a code: a square by which it is found, always the same, and right of it the code's bits as cells, a black one for a bit that is set.
 * Cells are larger than the blocks of 8×8 pixels that JPEG rounds, and black or white, so any encoding leaves them readable.
 */
final class PairingPicture {
    /** Of a cell, in pixels. */
    static final int CELL = 12;

    static final int ROWS = 6;
    /** The square's side. */
    static final int SIDE = ROWS * CELL;

    static final int COLUMNS = PairingCode.BITS / ROWS;
    /** From the square's left edge to that of the cells. */
    static final int CELLS_X = SIDE + CELL;

    static final int MARGIN = CELL;
    static final int WIDTH = MARGIN + CELLS_X + COLUMNS * CELL + MARGIN;
    static final int HEIGHT = MARGIN + SIDE + MARGIN;

    /** No two rows or columns are alike, and none is of one colour, so it fits only where it is. */
    private static final String[] SQUARE = {
        "######", //
        "#.#..#", //
        "##.#.#", //
        "#..###", //
        "#.#.##", //
        "###..#",
    };

    private PairingPicture() {}

    /** For a window. */
    static OverlayWindow.Drawing of(PairingCode code) {
        List<Rect> black = new ArrayList<>(square(MARGIN));
        boolean[] bits = code.bits();
        for (int i = 0; i < bits.length; i++) {
            if (bits[i]) {
                Rect cell = cell(i);
                black.add(new Rect(MARGIN + cell.x(), MARGIN + cell.y(), CELL, CELL));
            }
        }
        return new OverlayWindow.Drawing(WIDTH, HEIGHT, black);
    }

    /** The black cells of the square, so far from the top left. */
    static List<Rect> square(int offset) {
        List<Rect> black = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < ROWS; column++) {
                if (SQUARE[row].charAt(column) == '#') {
                    black.add(new Rect(offset + column * CELL, offset + row * CELL, CELL, CELL));
                }
            }
        }
        return black;
    }

    /** The cell of a bit, from the square's top left. */
    static Rect cell(int bit) {
        return new Rect(CELLS_X + bit % COLUMNS * CELL, bit / COLUMNS * CELL, CELL, CELL);
    }
}
