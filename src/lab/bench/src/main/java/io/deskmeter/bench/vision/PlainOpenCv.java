package io.deskmeter.bench.vision;

import static org.bytedeco.opencv.global.opencv_core.CV_8UC1;
import static org.bytedeco.opencv.global.opencv_core.CV_8UC3;
import static org.bytedeco.opencv.global.opencv_core.minMaxLoc;
import static org.bytedeco.opencv.global.opencv_core.setNumThreads;
import static org.bytedeco.opencv.global.opencv_imgproc.TM_CCOEFF_NORMED;
import static org.bytedeco.opencv.global.opencv_imgproc.matchTemplate;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Point;

/**
 * The alternative without a template matcher: OpenCV's normalised correlation over the whole frame, on one core as the
 * matcher. The frame's conversion is not timed, in the alternative's favour.
 */
final class PlainOpenCv implements AutoCloseable {
    private final Mat frame;
    private final Mat template;
    private final Mat scores = new Mat();

    PlainOpenCv(BufferedImage frame, BufferedImage template, boolean colour) {
        setNumThreads(1);
        this.frame = mat(frame, colour);
        this.template = mat(template, colour);
    }

    private static Mat mat(BufferedImage image, boolean colour) {
        int channels = colour ? 3 : 1;
        byte[] values = new byte[image.getWidth() * image.getHeight() * channels];
        int at = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                int red = rgb >> 16 & 0xff;
                int green = rgb >> 8 & 0xff;
                int blue = rgb & 0xff;
                if (colour) {
                    values[at++] = (byte) blue;
                    values[at++] = (byte) green;
                    values[at++] = (byte) red;
                } else {
                    values[at++] = (byte) ((77 * red + 150 * green + 29 * blue) >> 8);
                }
            }
        }
        Mat mat = new Mat(image.getHeight(), image.getWidth(), colour ? CV_8UC3 : CV_8UC1);
        ByteBuffer buffer = mat.createBuffer();
        buffer.put(values);
        return mat;
    }

    /** The greatest score. */
    double find() {
        matchTemplate(frame, template, scores, TM_CCOEFF_NORMED);
        try (DoublePointer least = new DoublePointer(1);
                DoublePointer greatest = new DoublePointer(1);
                Point leastAt = new Point();
                Point greatestAt = new Point()) {
            minMaxLoc(scores, least, greatest, leastAt, greatestAt, null);
            return greatest.get();
        }
    }

    @Override
    public void close() {
        frame.close();
        template.close();
        scores.close();
    }
}
