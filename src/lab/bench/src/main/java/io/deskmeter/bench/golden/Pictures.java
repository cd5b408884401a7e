package io.deskmeter.bench.golden;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Landmarks of kinds that the built-in workloads do not have, and pictures that are similar to a landmark. */
final class Pictures {
    private Pictures() {}

    /** Small, plain-edged, round with a mask, words, dark on dark, large. */
    static Map<String, BufferedImage> more() {
        Map<String, BufferedImage> more = new LinkedHashMap<>();
        more.put("icon-16", shapes(16, 16, 11));
        more.put("icon-24", shapes(24, 24, 12));
        more.put("round-48", round(shapes(48, 48, 13)));
        more.put("words-light", words(90, 18, 0xffffff, 0x000000, 14));
        more.put("words-dark", words(90, 18, 0x2b2b2b, 0xd8d8d8, 15));
        more.put("dark-80", dim(shapes(80, 40, 16)));
        more.put("large-240", shapes(240, 150, 17));
        return more;
    }

    private static BufferedImage shapes(int width, int height, long seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setColor(new Color(random.nextInt(1 << 24)));
        g.fillRect(0, 0, width, height);
        for (int i = 0; i < 10; i++) {
            g.setColor(new Color(random.nextInt(1 << 24)));
            int w = width / 5 + random.nextInt(width / 3);
            int h = height / 5 + random.nextInt(height / 3);
            int x = random.nextInt(width) - w / 2;
            int y = random.nextInt(height) - h / 2;
            if (random.nextBoolean()) {
                g.fillOval(x, y, w, h);
            } else {
                g.fillRect(x, y, w, h);
            }
        }
        g.dispose();
        return image;
    }

    private static BufferedImage round(BufferedImage image) {
        BufferedImage round = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = round.createGraphics();
        g.setClip(new Ellipse2D.Double(0, 0, image.getWidth(), image.getHeight()));
        g.drawImage(image, 0, 0, null);
        g.dispose();
        return round;
    }

    private static BufferedImage words(int width, int height, int ground, int ink, long seed) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setColor(new Color(ground));
        g.fillRect(0, 0, width, height);
        g.setColor(new Color(ink));
        Theme.words(g, new Random(seed), 4, width - 6, 5);
        g.dispose();
        return image;
    }

    private static BufferedImage dim(BufferedImage image) {
        return changed(image, rgb -> 0x202020 + (rgb >> 1 & 0x7f7f7f));
    }

    /** Pictures that are similar to this one, by the change. */
    static Map<String, BufferedImage> nearly(BufferedImage image) {
        int w = image.getWidth();
        int h = image.getHeight();
        Map<String, BufferedImage> nearly = new LinkedHashMap<>();
        nearly.put("other hue", changed(image, rgb -> (rgb & 0xff00) | ((rgb & 0xff) << 16) | (rgb >> 16 & 0xff)));
        nearly.put("inverted", changed(image, rgb -> rgb ^ 0xffffff));
        BufferedImage shifted = copy(image);
        Graphics2D g = shifted.createGraphics();
        g.drawImage(image, 0, 0, w, h / 2, w / 3, 0, w + w / 3, h / 2, null);
        g.drawImage(image, w - w / 3, 0, w, h / 2, 0, 0, w / 3, h / 2, null);
        g.dispose();
        nearly.put("upper half shifted", shifted);
        BufferedImage covered = copy(image);
        g = covered.createGraphics();
        g.setColor(new Color(0xf8f8f0));
        g.fillRect(w / 2, h / 3, w, h);
        g.setColor(new Color(0x303030));
        g.drawRect(w / 2, h / 3, w, h);
        g.dispose();
        nearly.put("partly covered", covered);
        nearly.put("faded", changed(image, rgb -> (rgb >> 2 & 0x3f3f3f) + 0xa0a0a0));
        return nearly;
    }

    static BufferedImage copy(BufferedImage image) {
        BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = copy.createGraphics();
        g.drawImage(image, 0, 0, null);
        g.dispose();
        return copy;
    }

    private static BufferedImage changed(BufferedImage image, IntUnaryOperator change) {
        BufferedImage changed = copy(image);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int argb = changed.getRGB(x, y);
                changed.setRGB(x, y, (argb & 0xff000000) | (change.applyAsInt(argb & 0xffffff) & 0xffffff));
            }
        }
        return changed;
    }
}
