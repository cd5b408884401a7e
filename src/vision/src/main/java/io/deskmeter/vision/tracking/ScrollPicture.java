package io.deskmeter.vision.tracking;

import java.util.SplittableRandom;

/**
 * The long picture that is scrolled: rows of grey that repeat nowhere, so that any part of it that is as high as a
 * third of a window says which part it is. It is the sum of smooth noise with details from 4 to 256 rows, so it is no
 * code that a machine could read time from, and it survives lossy codecs and scaling.
 */
public final class ScrollPicture {
    /** Its width in pixels at scale 1. */
    public static final int WIDTH = 1200;

    /** Its height in pixels at scale 1. */
    public static final int HEIGHT = 6000;

    private static final int FINEST = 4;
    private static final int COARSEST = 256;
    private static final double SD = 45;
    private static final int MIDDLE = 128;
    private static final int DARKEST = 8;
    private static final int BRIGHTEST = 247;
    private static final long SEED = 20_261_123;

    private final int[] greys;

    public ScrollPicture() {
        double[] rows = new double[HEIGHT];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int detail = FINEST; detail <= COARSEST; detail *= 2) {
            addNoise(rows, detail, random);
        }
        greys = normalised(rows);
    }

    /** Noise with a value each so many rows, and straight lines between. */
    private static void addNoise(double[] rows, int detail, SplittableRandom random) {
        double before = random.nextGaussian();
        for (int from = 0; from < rows.length; from += detail) {
            double next = random.nextGaussian();
            for (int i = 0; i < detail && from + i < rows.length; i++) {
                rows[from + i] += before + (next - before) * i / detail;
            }
            before = next;
        }
    }

    private static int[] normalised(double[] rows) {
        double mean = 0;
        for (double row : rows) {
            mean += row / rows.length;
        }
        double square = 0;
        for (double row : rows) {
            square += (row - mean) * (row - mean) / rows.length;
        }
        int[] greys = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            double grey = MIDDLE + SD * (rows[i] - mean) / Math.sqrt(square);
            greys[i] = (int) Math.round(Math.max(DARKEST, Math.min(BRIGHTEST, grey)));
        }
        return greys;
    }

    /** The grey of a row, 0 to 255. */
    public int grey(int row) {
        return greys[row];
    }

    /** All rows at another scale, each the mean of what it shows. */
    double[] rows(double scale) {
        double[] scaled = new double[(int) Math.floor(HEIGHT * scale)];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = mean(i / scale, Math.min(HEIGHT, (i + 1) / scale));
        }
        return scaled;
    }

    private double mean(double from, double to) {
        double sum = 0;
        for (int row = (int) from; row < to; row++) {
            sum += greys[row] * (Math.min(to, row + 1.0) - Math.max(from, row));
        }
        return sum / (to - from);
    }
}
