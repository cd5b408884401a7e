package io.deskmeter.vision.pixel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The rows of a template's mask as runs of opaque pixels. */
public final class OpaqueRuns {
    /** A pixel with less alpha does not count. */
    public static final int OPAQUE = 128;

    private OpaqueRuns() {}

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

    /** Sorts the runs by the weight of their pixels, in descending order. */
    static void sort(int[] spans, IntToDoubleFunction weight, int width) {
        int[] sorted = IntStream.range(0, spans.length / 3)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer span) -> -weightOf(spans, 3 * span, weight, width)))
                .flatMapToInt(span -> Arrays.stream(spans, 3 * span, 3 * span + 3))
                .toArray();
        System.arraycopy(sorted, 0, spans, 0, spans.length);
    }

    private static double weightOf(int[] spans, int at, IntToDoubleFunction weight, int width) {
        return IntStream.range(spans[at] * width + spans[at + 1], spans[at] * width + spans[at + 2])
                .mapToDouble(weight)
                .sum();
    }

    public static boolean isOpaque(int argb) {
        return argb >>> 24 >= OPAQUE;
    }
}
