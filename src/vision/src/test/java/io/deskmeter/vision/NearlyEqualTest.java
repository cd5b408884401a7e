package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures whose score is that of the landmark, and which are other pictures all the same. */
class NearlyEqualTest {
    private static final Rect PLACE = new Rect(200, 100, 120, 40);

    private final TemplateMatcher matcher = new TemplateMatcher();
    private final BufferedImage image = label();
    private final Template landmark = template(image);

    @AfterEach
    void close() {
        matcher.close();
    }

    /** Strokes like words on a light ground, with a coloured mark. */
    private static BufferedImage label() {
        BufferedImage label = Drawing.blank(PLACE.width(), PLACE.height(), 0xf0f0f0);
        Random random = new Random(3);
        for (int x = 30; x < 112; x += 6) {
            Drawing.fill(label, new Rect(x, 12, 1, 14), 0x202020);
            Drawing.fill(label, new Rect(x, 12 + random.nextInt(12), 4, 2), 0x202020);
        }
        Drawing.fill(label, new Rect(8, 12, 12, 12), 0xe60000);
        return label;
    }

    static Stream<Arguments> details() {
        return Stream.of(
                detail("a dot", on -> Drawing.fill(on, new Rect(113, 24, 2, 2), 0x202020)),
                detail("a glyph", on -> Drawing.fill(on, new Rect(60, 18, 5, 2), 0x202020)),
                detail("a line", on -> Drawing.fill(on, new Rect(30, 29, 24, 1), 0x404040)),
                detail("a frame", on -> {
                    Drawing.fill(on, new Rect(3, 3, 114, 1), 0xa0a8b8);
                    Drawing.fill(on, new Rect(3, 36, 114, 1), 0xa0a8b8);
                }),
                detail("a hue of the same brightness", on -> Drawing.fill(on, new Rect(8, 12, 12, 12), 0x007800)),
                detail("an area that is darker", NearlyEqualTest::darker),
                detail("less contrast", NearlyEqualTest::paler));
    }

    private static Arguments detail(String name, Consumer<BufferedImage> change) {
        return Arguments.of(name, change);
    }

    private static void darker(BufferedImage image) {
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 120; x++) {
                if ((image.getRGB(x, y) & 0xffffff) == 0xf0f0f0) {
                    image.setRGB(x, y, 0xffdadada);
                }
            }
        }
    }

    private static void paler(BufferedImage image) {
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 120; x++) {
                if ((image.getRGB(x, y) & 0xffffff) == 0x202020) {
                    image.setRGB(x, y, 0xff606060);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("details")
    void isAnotherPictureWith(String name, Consumer<BufferedImage> change) {
        BufferedImage other = label();
        change.accept(other);
        show(other);
        assertThat(matcher.find(landmark.withoutDetails()).found())
                .as("alike as a whole")
                .isTrue();
        assertThat(matcher.find(landmark).found()).isFalse();
        assertThat(matcher.find(landmark.orDoubtful()).found()).isFalse();
        assertThat(matcher.diagnose(landmark)).contains("alike, but another picture: ");
        // And the other way round.
        show(image);
        assertThat(matcher.find(template(other)).found()).isFalse();
        assertThat(matcher.find(landmark).found()).isTrue();
    }

    @Test
    void noiseEverywhereIsLoss() {
        BufferedImage noisy = label();
        Random random = new Random(5);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 120; x++) {
                int noise = random.nextInt(17) - 8;
                int rgb = noisy.getRGB(x, y);
                noisy.setRGB(
                        x,
                        y,
                        0xff000000
                                | channel((rgb >> 16 & 0xff) + noise) << 16
                                | channel((rgb >> 8 & 0xff) + noise) << 8
                                | channel((rgb & 0xff) + noise));
            }
        }
        show(noisy);
        assertThat(matcher.find(landmark).found()).isTrue();
    }

    @Test
    void aPixelsRoundingIsLoss() {
        BufferedImage rounded = label();
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 120; x++) {
                rounded.setRGB(x, y, rounded.getRGB(x, y) & 0xfff8fcf8);
            }
        }
        show(rounded);
        assertThat(matcher.find(landmark).found()).isTrue();
    }

    private static int channel(int value) {
        return Math.max(0, Math.min(255, value));
    }

    private void show(BufferedImage what) {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        Drawing.paint(screen, what, PLACE.x(), PLACE.y());
        matcher.see(Drawing.whole(screen));
    }

    private static Template template(BufferedImage image) {
        try {
            return Template.of("label", image);
        } catch (TemplateException e) {
            throw new AssertionError(e);
        }
    }
}
