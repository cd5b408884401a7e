package io.deskmeter.agent.evidence.painter;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Encodes pictures as PNG, with frames around places. */
public final class PngEncoder {
    static final Color MARK = new Color(0xE6, 0x00, 0x7A);
    private static final int LINE = 2;

    private PngEncoder() {}

    public static byte[] encode(Frame frame, List<Rect> places) {
        BufferedImage image = frame.toImage();
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(MARK);
            for (Rect place : places) {
                // Around the place, so that the landmark itself is unchanged; inside if the place fills the screen.
                for (int line = 1; line <= LINE; line++) {
                    Rect around = place.grow(line, line, line, line);
                    Rect inside = frame.bounds().grow(line - LINE, line - LINE, line - LINE, line - LINE);
                    Rect drawn = around.intersection(inside);
                    graphics.drawRect(drawn.x(), drawn.y(), drawn.width() - 1, drawn.height() - 1);
                }
            }
        } finally {
            graphics.dispose();
        }
        return encode(image);
    }

    public static byte[] encode(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IllegalStateException("png: no writer in this Java runtime (expected: java.desktop's)");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
