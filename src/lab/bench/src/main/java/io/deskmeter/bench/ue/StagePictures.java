package io.deskmeter.bench.ue;

import io.deskmeter.bench.golden.Codec;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ScrollPicture;
import io.deskmeter.workload.step.ReferenceStage;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** Pictures of the probe program as they arrive through a codec. */
final class StagePictures {
    /** Where the area of a drag is on a frame, which is not much larger: encoders take time. */
    static final Rect DRAG = new Rect(8, 8, ReferenceStage.WIDTH, ReferenceStage.HEIGHT);

    /** The part of the scrolled picture that is seen. */
    static final Rect VIEW = new Rect(8, 8, ReferenceStage.VIEW_WIDTH, ReferenceStage.VIEW_HEIGHT);

    private static final int GREY = 0x010101;
    private static final ScrollPicture PICTURE = new ScrollPicture();

    private StagePictures() {}

    /** The object with its centre at a place of the area. */
    static Frame drag(double x, double y, Codec codec) {
        BufferedImage image = plain(DRAG);
        Graphics2D graphics = image.createGraphics();
        DragObject.paint(
                graphics,
                DRAG.x() + (int) Math.round(x - DragObject.WIDTH / 2.0),
                DRAG.y() + (int) Math.round(y - DragObject.HEIGHT / 2.0));
        graphics.dispose();
        return through(codec, image);
    }

    /** The picture scrolled by an offset. */
    static Frame scroll(int offset, Codec codec) {
        BufferedImage image = plain(VIEW);
        Graphics2D graphics = image.createGraphics();
        for (int y = 0; y < VIEW.height(); y++) {
            graphics.setColor(new Color(GREY * PICTURE.grey(offset + y)));
            graphics.fillRect(VIEW.x(), VIEW.y() + y, VIEW.width(), 1);
        }
        graphics.dispose();
        return through(codec, image);
    }

    private static BufferedImage plain(Rect part) {
        BufferedImage image = new BufferedImage(
                part.width() + 2 * part.x(), part.height() + 2 * part.y(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(new Color(DragObject.STAGE));
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.dispose();
        return image;
    }

    private static Frame through(Codec codec, BufferedImage image) {
        BufferedImage arrived = codec.transport().apply(image);
        int width = arrived.getWidth();
        int[] pixels = arrived.getRGB(0, 0, width, arrived.getHeight(), null, 0, width);
        return new Frame(width, arrived.getHeight(), pixels);
    }
}
