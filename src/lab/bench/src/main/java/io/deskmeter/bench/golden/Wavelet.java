package io.deskmeter.bench.golden;

import java.awt.image.BufferedImage;
import java.util.function.UnaryOperator;

/**
 * The loss of RDP's RemoteFX: tiles of 64×64 in luma and two colour differences, three levels of the 5/3 wavelet,
 * coefficients rounded to steps that are coarser for finer levels.
 */
final class Wavelet implements UnaryOperator<BufferedImage> {
    private static final int TILE = 64;
    private static final int LEVELS = 3;

    @Override
    public BufferedImage apply(BufferedImage image) {
        BufferedImage arrived = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < image.getHeight(); y += TILE) {
            for (int x = 0; x < image.getWidth(); x += TILE) {
                tile(image, arrived, x, y);
            }
        }
        return arrived;
    }

    private static void tile(BufferedImage image, BufferedImage arrived, int left, int top) {
        float[][] planes = new float[3][TILE * TILE];
        for (int i = 0; i < TILE * TILE; i++) {
            int x = Math.min(image.getWidth() - 1, left + i % TILE);
            int y = Math.min(image.getHeight() - 1, top + i / TILE);
            int rgb = image.getRGB(x, y);
            int r = rgb >> 16 & 0xff;
            int g = rgb >> 8 & 0xff;
            int b = rgb & 0xff;
            planes[0][i] = 0.299f * r + 0.587f * g + 0.114f * b;
            planes[1][i] = -0.169f * r - 0.331f * g + 0.5f * b;
            planes[2][i] = 0.5f * r - 0.419f * g - 0.081f * b;
        }
        for (float[] plane : planes) {
            lose(plane);
        }
        for (int i = 0; i < TILE * TILE; i++) {
            int x = left + i % TILE;
            int y = top + i / TILE;
            if (x < image.getWidth() && y < image.getHeight()) {
                arrived.setRGB(x, y, rgb(planes[0][i], planes[1][i], planes[2][i]));
            }
        }
    }

    private static int rgb(float luma, float blue, float red) {
        return (clamp(luma + 1.402f * red) << 16)
                | (clamp(luma - 0.344f * blue - 0.714f * red) << 8)
                | clamp(luma + 1.772f * blue);
    }

    private static int clamp(float value) {
        return Math.max(0, Math.min(255, Math.round(value)));
    }

    private static void lose(float[] plane) {
        for (int level = 0, size = TILE; level < LEVELS; level++, size /= 2) {
            for (int i = 0; i < size; i++) {
                split(plane, i * TILE, 1, size);
            }
            for (int i = 0; i < size; i++) {
                split(plane, i, TILE, size);
            }
        }
        for (int i = 0; i < plane.length; i++) {
            int reach = Math.max(i % TILE, i / TILE);
            int step = reach >= TILE / 2 ? 8 : reach >= TILE / 4 ? 4 : reach >= TILE / 8 ? 2 : 1;
            plane[i] = Math.round(plane[i] / step) * step;
        }
        for (int level = LEVELS - 1; level >= 0; level--) {
            int size = TILE >> level;
            for (int i = 0; i < size; i++) {
                join(plane, i, TILE, size);
            }
            for (int i = 0; i < size; i++) {
                join(plane, i * TILE, 1, size);
            }
        }
    }

    private static void split(float[] plane, int from, int step, int size) {
        float[] low = new float[size / 2];
        float[] high = new float[size / 2];
        for (int i = 0; i < size / 2; i++) {
            float next = plane[from + Math.min(size - 2, 2 * i + 2) * step];
            high[i] = (plane[from + (2 * i + 1) * step] - (plane[from + 2 * i * step] + next) / 2) / 2;
        }
        for (int i = 0; i < size / 2; i++) {
            low[i] = plane[from + 2 * i * step] + (high[Math.max(0, i - 1)] + high[i]) / 2;
        }
        for (int i = 0; i < size / 2; i++) {
            plane[from + i * step] = low[i];
            plane[from + (size / 2 + i) * step] = high[i];
        }
    }

    private static void join(float[] plane, int from, int step, int size) {
        float[] even = new float[size / 2];
        float[] high = new float[size / 2];
        for (int i = 0; i < size / 2; i++) {
            high[i] = plane[from + (size / 2 + i) * step];
        }
        for (int i = 0; i < size / 2; i++) {
            even[i] = plane[from + i * step] - (high[Math.max(0, i - 1)] + high[i]) / 2;
        }
        for (int i = 0; i < size / 2; i++) {
            plane[from + 2 * i * step] = even[i];
            plane[from + (2 * i + 1) * step] = 2 * high[i] + (even[i] + even[Math.min(size / 2 - 1, i + 1)]) / 2;
        }
    }
}
