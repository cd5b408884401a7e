package io.deskmeter.link.spool;

import java.util.Arrays;

/** Where in a segment each of its batches stands: four bytes per batch, for a spool may hold millions. */
final class Offsets {
    private int[] values = new int[16];
    private int size;

    void add(int offset) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size] = offset;
        size++;
    }

    int get(int index) {
        return values[index];
    }

    /** The first one behind that of an index which is a place, else the end. */
    int nextAfter(int index, int end) {
        for (int i = index + 1; i < size; i++) {
            if (values[i] >= 0) {
                return values[i];
            }
        }
        return end;
    }

    int size() {
        return size;
    }
}
