package io.deskmeter.agent.pairing;

import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of a code: a fixed square by which it is found, and on its right the code's bits as cells, black for a
 * set bit. Cells are larger than JPEG's blocks of 8×8 pixels, and black or white, so they are readable in any encoding.
 */
public final class PairingPicture {
    /** The size of a cell in pixels. */
    static final int CELL = 12;

    static final int ROWS = 6;
    /** The square's side. */
    public static final int SIDE = ROWS * CELL;

    static final int COLUMNS = PairingCode.BITS / ROWS;
    /** From the square's left edge to that of the cells. */
    static final int CELLS_X = SIDE + CELL;

    /** Around the square and the cells. */
    public static final int MARGIN = CELL;

    /** In pixels. */
    public static final int WIDTH = MARGIN + CELLS_X + COLUMNS * CELL + MARGIN;
    /** In pixels. */
    public static final int HEIGHT = MARGIN + SIDE + MARGIN;

    /** No two rows or columns are equal, and none is of one colour, so it matches only at its place. */
    private static final String[] SQUARE = {
        "######", //
        "#.#..#", //
        "##.#.#", //
        "#..###", //
        "#.#.##", //
        "###..#",
    };

    private PairingPicture() {}

    /** The picture for a window. */
    public static UserDisplay.Picture of(PairingCode code) {
        List<Rect> black = new ArrayList<>(square(MARGIN));
        boolean[] bits = code.bits();
        for (int i = 0; i < bits.length; i++) {
            if (bits[i]) {
                Rect cell = cell(i);
                black.add(new Rect(MARGIN + cell.x(), MARGIN + cell.y(), CELL, CELL));
            }
        }
        return new UserDisplay.Picture(WIDTH, HEIGHT, black);
    }

    /** The black cells of the square, as offsets from the top left. */
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
