package io.deskmeter.vision.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Drawing;
import io.deskmeter.vision.Label;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Colours that are rounded by one step are decided without the bounds, and as the bounds decide. */
class ResidueTest {
    private static final int X = 33;
    private static final int Y = 21;

    private static BufferedImage changed(BufferedImage image, IntUnaryOperator step) {
        BufferedImage changed = Drawing.blank(image.getWidth(), image.getHeight(), 0);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                int steps = step.applyAsInt(rgb);
                int result = 0;
                for (int shift = 0; shift < 24; shift += 8) {
                    int value = (rgb >> shift & 0xff) + (steps >> shift & 0xff) - 1;
                    result |= Math.max(0, Math.min(255, value)) << shift;
                }
                changed.setRGB(x, y, 0xff000000 | result);
            }
        }
        return changed;
    }

    /**
     * Of a pixel's colour, in each channel: 0 for a step down, 1 for none, 2 for one up. The last ones go with the
     * grey, as another hue does.
     */
    private static List<IntUnaryOperator> roundings() {
        Random random = new Random(4);
        return List.of(
                rgb -> random.nextInt(3) << 16 | random.nextInt(3) << 8 | random.nextInt(3),
                rgb -> 0x020202,
                rgb -> 0x000000,
                rgb -> 0x020002,
                rgb -> (rgb & 0xff00) >= 0x8000 ? 0x020202 : 0x000000,
                rgb -> (rgb & 0xff00) >= 0x8000 ? 0x000200 : 0x020002,
                rgb -> (rgb & 0xff00) >= 0x8000 ? 0x000101 : 0x020101,
                rgb -> (rgb & 0xff00) >= 0x8000 ? 0x020100 : 0x000102);
    }

    private static ScreenSums screen(BufferedImage image) {
        BufferedImage screen = Drawing.document(200, 120, false, 2);
        Drawing.paint(screen, image, X, Y);
        return new ScreenSums(Drawing.frame(screen), new ScratchMemory().lines);
    }

    @Test
    void coloursThatAreRoundedByOneStepExceedNoBound() throws TemplateException {
        List<BufferedImage> images = new ArrayList<>(List.of(Label.drawn(), changed(Label.drawn(), rgb -> 0x020001)));
        for (int seed = 1; seed <= 20; seed++) {
            images.add(Drawing.landmark(16 + 5 * seed, 12 + 3 * seed, seed));
        }
        // As a dark theme's words, of little contrast and one hue.
        BufferedImage faint = Drawing.blank(40, 20, 0x303238);
        Drawing.fill(faint, new Rect(6, 6, 20, 8), 0x383a50);
        images.add(faint);
        for (BufferedImage image : images) {
            Template template = Template.of("rounded", image);
            for (IntUnaryOperator rounding : roundings()) {
                ScreenSums screen = screen(changed(image, rounding));
                assertThat(template.residue().isEqualButRounded(screen, X, Y)).isTrue();
                assertThat(template.residue().compare(screen, X, Y).verdict()).isEqualTo(Residue.Verdict.IS);
            }
        }
    }

    @Test
    void twoStepsInOneChannelOfOnePixelAreLeftToTheBounds() throws TemplateException {
        BufferedImage image = Label.drawn();
        Template template = Template.of("label", image);
        for (int shift = 0; shift < 24; shift += 8) {
            BufferedImage other = Label.drawn();
            other.setRGB(60, 3, other.getRGB(60, 3) - (2 << shift));
            assertThat(template.residue().isEqualButRounded(screen(other), X, Y))
                    .isFalse();
        }
        assertThat(template.residue().isEqualButRounded(screen(image), X, Y)).isTrue();
    }

    /** A field with words, and a line along a side of it. */
    private static BufferedImage field(int colour, Rect line) {
        BufferedImage field = Drawing.document(90, 30, false, 2);
        Drawing.fill(field, line, colour);
        return field;
    }

    private static Residue.Verdict verdict(BufferedImage shown, BufferedImage landmark) throws TemplateException {
        return Template.of("field", landmark).decide(screen(shown), X, Y).verdict();
    }

    /**
     * At the border, where colours from beside a picture bleed into it; of equal brightness, and of so little contrast
     * as a tab that is not chosen has.
     */
    @Test
    void aLineAtTheBorderOfAnotherColourIsAnotherPicture() throws TemplateException {
        List<Rect> lines = List.of(
                new Rect(0, 0, 90, 1),
                new Rect(0, 29, 90, 1),
                new Rect(0, 0, 1, 30),
                new Rect(89, 0, 1, 30),
                new Rect(1, 28, 88, 1));
        int[][] pairs = {{0x7b7b7b, 0xe01b24}, {0x6b6b6b, 0x0078d7}, {0xf0f0f0, 0xe0e0e0}, {0xf0f0f0, 0xd0e0ff}};
        for (Rect line : lines) {
            for (int[] pair : pairs) {
                BufferedImage one = field(pair[0], line);
                BufferedImage other = field(pair[1], line);
                assertThat(verdict(one, one)).isEqualTo(Residue.Verdict.IS);
                assertThat(verdict(other, one)).as("%s on %s", line, other).isEqualTo(Residue.Verdict.IS_NOT);
                assertThat(verdict(one, other)).isEqualTo(Residue.Verdict.IS_NOT);
            }
        }
    }
}
