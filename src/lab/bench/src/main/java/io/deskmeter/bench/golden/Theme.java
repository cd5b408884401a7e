package io.deskmeter.bench.golden;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.Random;

/**
 * The appearance of a desktop behind the landmarks. Text is drawn as strokes, so that pictures do not depend on a
 * machine's fonts.
 */
public enum Theme {
    LIGHT(0xd0d4d8, 0x3465a4, 0xffffff, 0x000000),
    DARK(0x202124, 0x303238, 0x2b2b2b, 0xd8d8d8),
    CONTRAST(0x000000, 0x800080, 0x000000, 0xffff00),
    PHOTO(0x406080, 0x203040, 0xf4f0e8, 0x202020);

    private final Color ground;
    private final Color bar;
    private final Color page;
    private final Color ink;

    Theme(int ground, int bar, int page, int ink) {
        this.ground = new Color(ground);
        this.bar = new Color(bar);
        this.page = new Color(page);
        this.ink = new Color(ink);
    }

    /**
     * A desktop with a window, its tool bar, a page full of words and a picture.
     *
     * @param width in pixels
     * @param height in pixels
     * @param scale of the display, 1 for 100 %
     */
    public BufferedImage draw(int width, int height, double scale, long seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.scale(scale, scale);
        int w = (int) Math.ceil(width / scale);
        int h = (int) Math.ceil(height / scale);
        g.setColor(ground);
        g.fillRect(0, 0, w, h);
        if (this == PHOTO) {
            hills(g, random, w, h);
        }
        g.setColor(bar);
        g.fillRect(0, 0, w, 24);
        icons(g, random, w);
        g.setColor(page);
        g.fillRect(w / 10, 60, w * 7 / 10, h);
        g.setPaint(new GradientPaint(0, h / 2f, new Color(0x204080), w, h, new Color(0xf0e0a0)));
        g.fillRect(w / 2, h / 2, w / 4, h / 3);
        g.setColor(ink);
        for (int y = 72; y < h; y += 15) {
            words(g, random, w / 10 + 10, w / 2 - 12, y);
        }
        g.dispose();
        return image;
    }

    private static void hills(Graphics2D g, Random random, int w, int h) {
        for (int i = 0; i < 160; i++) {
            int size = 20 + random.nextInt(240);
            int x = random.nextInt(w);
            int y = random.nextInt(h);
            Color from = new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256), 90);
            g.setPaint(new GradientPaint(x, y, from, x + size, y + size, new Color(40, 60, 80, 30)));
            g.fillOval(x - size / 2, y - size / 2, size, size);
        }
    }

    private static void icons(Graphics2D g, Random random, int w) {
        for (int x = 4; x < w - 20; x += 26) {
            g.setColor(new Color(random.nextInt(1 << 24)));
            g.fillRoundRect(x, 32, 16, 16, 5, 5);
            g.setColor(new Color(random.nextInt(1 << 24)));
            g.fillOval(x + 4, 36, 6, 8);
        }
    }

    static void words(Graphics2D g, Random random, int left, int right, int y) {
        for (int x = left; x < right; x += 3 + random.nextInt(5)) {
            switch (random.nextInt(5)) {
                case 0 -> g.drawLine(x, y, x, y + 8);
                case 1 -> g.drawOval(x, y + 4, 4, 4);
                case 2 -> g.drawLine(x, y + 4, x + 3, y + 8);
                case 3 -> g.drawLine(x, y + 8, x + 4, y + 8);
                default -> x += 4;
            }
        }
    }
}
