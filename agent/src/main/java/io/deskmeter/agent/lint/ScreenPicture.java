package io.deskmeter.agent.lint;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * A picture as a screen would show it.
 *
 * @param name for messages
 */
record ScreenPicture(String name, Frame frame) {
    /** More than any photo in a document; decoded it takes 100 MB. */
    private static final int MOST_PIXELS = 25_000_000;

    /**
     * Reads a picture, transparent parts on white.
     *
     * @throws IOException if it is no picture, broken, or too large
     */
    static ScreenPicture read(String name, InputStream in) throws IOException {
        try (ImageInputStream stream = ImageIO.createImageInputStream(in)) {
            if (stream == null) {
                throw new IOException("cannot be opened");
            }
            Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
            if (!readers.hasNext()) {
                throw new IOException("not a picture");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(stream, true, true);
                return new ScreenPicture(name, frame(reader));
            } catch (RuntimeException e) {
                // For a damaged file the JDK's readers throw the exceptions of their arrays.
                throw new IOException("broken: " + e, e);
            } finally {
                reader.dispose();
            }
        }
    }

    private static Frame frame(ImageReader reader) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > MOST_PIXELS) {
            throw new IOException(width + "x" + height + " pixels (expected: at most " + MOST_PIXELS + ")");
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.drawImage(reader.read(0), 0, 0, Color.WHITE, null);
        g.dispose();
        return new Frame(width, height, image.getRGB(0, 0, width, height, null, 0, width));
    }

    /** As the first update of a screen. */
    FrameUpdate shown() {
        return new FrameUpdate(frame, List.of(frame.bounds()), 0, 1);
    }
}
