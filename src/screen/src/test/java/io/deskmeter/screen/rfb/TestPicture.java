package io.deskmeter.screen.rfb;

import java.io.IOException;
import java.util.Random;

/** A picture that uses all features of the encodings: noise, gradients, few colours, one colour, and a copied part. */
final class TestPicture {
    static final int WIDTH = 640;
    static final int HEIGHT = 480;
    private static final int BLOCK_WIDTH = 160;
    private static final int BLOCK_HEIGHT = 120;
    private static final int[] FEW_COLOURS = {0xFF0000, 0x00FF00, 0x0000FF, 0x101010, 0xFEDCBA};

    private TestPicture() {}

    /** Draws it, and last of all its last pixel: 0xABCDEF. */
    static int[] draw(TinyX x) throws IOException {
        int[] truth = new int[WIDTH * HEIGHT];
        Random random = new Random(42);
        for (int block = 0; block < 16; block++) {
            int[] part = block(block, random);
            int left = block % 4 * BLOCK_WIDTH;
            int top = block / 4 * BLOCK_HEIGHT;
            x.image(part, left, top, BLOCK_WIDTH, BLOCK_HEIGHT);
            for (int row = 0; row < BLOCK_HEIGHT; row++) {
                System.arraycopy(part, row * BLOCK_WIDTH, truth, (top + row) * WIDTH + left, BLOCK_WIDTH);
            }
        }
        x.copy(10, 10, 40, 25, 200, 150);
        int[] before = truth.clone();
        for (int row = 0; row < 150; row++) {
            System.arraycopy(before, (10 + row) * WIDTH + 10, truth, (25 + row) * WIDTH + 40, 200);
        }
        x.fill(0xABCDEF, WIDTH - 1, HEIGHT - 1, 1, 1);
        truth[truth.length - 1] = 0xABCDEF;
        return truth;
    }

    private static int[] block(int block, Random random) {
        int[] part = new int[BLOCK_WIDTH * BLOCK_HEIGHT];
        for (int i = 0; i < part.length; i++) {
            part[i] = switch (block % 4) {
                case 0 -> random.nextInt(0x1000000);
                case 1 -> (i % BLOCK_WIDTH) << 16 | (i / BLOCK_WIDTH) << 8 | 0x7F;
                case 2 -> FEW_COLOURS[random.nextInt(2 + block / 4)];
                default -> FEW_COLOURS[i / 97 % 5];
            };
        }
        return part;
    }
}
