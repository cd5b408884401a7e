package io.deskmeter.bench.search.platform;

import java.util.Arrays;

/** Codes ordered by a time: a binary heap without objects, because simulations spend most of their time here. */
final class EventHeap {
    private double[] times = new double[64];
    private int[] codes = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The smallest time, infinite if there is none. */
    double time() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    void add(double time, int code) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            codes = Arrays.copyOf(codes, size * 2);
        }
        int at = size;
        size++;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (times[parent] <= time) {
                break;
            }
            times[at] = times[parent];
            codes[at] = codes[parent];
            at = parent;
        }
        times[at] = time;
        codes[at] = code;
    }

    /** Removes the code with the smallest time. */
    int remove() {
        int first = codes[0];
        size--;
        double time = times[size];
        int code = codes[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (time <= times[child]) {
                break;
            }
            times[at] = times[child];
            codes[at] = codes[child];
            at = child;
        }
        times[at] = time;
        codes[at] = code;
        return first;
    }
}
