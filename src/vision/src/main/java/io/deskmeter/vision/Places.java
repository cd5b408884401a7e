package io.deskmeter.vision;

import java.util.Arrays;

/** A growing list of places. */
final class Places {
    private int[] xs = new int[256];
    private int[] ys = new int[256];
    private int size;

    int size() {
        return size;
    }

    int x(int index) {
        return xs[index];
    }

    int y(int index) {
        return ys[index];
    }

    /** Keeps the first so many. */
    void truncate(int length) {
        size = length;
    }

    /** Overwrites the place at one index with that at a later one. */
    void move(int from, int to) {
        xs[to] = xs[from];
        ys[to] = ys[from];
    }

    void clear() {
        size = 0;
    }

    void add(int x, int y) {
        if (size == xs.length) {
            xs = Arrays.copyOf(xs, size * 2);
            ys = Arrays.copyOf(ys, size * 2);
        }
        xs[size] = x;
        ys[size++] = y;
    }
}
