package io.deskmeter.agent.dock;

import io.deskmeter.screen.Rect;

/**
 * The layout of a dock, in its own coordinates: tiles in as few rows as possible, with a line of text above them.
 *
 * @param tiles the number of tiles
 * @param columns in a row
 */
record DockLayout(int tiles, int columns) {
    static final int WORDS = 24;
    private static final int MARGIN = 10;
    private static final int GAP = 12;
    private static final int LABEL = 22;
    /** The free space beside the dock. */
    private static final int BESIDE = 8;

    private static final int STEP_X = TilePicture.SIDE + 2 * GAP;
    private static final int STEP_Y = TilePicture.SIDE + LABEL;

    /** For a screen of this width. */
    static DockLayout of(int tiles, int screenWidth) {
        int fit = Math.max(1, (screenWidth - 2 * BESIDE - 2 * MARGIN) / STEP_X);
        int rows = (tiles + fit - 1) / fit;
        return new DockLayout(tiles, (tiles + rows - 1) / rows);
    }

    int width() {
        return 2 * MARGIN + columns * STEP_X;
    }

    int height() {
        int rows = (tiles + columns - 1) / columns;
        return WORDS + rows * STEP_Y + MARGIN;
    }

    /** The picture of a tile. */
    Rect art(int tile) {
        return new Rect(
                MARGIN + tile % columns * STEP_X + GAP,
                WORDS + tile / columns * STEP_Y,
                TilePicture.SIDE,
                TilePicture.SIDE);
    }

    /** A tile with its label: the area that can be clicked. */
    Rect cell(int tile) {
        Rect art = art(tile);
        return new Rect(art.x() - GAP, art.y(), STEP_X, STEP_Y);
    }

    /** The tile at a position; −1 if there is none. */
    int tileAt(int x, int y) {
        for (int tile = 0; tile < tiles; tile++) {
            Rect cell = cell(tile);
            if (x >= cell.x() && x < cell.x() + cell.width() && y >= cell.y() && y < cell.y() + cell.height()) {
                return tile;
            }
        }
        return -1;
    }
}
