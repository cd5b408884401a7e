package io.deskmeter.agent.evidence.tile;

import java.util.Arrays;

/** A part of a picture, compared by its pixels. The pixels of a stored tile never change. */
public final class Tile {
    static final int WIDTH = 64;
    static final int HEIGHT = 32;
    public static final int BYTES = WIDTH * HEIGHT * Integer.BYTES;

    private final int[] pixels;
    private final int hash;

    /** How many recorders hold it; owned by the store. */
    int users;

    /** @param pixels 0x00RRGGBB, not copied */
    Tile(int[] pixels) {
        this.pixels = pixels;
        this.hash = Arrays.hashCode(pixels);
    }

    int[] pixels() {
        return pixels;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tile tile && tile.hash == hash && Arrays.equals(tile.pixels, pixels);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
