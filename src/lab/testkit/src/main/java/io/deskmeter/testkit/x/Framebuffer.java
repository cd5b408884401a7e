package io.deskmeter.testkit.x;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The picture of an Xvfb that was started with {@code -fbdir}, read from its memory without requests: an XWD file
 * (X11/XWDFile.h, version 7) into which the server draws.
 *
 * <p>Immutable; the pixels change under it.
 */
public final class Framebuffer {
    private static final int VERSION = 7;
    private static final int LEAST_HEADER = 100;
    private static final int COLOUR_BYTES = 12;

    private final ByteBuffer pixels;
    private final int width;
    private final int height;
    private final int bytesPerLine;

    private Framebuffer(ByteBuffer pixels, int width, int height, int bytesPerLine) {
        this.pixels = pixels;
        this.width = width;
        this.height = height;
        this.bytesPerLine = bytesPerLine;
    }

    /**
     * Maps the file of screen 0.
     *
     * @param folder as given to {@code -fbdir}
     */
    public static Framebuffer open(Path folder) throws IOException {
        Path file = folder.resolve("Xvfb_screen0");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            // The size field of the header shows its byte order.
            map.order(ByteOrder.BIG_ENDIAN);
            if (map.getInt(4) != VERSION) {
                map.order(ByteOrder.LITTLE_ENDIAN);
            }
            int header = map.getInt(0);
            int bits = map.getInt(44);
            if (map.getInt(4) != VERSION || header < LEAST_HEADER || bits != 32) {
                throw new IOException(file + ": version " + map.getInt(4) + ", header of " + header + " bytes, " + bits
                        + " bits per pixel (expected: an XWD file of version 7 with 32 bits per pixel)");
            }
            int start = header + map.getInt(76) * COLOUR_BYTES;
            ByteOrder order = map.getInt(28) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            int height = map.getInt(20);
            int bytesPerLine = map.getInt(48);
            ByteBuffer pixels = map.slice(start, bytesPerLine * height).order(order);
            return new Framebuffer(pixels, map.getInt(16), height, bytesPerLine);
        }
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** The present colour of one pixel, 0xRRGGBB. */
    public int pixel(int x, int y) {
        return pixels.getInt(y * bytesPerLine + x * 4) & 0xFFFFFF;
    }

    /** The present picture; it may contain a part of a drawing in progress. */
    public Frame copy() {
        Frame frame = new Frame(width, height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                frame.pixels()[y * width + x] = pixel(x, y);
            }
        }
        return frame;
    }

    /** Whether all pixels of a rectangle have these colours. */
    public boolean shows(int[] expected, Rect place) {
        for (int i = 0; i < expected.length; i++) {
            if (pixel(place.x() + i % place.width(), place.y() + i / place.width()) != (expected[i] & 0xFFFFFF)) {
                return false;
            }
        }
        return true;
    }
}
