package io.deskmeter.agent.evidence.painter;

import io.deskmeter.screen.Frame;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;

/** Encodes a screenshot of a session. */
public final class ScreenshotEncoder {
    private ScreenshotEncoder() {}

    /**
     * As PNG.
     *
     * @param mostWidth in pixels; a wider picture is scaled down, 0 for any width
     */
    public static byte[] png(Frame frame, int mostWidth) {
        BufferedImage image = frame.toImage();
        return PngEncoder.encode(mostWidth > 0 && frame.width() > mostWidth ? scaled(image, mostWidth) : image);
    }

    private static BufferedImage scaled(BufferedImage image, int width) {
        int height = Math.max(1, (int) ((long) image.getHeight() * width / image.getWidth()));
        BufferedImage smaller = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = smaller.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            graphics.drawImage(image, 0, 0, width, height, null);
        } finally {
            graphics.dispose();
        }
        return smaller;
    }
}
