package io.deskmeter.link.spool;

import java.util.Arrays;

/** The offset of each batch in a segment: four bytes per batch, because a spool may contain millions. */
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

    /** The first valid offset after that of an index, else the end. */
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
