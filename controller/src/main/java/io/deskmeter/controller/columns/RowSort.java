package io.deskmeter.controller.columns;

import java.util.function.IntToLongFunction;

/** Sorts places of timings by a key of each, without an object for each of a million. */
final class RowSort {
    private RowSort() {}

    /** A merge sort, so equal keys keep their order; {@link RunColumns#NONE} is last in both directions. */
    static int[] sorted(int[] rows, IntToLongFunction keys, boolean descending) {
        int[] from = rows.clone();
        int[] to = new int[rows.length];
        for (int width = 1; width < rows.length; width *= 2) {
            for (int begin = 0; begin < rows.length; begin += 2 * width) {
                int middle = Math.min(begin + width, rows.length);
                merge(from, to, begin, middle, Math.min(middle + width, rows.length), keys, descending);
            }
            int[] merged = to;
            to = from;
            from = merged;
            if (width > rows.length / 2) {
                break;
            }
        }
        return from;
    }

    private static void merge(
            int[] from, int[] to, int begin, int middle, int end, IntToLongFunction keys, boolean descending) {
        int left = begin;
        int right = middle;
        for (int i = begin; i < end; i++) {
            boolean takeLeft = right >= end
                    || (left < middle
                            && !before(keys.applyAsLong(from[right]), keys.applyAsLong(from[left]), descending));
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private static boolean before(long key, long other, boolean descending) {
        if (key == RunColumns.NONE || other == RunColumns.NONE) {
            return key != RunColumns.NONE && other == RunColumns.NONE;
        }
        return descending ? key > other : key < other;
    }
}
