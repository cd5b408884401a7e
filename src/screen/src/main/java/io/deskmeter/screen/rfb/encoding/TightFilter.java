package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import java.util.Arrays;

/** How rows of Tight become pixels. */
sealed interface TightFilter {
    int rowBytes(int width);

    /** A rectangle of this width begins. */
    default void begin(int width) {}

    void row(byte[] data, int at, int[] target, int from, int width) throws ScreenException;

    /** Unfiltered pixels. */
    record Copy(PixelLayout layout) implements TightFilter {
        @Override
        public int rowBytes(int width) {
            return width * layout.bytes();
        }

        @Override
        public void row(byte[] data, int at, int[] target, int from, int width) {
            layout.pixels(data, at, target, from, width);
        }
    }

    /** Palette indexes: one bit each (from the high one down) if there are two colours, else a byte. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; lives for one rectangle
    record Palette(int[] colours) implements TightFilter {
        @Override
        public int rowBytes(int width) {
            return colours.length == 2 ? (width + 7) / 8 : width;
        }

        @Override
        public void row(byte[] data, int at, int[] target, int from, int width) throws ScreenException {
            if (colours.length == 2) {
                for (int i = 0; i < width; i++) {
                    target[from + i] = colours[(data[at + (i >> 3)] >> (7 - (i & 7))) & 1];
                }
                return;
            }
            for (int i = 0; i < width; i++) {
                int index = data[at + i] & 0xFF;
                if (index >= colours.length) {
                    throw new ScreenException(
                            "Tight: palette index " + index + " (expected: below " + colours.length + ")");
                }
                target[from + i] = colours[index];
            }
        }
    }

    /** Each colour as the difference from its prediction by the neighbours (left, above, above left). */
    final class Gradient implements TightFilter {
        private final PixelLayout layout;
        /** The row above, as unscaled colours, with one black pixel on its left. */
        private int[] above = new int[0];

        Gradient(PixelLayout layout) {
            this.layout = layout;
        }

        @Override
        public int rowBytes(int width) {
            return width * layout.bytes();
        }

        @Override
        public void begin(int width) {
            if (above.length <= width) {
                above = new int[width + 1];
            } else {
                Arrays.fill(above, 0);
            }
        }

        @Override
        public void row(byte[] data, int at, int[] target, int from, int width) {
            int left = 0;
            int aboveLeft = 0;
            for (int i = 0; i < width; i++) {
                int up = above[i + 1];
                int coded = layout.colours(data, at + i * layout.bytes());
                int colours = colour(16, coded, left, up, aboveLeft)
                        | colour(8, coded, left, up, aboveLeft)
                        | colour(0, coded, left, up, aboveLeft);
                target[from + i] = layout.spread(colours);
                above[i + 1] = colours;
                aboveLeft = up;
                left = colours;
            }
        }

        private int colour(int shift, int coded, int left, int up, int aboveLeft) {
            int max = layout.maxima() >> shift & 0xFF;
            int expected = (left >> shift & 0xFF) + (up >> shift & 0xFF) - (aboveLeft >> shift & 0xFF);
            return ((coded >> shift & 0xFF) + Math.max(0, Math.min(max, expected)) & max) << shift;
        }
    }
}
