package io.deskmeter.screen;

import java.awt.image.BufferedImage;
import java.util.Arrays;

/**
 * The pixels of a screen: 0xRRGGBB, row by row, without gaps ({@code pixels[y * width + x]}). The upper byte is
 * undefined.
 *
 * <p>A screen has one frame store and changes it in place; to keep pixels after the listener's call, take a
 * {@link #copy()}.
 */
public final class Frame {
    private final int width;
    private final int height;
    private final int[] pixels;
    private long paintings;

    public Frame(int width, int height) {
        this(width, height, new int[Math.multiplyExact(width, height)]);
    }

    /** Wraps pixels without a copy. */
    public Frame(int width, int height, int[] pixels) {
        if (width < 1 || height < 1 || pixels.length != Math.multiplyExact(width, height)) {
            throw new IllegalArgumentException("frame: " + width + "x" + height + " with " + pixels.length
                    + " pixels (expected: width >= 1, height >= 1, width * height pixels)");
        }
        this.width = width;
        this.height = height;
        this.pixels = pixels;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** The live array; never write to that of a screen. */
    public int[] pixels() {
        return pixels;
    }

    /**
     * The screen calls this before it changes pixels between two calls of its listener, for example when it paints an
     * update that has not arrived completely. On the listener's executor only.
     */
    public void paint() {
        paintings++;
    }

    /**
     * To be called by the screen where the last times that it has begun to {@link #paint} have changed no pixel. On the
     * listener's executor only.
     */
    public void paintedNothing(int times) {
        paintings -= times;
    }

    /**
     * How often the screen has begun to {@link #paint} so far. While the number is unchanged, the pixels are those of
     * the latest update.
     */
    public long paintings() {
        return paintings;
    }

    public Rect bounds() {
        return new Rect(0, 0, width, height);
    }

    public Frame copy() {
        return new Frame(width, height, Arrays.copyOf(pixels, pixels.length));
    }

    /** A copy as an image of type {@link BufferedImage#TYPE_INT_RGB}. */
    public BufferedImage toImage() {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        return image;
    }
}
