package io.deskmeter.agent.evidence.tile;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.BitSet;

/** The division of a screen into tiles, row by row. */
public record TileGrid(int width, int height) {
    int columns() {
        return (width + Tile.WIDTH - 1) / Tile.WIDTH;
    }

    int rows() {
        return (height + Tile.HEIGHT - 1) / Tile.HEIGHT;
    }

    int tiles() {
        return columns() * rows();
    }

    boolean fits(Frame frame) {
        return frame.width() == width && frame.height() == height;
    }

    /** The region of a tile; tiles at the edges are cut off. */
    Rect place(int tile) {
        int x = tile % columns() * Tile.WIDTH;
        int y = tile / columns() * Tile.HEIGHT;
        return new Rect(x, y, Math.min(Tile.WIDTH, width - x), Math.min(Tile.HEIGHT, height - y));
    }

    /** Marks the tiles that a rectangle touches. */
    void mark(Rect rect, BitSet tiles) {
        Rect part = rect.intersection(new Rect(0, 0, width, height));
        if (part.isEmpty()) {
            return;
        }
        int first = part.x() / Tile.WIDTH;
        int last = (part.right() - 1) / Tile.WIDTH;
        for (int row = part.y() / Tile.HEIGHT; row <= (part.bottom() - 1) / Tile.HEIGHT; row++) {
            tiles.set(row * columns() + first, row * columns() + last + 1);
        }
    }

    /** Copies a tile out of a frame; black where it is cut off. */
    void read(Frame frame, int tile, int[] pixels) {
        Rect place = place(tile);
        if (place.width() < Tile.WIDTH || place.height() < Tile.HEIGHT) {
            Arrays.fill(pixels, 0);
        }
        for (int y = 0; y < place.height(); y++) {
            int from = (place.y() + y) * width + place.x();
            int to = y * Tile.WIDTH;
            for (int x = 0; x < place.width(); x++) {
                pixels[to + x] = frame.pixels()[from + x] & 0xFFFFFF;
            }
        }
    }

    /** Copies a tile into a frame. */
    void write(int[] pixels, int tile, Frame frame) {
        Rect place = place(tile);
        for (int y = 0; y < place.height(); y++) {
            int to = (place.y() + y) * width + place.x();
            System.arraycopy(pixels, y * Tile.WIDTH, frame.pixels(), to, place.width());
        }
    }
}
