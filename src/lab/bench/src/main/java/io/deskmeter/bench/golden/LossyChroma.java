package io.deskmeter.bench.golden;

import java.awt.image.BufferedImage;
import java.util.function.UnaryOperator;

/**
 * The loss of RDP's NSCodec and of lossy planar bitmaps: colour as luma and two differences, those at a quarter of the
 * pixels and without their three lowest bits.
 */
final class LossyChroma implements UnaryOperator<BufferedImage> {
    private static final int LOST_BITS = 3;

    @Override
    public BufferedImage apply(BufferedImage image) {
        BufferedImage arrived = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < image.getHeight(); y += 2) {
            for (int x = 0; x < image.getWidth(); x += 2) {
                square(image, arrived, x, y);
            }
        }
        return arrived;
    }

    private static void square(BufferedImage image, BufferedImage arrived, int left, int top) {
        int right = Math.min(image.getWidth(), left + 2);
        int bottom = Math.min(image.getHeight(), top + 2);
        int orange = 0;
        int green = 0;
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                int rgb = image.getRGB(x, y);
                orange += orange(rgb);
                green += green(rgb);
            }
        }
        int count = (right - left) * (bottom - top);
        int co = ((orange / count) >> LOST_BITS) << LOST_BITS;
        int cg = ((green / count) >> LOST_BITS) << LOST_BITS;
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                int rest = luma(image.getRGB(x, y)) - (cg >> 1);
                int blue = rest - (co >> 1);
                arrived.setRGB(x, y, (clamp(blue + co) << 16) | (clamp(cg + rest) << 8) | clamp(blue));
            }
        }
    }

    private static int orange(int rgb) {
        return (rgb >> 16 & 0xff) - (rgb & 0xff);
    }

    private static int green(int rgb) {
        return (rgb >> 8 & 0xff) - (rgb & 0xff) - (orange(rgb) >> 1);
    }

    private static int luma(int rgb) {
        return (rgb & 0xff) + (orange(rgb) >> 1) + (green(rgb) >> 1);
    }

    private static int clamp(int value) {
        return Math.max(0, Math.min(255, value));
    }
}
