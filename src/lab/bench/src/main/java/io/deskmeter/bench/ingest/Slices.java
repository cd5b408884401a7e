package io.deskmeter.bench.ingest;

import java.util.ArrayList;
import java.util.List;

/** Divides rows evenly. */
final class Slices {
    private Slices() {}

    /**
     * All rows in their order, in that many parts; some are empty where there are fewer rows.
     *
     * @throws IllegalArgumentException if the number is not positive
     */
    static <R> List<List<R>> of(List<R> rows, int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts: " + parts + " (expected: >= 1)");
        }
        List<List<R>> slices = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int from = (int) ((long) rows.size() * i / parts);
            int to = (int) ((long) rows.size() * (i + 1) / parts);
            slices.add(rows.subList(from, to));
        }
        return slices;
    }
}
