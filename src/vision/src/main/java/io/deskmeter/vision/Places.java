package io.deskmeter.vision;

import java.util.Arrays;

/** A growing list of places, each with the least energy that its picture can have. */
final class Places {
    private int[] xs = new int[256];
    private int[] ys = new int[256];
    private float[] energies = new float[256];
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

    float energy(int index) {
        return energies[index];
    }

    int capacity() {
        return xs.length;
    }

    void clear() {
        size = 0;
    }

    void add(int x, int y, float energy) {
        if (size == xs.length) {
            xs = Arrays.copyOf(xs, size * 2);
            ys = Arrays.copyOf(ys, size * 2);
            energies = Arrays.copyOf(energies, size * 2);
        }
        xs[size] = x;
        ys[size] = y;
        energies[size++] = energy;
    }
}
