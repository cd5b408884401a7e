package io.deskmeter.bench.truth;

import static org.bytedeco.opencv.global.opencv_core.CV_8UC4;
import static org.bytedeco.opencv.global.opencv_core.minMaxLoc;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_BGRA2GRAY;
import static org.bytedeco.opencv.global.opencv_imgproc.TM_CCOEFF_NORMED;
import static org.bytedeco.opencv.global.opencv_imgproc.cvtColor;
import static org.bytedeco.opencv.global.opencv_imgproc.matchTemplate;

import io.deskmeter.screen.Frame;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Point;

/**
 * The method of a typical script with OpenCV: the whole frame in grey, normalised correlation, the best place above
 * 0.9.
 */
final class FullFrameMatch implements AutoCloseable {
    private static final double THRESHOLD = 0.9;

    private final Mat template;

    FullFrameMatch(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        template = grey(new Frame(image.getWidth(), image.getHeight(), pixels));
    }

    boolean found(Frame frame) {
        try (Mat grey = grey(frame);
                Mat scores = new Mat();
                DoublePointer best = new DoublePointer(1);
                DoublePointer worst = new DoublePointer(1);
                Point bestAt = new Point();
                Point worstAt = new Point();
                Mat noMask = new Mat()) {
            matchTemplate(grey, template, scores, TM_CCOEFF_NORMED);
            minMaxLoc(scores, worst, best, worstAt, bestAt, noMask);
            return best.get() >= THRESHOLD;
        }
    }

    private static Mat grey(Frame frame) {
        try (Mat colour = new Mat(frame.height(), frame.width(), CV_8UC4)) {
            IntBuffer buffer = colour.<ByteBuffer>createBuffer().asIntBuffer();
            buffer.put(frame.pixels());
            Mat grey = new Mat();
            cvtColor(colour, grey, COLOR_BGRA2GRAY);
            return grey;
        }
    }

    @Override
    public void close() {
        template.close();
    }
}
