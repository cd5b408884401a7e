package io.deskmeter.workloads.make.picture;

import java.util.Random;

/**
 * Small pictures that nothing else on a screen looks like: a dark frame around tiles whose brightness follows a random
 * pattern and whose hue belongs to the landmark. Tiles of 20 pixels survive the coarse levels of an image pyramid, and
 * a picture that is painted one pixel too narrow.
 */
public final class DrawnLandmark {
    public static final int WIDTH = 136;
    public static final int HEIGHT = 72;
    private static final int TILE = 20;
    private static final int FRAME_X = 8;
    private static final int FRAME_Y = 6;
    private static final int DARK = 0x20242c;

    private DrawnLandmark() {}

    /** The seed alone decides the pattern and the colours. */
    public static Picture of(long seed) {
        Random random = new Random(seed * 7919);
        float hue = random.nextInt(360) / 360f;
        Picture picture = Picture.blank(WIDTH, HEIGHT, DARK);
        for (int y = FRAME_Y; y + TILE <= HEIGHT - FRAME_Y; y += TILE) {
            for (int x = FRAME_X; x + TILE <= WIDTH - FRAME_X; x += TILE) {
                picture.fill(x, y, TILE, TILE, tile(random, hue));
            }
        }
        return picture;
    }

    /** Light, middle or dark; every fifth tile has the opposite hue. */
    private static int tile(Random random, float hue) {
        int level = random.nextInt(3);
        boolean opposite = random.nextInt(5) == 0;
        return Colours.hsb(opposite ? hue + 0.5f : hue, 0.25f + 0.3f * (2 - level), 0.35f + 0.3f * level);
    }
}
