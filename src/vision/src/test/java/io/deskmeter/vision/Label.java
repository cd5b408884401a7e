package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;
import java.util.Random;

/**
 * A landmark that differs little from others: strokes like words on a light ground, with a coloured mark; and details
 * that make it another picture.
 */
public final class Label {
    /** Where it is on a screen of the tests. */
    public static final Rect PLACE = new Rect(200, 100, 120, 40);

    private Label() {}

    public static BufferedImage drawn() {
        BufferedImage label = Drawing.blank(PLACE.width(), PLACE.height(), 0xf0f0f0);
        Random random = new Random(3);
        for (int x = 30; x < 112; x += 6) {
            Drawing.fill(label, new Rect(x, 12, 1, 14), 0x202020);
            Drawing.fill(label, new Rect(x, 12 + random.nextInt(12), 4, 2), 0x202020);
        }
        Drawing.fill(label, new Rect(8, 12, 12, 12), 0xe60000);
        return label;
    }

    public static void dot(BufferedImage on) {
        Drawing.fill(on, new Rect(113, 24, 2, 2), 0x202020);
    }

    public static void glyph(BufferedImage on) {
        Drawing.fill(on, new Rect(60, 18, 5, 2), 0x202020);
    }

    public static void line(BufferedImage on) {
        Drawing.fill(on, new Rect(30, 29, 24, 1), 0x404040);
    }

    /** A line above and one below. */
    public static void frame(BufferedImage on, int colour) {
        Drawing.fill(on, new Rect(3, 3, 114, 1), colour);
        Drawing.fill(on, new Rect(3, 36, 114, 1), colour);
    }
}
