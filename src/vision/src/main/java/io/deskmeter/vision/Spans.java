package io.deskmeter.vision;

import java.util.stream.IntStream;

/** The rows of a template's mask as runs of opaque pixels. */
final class Spans {
    /** A pixel with less alpha does not count. */
    static final int OPAQUE = 128;

    private Spans() {}

    /** Triples of row, first column and column after the last, from the top, from the left. */
    static int[] of(int[] argb, int width, int height) {
        IntStream.Builder spans = IntStream.builder();
        for (int y = 0; y < height; y++) {
            int x = 0;
            while (x < width) {
                int start = x;
                while (x < width && isOpaque(argb[y * width + x])) {
                    x++;
                }
                if (x > start) {
                    spans.add(y).add(start).add(x);
                } else {
                    x++;
                }
            }
        }
        return spans.build().toArray();
    }

    static boolean isOpaque(int argb) {
        return argb >>> 24 >= OPAQUE;
    }
}
