package io.deskmeter.workloads.make.picture;

import io.deskmeter.vision.tracking.DragObject;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** The object of the probe program as a landmark. */
public final class ProbeSign {
    private static final int RGB = 0xffffff;

    private ProbeSign() {}

    public static Picture picture() {
        BufferedImage image = new BufferedImage(DragObject.WIDTH, DragObject.HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        DragObject.paint(graphics, 0, 0);
        graphics.dispose();
        Picture picture = Picture.blank(DragObject.WIDTH, DragObject.HEIGHT, 0);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                picture.fill(x, y, 1, 1, image.getRGB(x, y) & RGB);
            }
        }
        return picture;
    }
}
