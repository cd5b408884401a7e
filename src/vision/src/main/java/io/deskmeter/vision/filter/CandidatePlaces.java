package io.deskmeter.vision.filter;

import java.util.Arrays;

/** A growing list of places, each with a lower bound of its picture's energy and an upper bound of its correlation. */
public final class CandidatePlaces {
    private int[] xs = new int[256];
    private int[] ys = new int[256];
    private float[] energies = new float[256];
    private float[] bounds = new float[256];
    private int size;

    public int size() {
        return size;
    }

    public int x(int index) {
        return xs[index];
    }

    public int y(int index) {
        return ys[index];
    }

    public float energy(int index) {
        return energies[index];
    }

    public float bound(int index) {
        return bounds[index];
    }

    /** The indices, in descending order of their bounds. */
    public int[] byBound() {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = (long) -Float.floatToIntBits(Math.max(0f, bounds[i])) << 32 | i;
        }
        Arrays.sort(keys);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = (int) keys[i];
        }
        return order;
    }

    int capacity() {
        return xs.length;
    }

    public void clear() {
        size = 0;
    }

    void add(int x, int y, float energy, float bound) {
        if (size == xs.length) {
            xs = Arrays.copyOf(xs, size * 2);
            ys = Arrays.copyOf(ys, size * 2);
            energies = Arrays.copyOf(energies, size * 2);
            bounds = Arrays.copyOf(bounds, size * 2);
        }
        xs[size] = x;
        ys[size] = y;
        energies[size] = energy;
        bounds[size++] = bound;
    }
}
