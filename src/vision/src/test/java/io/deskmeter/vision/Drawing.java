package io.deskmeter.vision;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;

/** Synthetic screens and landmarks. */
public final class Drawing {
    private Drawing() {}

    public static BufferedImage blank(int width, int height, int rgb) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setColor(new Color(rgb));
        g.fillRect(0, 0, width, height);
        g.dispose();
        return image;
    }

    /** A document: a title bar, a tool bar with icons, a page with lines of words, a picture with a gradient. */
    public static BufferedImage document(int width, int height, boolean dark, long seed) {
        Random random = new Random(seed);
        BufferedImage image = blank(width, height, dark ? 0x202124 : 0xd0d4d8);
        Graphics2D g = image.createGraphics();
        g.setColor(new Color(dark ? 0x303238 : 0x3465a4));
        g.fillRect(0, 0, width, height / 30);
        for (int x = 4; x < width - 20; x += 26) {
            g.setColor(new Color(random.nextInt(1 << 24)));
            g.fillRoundRect(x, height / 25, 16, 16, 5, 5);
        }
        g.setColor(dark ? new Color(0x2b2b2b) : Color.WHITE);
        g.fillRect(width / 8, height / 10, width * 3 / 4, height);
        g.setPaint(new GradientPaint(0, height / 2f, new Color(0x204080), width, height, new Color(0xf0e0a0)));
        g.fillRect(width / 2, height / 2, width / 3, height / 3);
        g.setColor(dark ? new Color(0xd8d8d8) : Color.BLACK);
        for (int y = height / 10 + 8; y < height; y += 14) {
            text(g, random, width / 8 + 10, width / 2 - 10, y);
        }
        g.dispose();
        return image;
    }

    /** Strokes that look like words without a font. */
    private static void text(Graphics2D g, Random random, int left, int right, int y) {
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

    /** A landmark: shapes in strong colours, drawn from a seed. */
    public static BufferedImage landmark(int width, int height, long seed) {
        Random random = new Random(seed);
        BufferedImage image = blank(width, height, random.nextInt(1 << 24));
        Graphics2D g = image.createGraphics();
        for (int i = 0; i < 12; i++) {
            g.setColor(new Color(random.nextInt(1 << 24)));
            int x = random.nextInt(width);
            int y = random.nextInt(height);
            if (random.nextBoolean()) {
                g.fillOval(x - 10, y - 10, 8 + random.nextInt(width / 3), 8 + random.nextInt(height / 3));
            } else {
                g.fillRect(x - 10, y - 10, 8 + random.nextInt(width / 3), 8 + random.nextInt(height / 3));
            }
        }
        g.dispose();
        return image;
    }

    /** The landmark's largest ellipse; transparent around it. */
    public static BufferedImage round(BufferedImage image) {
        BufferedImage round = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = round.createGraphics();
        g.setClip(new Ellipse2D.Double(0, 0, image.getWidth(), image.getHeight()));
        g.drawImage(image, 0, 0, null);
        g.dispose();
        return round;
    }

    public static void paint(BufferedImage on, BufferedImage what, int x, int y) {
        Graphics2D g = on.createGraphics();
        g.drawImage(what, x, y, null);
        g.dispose();
    }

    public static void fill(BufferedImage on, Rect rect, int rgb) {
        Graphics2D g = on.createGraphics();
        g.setColor(new Color(rgb));
        g.fillRect(rect.x(), rect.y(), rect.width(), rect.height());
        g.dispose();
    }

    /**
     * The image as JPEG shows it.
     *
     * @param quality of 100, as libjpeg counts
     */
    public static BufferedImage jpeg(BufferedImage image, int quality) throws IOException {
        BufferedImage rgb = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        paint(rgb, image, 0, 0);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageWriteParam how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(quality / 100f);
        writer.setOutput(ImageIO.createImageOutputStream(out));
        writer.write(null, new IIOImage(rgb, null, null), how);
        writer.dispose();
        return ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
    }

    public static Frame frame(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        return new Frame(width, height, image.getRGB(0, 0, width, height, null, 0, width));
    }

    /** An update that reports everything as damaged. */
    public static FrameUpdate whole(BufferedImage image) {
        Frame frame = frame(image);
        return new FrameUpdate(frame, List.of(frame.bounds()), 0, 1);
    }

    static FrameUpdate update(BufferedImage image, Rect... damage) {
        return new FrameUpdate(frame(image), List.of(damage), 0, 1);
    }
}
