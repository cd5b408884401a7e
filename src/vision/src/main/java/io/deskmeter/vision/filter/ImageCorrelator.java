package io.deskmeter.vision.filter;

import static org.bytedeco.opencv.global.opencv_core.CV_32FC1;
import static org.bytedeco.opencv.global.opencv_core.setNumThreads;
import static org.bytedeco.opencv.global.opencv_imgproc.TM_CCORR;
import static org.bytedeco.opencv.global.opencv_imgproc.matchTemplate;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.nio.FloatBuffer;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Dense correlation by OpenCV, for parts of the screen with too many candidates to compare one by one.
 *
 * <p>Both inputs are first shifted to a mean near zero, which keeps the rounding of the single-precision Fourier
 * transform far below {@link #ROUNDING}. Its candidates are compared exactly afterwards.
 */
public final class ImageCorrelator implements AutoCloseable {
    /** The largest error of a normalised correlation computed from these results. */
    public static final double ROUNDING = 0.01;

    private static final float MIDDLE = 128;

    static {
        // This machine is often the measured one: the search must not use all cores.
        setNumThreads(1);
    }

    private final Mat kernel;
    private float[] row = new float[0];
    private int[] line = new int[0];

    public ImageCorrelator(Pattern pattern) {
        kernel = new Mat(pattern.height, pattern.width, CV_32FC1);
        float[] values = new float[pattern.width * pattern.height];
        for (int i = 0; i < pattern.spans.length; i += 3) {
            for (int x = pattern.spans[i + 1]; x < pattern.spans[i + 2]; x++) {
                int at = pattern.spans[i] * pattern.width + x;
                values[at] = (float) ((pattern.grey[at] & 0xff) - pattern.mean());
            }
        }
        FloatBuffer buffer = kernel.createBuffer();
        buffer.put(values);
    }

    /** Loads the native libraries, which takes most of a second the first time; do it before a measurement. */
    public static void warmUp() {
        setNumThreads(1);
    }

    /** Σ I·(T − mean of T) for every position, row by row; the area holds the pixels under all positions. */
    public float[] covariances(ScreenSums picture, Rect area, Rect positions) {
        float[] result = new float[positions.width() * positions.height()];
        try (Mat seen = new Mat(area.height(), area.width(), CV_32FC1);
                Mat covariances = new Mat(positions.height(), positions.width(), CV_32FC1)) {
            FloatBuffer buffer = seen.createBuffer();
            if (row.length < area.width()) {
                row = new float[area.width()];
                line = new int[area.width()];
            }
            for (int y = area.y(); y < area.bottom(); y++) {
                picture.greys(area.x(), y, line, area.width());
                for (int x = 0; x < area.width(); x++) {
                    row[x] = line[x] - MIDDLE;
                }
                buffer.put(row, 0, area.width());
            }
            matchTemplate(seen, kernel, covariances, TM_CCORR);
            FloatBuffer out = covariances.createBuffer();
            out.get(result);
        }
        return result;
    }

    /**
     * The sums of the products of two pictures, for every position at which the second one lies wholly in the first,
     * row by row.
     */
    public static float[] products(float[] picture, int width, float[] part, int partWidth) {
        int rows = picture.length / width - part.length / partWidth + 1;
        float[] result = new float[(width - partWidth + 1) * rows];
        try (Mat whole = new Mat(picture.length / width, width, CV_32FC1);
                Mat kernel = new Mat(part.length / partWidth, partWidth, CV_32FC1);
                Mat products = new Mat(rows, width - partWidth + 1, CV_32FC1)) {
            FloatBuffer in = whole.createBuffer();
            in.put(picture);
            FloatBuffer kernelIn = kernel.createBuffer();
            kernelIn.put(part);
            matchTemplate(whole, kernel, products, TM_CCORR);
            FloatBuffer out = products.createBuffer();
            out.get(result);
        }
        return result;
    }

    @Override
    public void close() {
        kernel.close();
    }
}
