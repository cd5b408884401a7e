package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import java.util.Arrays;

/** One tile of ZRLE: a byte contains its encoding and the size of its palette. */
final class ZrleTile {
    private static final int RAW = 0;
    private static final int SOLID = 1;
    private static final int MAX_PACKED = 16;
    private static final int PLAIN_RUNS = 128;
    private static final int MIN_PALETTE_RUNS = 130;

    private final ZlibStream in;
    private final PixelLayout layout;
    private final int[] palette = new int[127];

    ZrleTile(ZlibStream in, PixelLayout layout) {
        this.in = in;
        this.layout = layout;
    }

    void decode(Canvas canvas, int x, int y, int width, int height) throws ScreenException {
        int kind = in.u8();
        if (kind == RAW) {
            raw(canvas, x, y, width, height);
        } else if (kind == SOLID) {
            canvas.fill(x, y, width, height, in.pixel(layout));
        } else if (kind <= MAX_PACKED) {
            readPalette(kind);
            packed(canvas, x, y, width, height, kind);
        } else if (kind == PLAIN_RUNS) {
            runs(canvas, x, y, width, height, 0);
        } else if (kind >= MIN_PALETTE_RUNS) {
            readPalette(kind - PLAIN_RUNS);
            runs(canvas, x, y, width, height, kind - PLAIN_RUNS);
        } else {
            throw new ScreenException("ZRLE: tile of kind " + kind + " (expected: 0 to 16, 128, or 130 to 255)");
        }
    }

    private void readPalette(int size) throws ScreenException {
        for (int i = 0; i < size; i++) {
            palette[i] = in.pixel(layout);
        }
    }

    private void raw(Canvas canvas, int x, int y, int width, int height) throws ScreenException {
        int[] pixels = canvas.pixels();
        for (int row = y; row < y + height; row++) {
            in.pixels(layout, pixels, row * canvas.width() + x, width);
        }
    }

    /** Indexes of 1, 2 or 4 bits, from the high bits down; each row starts on a byte. */
    private void packed(Canvas canvas, int x, int y, int width, int height, int size) throws ScreenException {
        int bits = size == 2 ? 1 : size <= 4 ? 2 : 4;
        int mask = (1 << bits) - 1;
        int[] pixels = canvas.pixels();
        for (int row = y; row < y + height; row++) {
            int from = row * canvas.width() + x;
            int packed = 0;
            int left = 0;
            for (int i = from; i < from + width; i++) {
                if (left == 0) {
                    packed = in.u8();
                    left = 8;
                }
                left -= bits;
                pixels[i] = colour(packed >> left & mask, size);
            }
        }
    }

    /** Runs continue across rows; with a palette, an index without its high bit is a run of one. */
    private void runs(Canvas canvas, int x, int y, int width, int height, int size) throws ScreenException {
        int total = width * height;
        for (int done = 0; done < total; ) {
            int colour;
            int run;
            if (size == 0) {
                colour = in.pixel(layout);
                run = runLength();
            } else {
                int index = in.u8();
                colour = colour(index & 127, size);
                run = (index & 128) == 0 ? 1 : runLength();
            }
            if (run > total - done) {
                throw new ScreenException("ZRLE: run of " + run + " pixels (expected: at most " + (total - done) + ")");
            }
            fillRun(canvas, x, y, width, done, run, colour);
            done += run;
        }
    }

    private static void fillRun(Canvas canvas, int x, int y, int width, int done, int run, int colour) {
        int at = done;
        int end = done + run;
        while (at < end) {
            int column = at % width;
            int count = Math.min(width - column, end - at);
            int from = (y + at / width) * canvas.width() + x + column;
            Arrays.fill(canvas.pixels(), from, from + count, colour);
            at += count;
        }
    }

    /** One more than the sum of the bytes up to and including the first below 255. */
    private int runLength() throws ScreenException {
        int length = 1;
        int part;
        do {
            part = in.u8();
            length += part;
        } while (part == 255 && length <= 64 * 64);
        return length;
    }

    private int colour(int index, int size) throws ScreenException {
        if (index >= size) {
            throw new ScreenException("ZRLE: palette index " + index + " (expected: below " + size + ")");
        }
        return palette[index];
    }
}
