package io.deskmeter.vision.template;

import static org.bytedeco.opencv.global.opencv_core.CV_8UC4;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_AREA;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_LINEAR;
import static org.bytedeco.opencv.global.opencv_imgproc.resize;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.nio.ByteBuffer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * Scales an image as programs do: enlarging interpolates the nearest pixels, reducing averages all pixels that a new
 * one covers. Colours of transparent pixels are ignored.
 */
final class Resample {
    private Resample() {}

    static BufferedImage scaled(BufferedImage image, int width, int height) {
        int[] source = pixels(premultiplied(image));
        BufferedImage result = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE);
        try (Mat from = new Mat(image.getHeight(), image.getWidth(), CV_8UC4);
                Mat to = new Mat(height, width, CV_8UC4);
                Size size = new Size(width, height)) {
            ByteBuffer in = from.createBuffer();
            in.asIntBuffer().put(source);
            resize(from, to, size, 0, 0, width < image.getWidth() ? INTER_AREA : INTER_LINEAR);
            ByteBuffer out = to.createBuffer();
            out.asIntBuffer().get(pixels(result));
        }
        return result;
    }

    private static BufferedImage premultiplied(BufferedImage image) {
        BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_ARGB_PRE);
        copy.setRGB(
                0,
                0,
                image.getWidth(),
                image.getHeight(),
                image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()),
                0,
                image.getWidth());
        return copy;
    }

    private static int[] pixels(BufferedImage image) {
        return ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    }
}
