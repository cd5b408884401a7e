package io.deskmeter.workloads.make.picture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A landscape of hills below a sky, with detail of several sizes, as a JPEG file. It is painted with whole numbers
 * alone, so each machine makes the same picture; the encoders of Java 17 and 25 make the same bytes of it.
 */
public final class Photo {
    /** Half to one bit a pixel, as cameras and albums use it. */
    private static final float QUALITY = 0.85f;

    private static final int HILLS = 5;
    private static final int GRAIN = 2;

    private final int width;
    private final int height;
    private final int seed;
    private final BufferedImage image;

    private Photo(int seed, int width, int height) {
        this.seed = seed;
        this.width = width;
        this.height = height;
        this.image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    /** The seed decides light, hills and detail. */
    public static Photo of(int seed, int width, int height) {
        Photo photo = new Photo(seed, width, height);
        photo.paint();
        return photo;
    }

    /**
     * Paints a picture into this one, each of its pixels as a square.
     *
     * @param x the left edge, in pixels of the photograph
     * @param y the top edge
     * @param side the height and width of a square in pixels
     */
    public Photo with(Picture picture, int x, int y, int side) {
        for (int row = 0; row < picture.height() * side; row++) {
            for (int column = 0; column < picture.width() * side; column++) {
                image.setRGB(x + column, y + row, picture.at(column / side, row / side));
            }
        }
        return this;
    }

    public byte[] jpeg() {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam settings = writer.getDefaultWriteParam();
            settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            settings.setCompressionQuality(QUALITY);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), settings);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** In squares of {@link #GRAIN} pixels, as the pixels of a sensor share their colours. */
    private void paint() {
        int hue = Math.floorMod(seed * 47, 60);
        for (int x = 0; x < width; x += GRAIN) {
            int hill = 0;
            int edge = ridge(0, x);
            for (int y = 0; y < height; y += GRAIN) {
                while (hill < HILLS && y >= edge) {
                    hill++;
                    edge = ridge(hill, x);
                }
                int colour = hill == 0 ? sky(x, y, hue) : ground(x, y, hill, hue);
                for (int i = 0; i < GRAIN * GRAIN; i++) {
                    image.setRGB(x + i % GRAIN, y + i / GRAIN, colour);
                }
            }
        }
    }

    /** Where hill number n begins at a column, from the top. */
    private int ridge(int n, int x) {
        int base = height * (35 + 12 * n) / 100;
        return base
                + (noise(n + 11, x, 0, width / 4) - 128) * height / 1600
                + (noise(n + 23, x, 0, width / 24) - 128) * height / 9000;
    }

    private int sky(int x, int y, int hue) {
        int cloud = (2 * noise(1, x, 2 * y, width / 6) + noise(2, x, 2 * y, width / 20)) / 3;
        int light = 150 + 70 * y / height + (cloud - 128) * 2 / 5 + grain(x, y) / 3;
        return rgb(light - 10 + hue / 3, light + 8, light + 40 - hue / 2);
    }

    private int ground(int x, int y, int hill, int hue) {
        int meadow = noise(3 * hill, x, y, width / 16);
        int bush = noise(3 * hill + 1, x, y, Math.max(4, width / 90));
        int light = 150 - 20 * hill + (meadow - 128) / 4 + (bush - 128) / 5 + grain(x, y);
        return rgb(light - 30 + hue, light, light - 50 + hue / 3);
    }

    /** The noise of a sensor: a few levels. */
    private int grain(int x, int y) {
        return (hash(97, x / GRAIN, y / GRAIN) & 7) - 4;
    }

    private static int rgb(int red, int green, int blue) {
        return clamp(red) << 16 | clamp(green) << 8 | clamp(blue);
    }

    private static int clamp(int level) {
        return Math.max(0, Math.min(255, level));
    }

    /** Random levels, 0 to 255, at the corners of a grid of {@code size} pixels, interpolated between them. */
    private int noise(int octave, int x, int y, int size) {
        int column = x / size;
        int row = y / size;
        int right = x % size;
        int down = y % size;
        int top = between(level(octave, column, row), level(octave, column + 1, row), right, size);
        int bottom = between(level(octave, column, row + 1), level(octave, column + 1, row + 1), right, size);
        return between(top, bottom, down, size);
    }

    private static int between(int from, int to, int part, int of) {
        return from + (to - from) * part / of;
    }

    private int level(int octave, int column, int row) {
        return hash(octave, column, row) & 255;
    }

    private int hash(int octave, int column, int row) {
        int h = seed * 0x27d4eb2f ^ octave * 0x165667b1 ^ column * 0x9e3779b1 ^ row * 0x85ebca77;
        h = (h ^ h >>> 15) * 0x2c1b3c6d;
        h = (h ^ h >>> 12) * 0x297a2d39;
        return h ^ h >>> 15;
    }
}
