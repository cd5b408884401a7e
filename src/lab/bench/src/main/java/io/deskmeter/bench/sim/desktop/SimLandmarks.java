package io.deskmeter.bench.sim.desktop;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * The pages of the simulated application: noise that is equal for the same page, and different for others. Immutable.
 */
final class SimLandmarks {
    /** The number of pages after the first one, which {@code open} shows. */
    static final int PAGES = 3;

    private static final int WIDTH = 24;
    private static final int HEIGHT = 16;
    private static final int LEFT = 40;
    private static final int TOP = 40;
    private static final Rect PLACE = new Rect(LEFT, TOP, WIDTH, HEIGHT);

    private final List<int[]> pages =
            IntStream.rangeClosed(0, PAGES).mapToObj(SimLandmarks::noise).toList();

    private static int[] noise(int page) {
        return new Random(page * 7919L + 1)
                .ints((long) WIDTH * HEIGHT, 0, 1 << 24)
                .toArray();
    }

    /** Writes {@code page-0.png} and those that follow. */
    void write(Path folder) throws IOException {
        for (int page = 0; page <= PAGES; page++) {
            BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
            image.setRGB(0, 0, WIDTH, HEIGHT, pages.get(page), 0, WIDTH);
            ImageIO.write(image, "png", folder.resolve("page-" + page + ".png").toFile());
        }
    }

    /** Paints a page; returns what has changed. */
    Rect paint(Frame frame, int page) {
        int[] pixels = pages.get(page);
        for (int row = 0; row < HEIGHT; row++) {
            System.arraycopy(pixels, row * WIDTH, frame.pixels(), (TOP + row) * frame.width() + LEFT, WIDTH);
        }
        return PLACE;
    }

    /** Paints the desktop without a page; returns what has changed. */
    static Rect clear(Frame frame) {
        for (int row = 0; row < HEIGHT; row++) {
            int from = (TOP + row) * frame.width() + LEFT;
            Arrays.fill(frame.pixels(), from, from + WIDTH, 0);
        }
        return PLACE;
    }
}
