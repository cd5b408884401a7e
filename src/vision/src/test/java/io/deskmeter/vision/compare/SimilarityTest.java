package io.deskmeter.vision.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.screen.Frame;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The index against one that is computed window by window, straight from its definition. */
class SimilarityTest {
    private static final int SIDE = 8;
    private static final double C1 = 6.5025;
    private static final double C2 = 58.5225;
    private static final int OPAQUE = 0xff000000;

    @Test
    void equalPicturesAreAlikeWholly() throws TemplateException {
        BufferedImage image = noise(40, 23, 1);
        assertThat(Similarity.of(Template.of("noise", image), picture(image))).hasValueCloseTo(1.0, within(1e-12));
    }

    @Test
    void itIsTheMeanOfTheIndexOverAllWindows() throws TemplateException {
        Random random = new Random(20261122);
        for (int trial = 0; trial < 200; trial++) {
            int width = 4 + random.nextInt(40);
            int height = 4 + random.nextInt(30);
            BufferedImage image = noise(width, height, random.nextLong());
            Frame picture = random.nextBoolean()
                    ? picture(noise(width, height, random.nextLong()))
                    : disturbed(image, random.nextInt(120), random);
            assertThat(Similarity.of(Template.of("noise", image), picture))
                    .as("trial %d, %dx%d", trial, width, height)
                    .hasValueCloseTo(byDefinition(image, picture), within(1e-9));
        }
    }

    @Test
    void windowsWithTransparentPixelsDoNotCount() throws TemplateException {
        Random random = new Random(7);
        for (int trial = 0; trial < 100; trial++) {
            BufferedImage image = noise(12 + random.nextInt(30), 12 + random.nextInt(30), random.nextLong());
            int holes = random.nextInt(4);
            for (int i = 0; i < holes; i++) {
                image.setRGB(random.nextInt(image.getWidth()), random.nextInt(image.getHeight()), 0);
            }
            Frame picture = disturbed(image, 60, random);
            double expected = byDefinition(image, picture);
            if (Double.isNaN(expected)) {
                assertThat(Similarity.of(Template.of("holes", image), picture)).isEmpty();
            } else {
                assertThat(Similarity.of(Template.of("holes", image), picture))
                        .as("trial %d", trial)
                        .hasValueCloseTo(expected, within(1e-9));
            }
        }
    }

    @Test
    void nothingIsSaidWhereEveryWindowHasAHole() throws TemplateException {
        BufferedImage image = noise(10, 10, 3);
        image.setRGB(4, 4, 0);
        assertThat(Similarity.of(Template.of("hole", image), picture(image))).isEmpty();
    }

    /** Two even greys, 100 and 110: only the first factor differs from 1, by the published formula. */
    @Test
    void theFactorOfBrightnessIsThePublishedOne() throws TemplateException {
        BufferedImage image = even(16, 16, 100);
        double expected = (2.0 * 100 * 110 + C1) / (100.0 * 100 + 110.0 * 110 + C1);
        assertThat(Similarity.of(Template.of("even", image), picture(even(16, 16, 110))))
                .hasValueCloseTo(expected, within(1e-12));
    }

    @Test
    void moreDisturbanceIsLessAlike() throws TemplateException {
        BufferedImage image = stripes(64, 32);
        Template template = Template.of("stripes", image);
        double last = 1;
        for (int amount : new int[] {8, 24, 60, 120}) {
            double now = Similarity.of(template, disturbed(image, amount, new Random(5)))
                    .orElseThrow();
            assertThat(now).as("disturbed by %d", amount).isLessThan(last);
            last = now;
        }
    }

    @Test
    void aPictureOfAnotherSizeIsRefused() throws TemplateException {
        Template template = Template.of("noise", noise(20, 20, 1));
        assertThatThrownBy(() -> Similarity.of(template, new Frame(20, 21)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("picture: 20x21 (expected: 20x20, the size of noise)");
    }

    /** NaN where no window is wholly opaque. */
    private static double byDefinition(BufferedImage image, Frame picture) {
        int wide = Math.min(SIDE, image.getWidth());
        int high = Math.min(SIDE, image.getHeight());
        double sum = 0;
        int count = 0;
        for (int top = 0; top + high <= image.getHeight(); top++) {
            for (int left = 0; left + wide <= image.getWidth(); left++) {
                if (!begins(top, image.getHeight() - high) || !begins(left, image.getWidth() - wide)) {
                    continue;
                }
                double index = window(image, picture, left, top, wide, high);
                if (!Double.isNaN(index)) {
                    sum += index;
                    count++;
                }
            }
        }
        return sum / count;
    }

    /** Every four pixels, and at the far edge. */
    private static boolean begins(int at, int last) {
        return at % 4 == 0 || at == last;
    }

    /** Equation 13, with means, variances and covariance summed as deviations. */
    private static double window(BufferedImage image, Frame picture, int left, int top, int wide, int high) {
        double n = wide * high;
        double meanA = 0;
        double meanB = 0;
        for (int i = 0; i < n; i++) {
            int x = left + i % wide;
            int y = top + i / wide;
            if (image.getRGB(x, y) >>> 24 < 128) {
                return Double.NaN;
            }
            meanA += brightness(image.getRGB(x, y)) / n;
            meanB += brightness(picture.pixels()[y * picture.width() + x]) / n;
        }
        double varianceA = 0;
        double varianceB = 0;
        double covariance = 0;
        for (int i = 0; i < n; i++) {
            int x = left + i % wide;
            int y = top + i / wide;
            double a = brightness(image.getRGB(x, y)) - meanA;
            double b = brightness(picture.pixels()[y * picture.width() + x]) - meanB;
            varianceA += a * a / n;
            varianceB += b * b / n;
            covariance += a * b / n;
        }
        double luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
        return luminance * (2 * covariance + C2) / (varianceA + varianceB + C2);
    }

    /** ITU-R BT.601 in 256ths, rounded to whole numbers. */
    private static long brightness(int rgb) {
        return Math.round((77 * (rgb >> 16 & 0xff) + 150 * (rgb >> 8 & 0xff) + 29 * (rgb & 0xff)) / 256.0);
    }

    private static BufferedImage noise(int width, int height, long seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, OPAQUE | random.nextInt(0x1000000));
        }
        return image;
    }

    private static BufferedImage even(int width, int height, int grey) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, OPAQUE | grey * 0x10101);
        }
        return image;
    }

    private static BufferedImage stripes(int width, int height) {
        BufferedImage image = even(width, height, 200);
        for (int x = 0; x < width; x += 6) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, OPAQUE | 0x202020);
            }
        }
        return image;
    }

    private static Frame picture(BufferedImage image) {
        return disturbed(image, 0, new Random(1));
    }

    /** Every channel off by up to so much. */
    private static Frame disturbed(BufferedImage image, int by, Random random) {
        Frame frame = new Frame(image.getWidth(), image.getHeight());
        for (int i = 0; i < frame.pixels().length; i++) {
            int rgb = image.getRGB(i % image.getWidth(), i / image.getWidth());
            int red = off(rgb >> 16 & 0xff, by, random);
            int green = off(rgb >> 8 & 0xff, by, random);
            frame.pixels()[i] = red << 16 | green << 8 | off(rgb & 0xff, by, random);
        }
        return frame;
    }

    private static int off(int channel, int by, Random random) {
        return Math.max(0, Math.min(255, channel + random.nextInt(2 * by + 1) - by));
    }
}
