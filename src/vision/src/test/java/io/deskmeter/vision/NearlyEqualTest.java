package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures whose score is that of the landmark, and which are other pictures all the same. */
@Tag("slow")
class NearlyEqualTest {
    private static final Rect PLACE = Label.PLACE;

    private final TemplateMatcher matcher = new TemplateMatcher();
    private final BufferedImage image = Label.drawn();
    private final Template landmark = template(image);

    @AfterEach
    void close() {
        matcher.close();
    }

    static Stream<Arguments> details() {
        return Stream.of(
                detail("a dot", Label::dot),
                detail("a glyph", Label::glyph),
                detail("a line", Label::line),
                detail("a frame", on -> Label.frame(on, 0xa0a8b8)),
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
        BufferedImage other = Label.drawn();
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

    /** As "0.25" and "0,25" in pale grey: all that differs is the tail of the comma. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
        "0xa0a0a0, none",
        "0xb8b8b8, none",
        "0xc8c8c8, none",
        "0xe0e0e0, none",
        "0xa0a0a0, 16 bits",
        "0xb8b8b8, 16 bits",
        "0xa0a0a0, jpeg",
        "0xb8b8b8, jpeg"
    })
    void aPalePixelIsADetail(String colour, String loss) throws Exception {
        BufferedImage point = pale(Integer.decode(colour));
        BufferedImage comma = pale(Integer.decode(colour));
        Drawing.fill(comma, new Rect(61, 27, 1, 2), Integer.decode(colour));
        show(lossy(point, loss));
        assertThat(matcher.find(template(point)).found()).isTrue();
        assertThat(matcher.find(template(comma).withoutDetails()).found()).isTrue();
        assertThat(matcher.find(template(comma)).found()).isFalse();
        show(lossy(comma, loss));
        assertThat(matcher.find(template(comma)).found()).isTrue();
        assertThat(matcher.find(template(point)).found()).isFalse();
    }

    /**
     * Where a pixel of so pale a picture would differ by no more than what the codec has changed elsewhere, it is
     * neither there nor not there.
     */
    @Test
    void aPictureAsPaleAsItsLossIsLeftOpen() throws Exception {
        int open = 0;
        for (int colour : new int[] {0xc0c0c0, 0xc8c8c8, 0xd0d0d0, 0xd8d8d8}) {
            Template point = template(pale(colour));
            for (int quality = 50; quality <= 95; quality += 5) {
                show(Drawing.jpeg(pale(colour), quality));
                if (!matcher.find(point).found()
                        && matcher.find(point.orDoubtful()).found()) {
                    open += matcher.diagnose(point).contains("undecided: the picture is too pale for so much loss")
                            ? 1
                            : 0;
                }
            }
        }
        assertThat(open).isPositive();
    }

    private static BufferedImage pale(int colour) {
        BufferedImage words = Drawing.blank(PLACE.width(), PLACE.height(), 0xf0f0f0);
        Random random = new Random(3);
        for (int x = 10; x < 112; x += 6) {
            Drawing.fill(words, new Rect(x, 12, 1, 14), colour);
            Drawing.fill(words, new Rect(x, 12 + random.nextInt(12), 4, 1), colour);
        }
        Drawing.fill(words, new Rect(61, 25, 2, 2), colour);
        return words;
    }

    private static BufferedImage lossy(BufferedImage image, String loss) throws IOException {
        switch (loss) {
            case "none" -> {
                return image;
            }
            case "jpeg" -> {
                return Drawing.jpeg(image, 92);
            }
            default -> {
                BufferedImage rounded = copy(image);
                for (int y = 0; y < image.getHeight(); y++) {
                    for (int x = 0; x < image.getWidth(); x++) {
                        rounded.setRGB(x, y, image.getRGB(x, y) & 0xfff8fcf8);
                    }
                }
                return rounded;
            }
        }
    }

    /**
     * Where so little is left of a detail that both may be there, neither is; where it is nearer to one, the other is
     * not.
     */
    @Test
    void betweenTwoTheNearerOneIsThereOrNone() throws TemplateException {
        BufferedImage other = Label.drawn();
        Drawing.fill(other, new Rect(60, 14, 8, 3), 0x808080);
        Drawing.fill(other, new Rect(20, 28, 60, 1), 0xd0d0d0);
        Template one = landmark.besides(List.of(template(other)));
        Template two = template(other).besides(List.of(landmark));
        BufferedImage between = Drawing.blank(PLACE.width(), PLACE.height(), 0);
        for (int share = 0; share <= 10; share++) {
            for (int y = 0; y < PLACE.height(); y++) {
                for (int x = 0; x < PLACE.width(); x++) {
                    int from = image.getRGB(x, y) & 0xff;
                    int grey = from + ((other.getRGB(x, y) & 0xff) - from) * share / 10;
                    between.setRGB(
                            x,
                            y,
                            (image.getRGB(x, y) & 0xffff00) == (other.getRGB(x, y) & 0xffff00)
                                    ? image.getRGB(x, y)
                                    : 0xff000000 | grey * 0x10101);
                }
            }
            show(between);
            boolean isOne = matcher.find(one).found();
            boolean isTwo = matcher.find(two).found();
            assertThat(isOne && isTwo).as("share %d", share).isFalse();
            assertThat(isOne && share >= 5).as("share %d is one", share).isFalse();
            assertThat(isTwo && share <= 5).as("share %d is two", share).isFalse();
            assertThat(isOne || share > 0).isTrue();
            assertThat(isTwo || share < 10).isTrue();
            if (share == 9) {
                assertThat(matcher.find(one.orDoubtful()).found()).isFalse();
            }
        }
    }

    @Test
    void noiseEverywhereIsLoss() {
        BufferedImage noisy = Label.drawn();
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
        BufferedImage rounded = Label.drawn();
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 120; x++) {
                rounded.setRGB(x, y, rounded.getRGB(x, y) & 0xfff8fcf8);
            }
        }
        show(rounded);
        assertThat(matcher.find(landmark).found()).isTrue();
    }

    /** As word processors place pictures of a document: by parts of a pixel, and a little smaller or larger. */
    @ParameterizedTest(name = "{0}, {1}, {2}")
    @CsvSource({"0.3, 0, 1", "0, -0.4, 1", "0, 0, 0.996", "0.1, 0.2, 0.997", "-0.2, -0.4, 1.002"})
    void placedByPartsOfAPixelItIsThere(double across, double down, double scale) {
        for (Map.Entry<String, BufferedImage> shown :
                Map.of("words", image, "blocks", blocks()).entrySet()) {
            BufferedImage picture = shown.getValue();
            Template template = template(picture);
            AffineTransform shift = AffineTransform.getTranslateInstance(across, down);
            shift.scale(scale, scale);
            show(resampled(picture, shift));
            assertThat(matcher.find(template).found())
                    .as("%s", matcher.diagnose(template))
                    .isTrue();
            Map<String, Consumer<BufferedImage>> changes = Map.of(
                    "a glyph", other -> Drawing.fill(other, new Rect(60, 12, 5, 14), 0x202020),
                    "a bar", other -> Drawing.fill(other, new Rect(20, 5, 2, 9), 0x202020),
                    "less contrast", NearlyEqualTest::paler);
            for (Map.Entry<String, Consumer<BufferedImage>> change : changes.entrySet()) {
                BufferedImage other = copy(picture);
                change.getValue().accept(other);
                if (isSame(other, picture)) {
                    continue;
                }
                show(resampled(other, shift));
                assertThat(matcher.find(template).found())
                        .as("%s with %s", shown.getKey(), change.getKey())
                        .isFalse();
            }
        }
    }

    /**
     * Recorded of LibreOffice on Xvnc, and on xrdp with 16-bit colour: a document whose pictures lie between pixels, as
     * in some starts and not in others.
     */
    @ParameterizedTest
    @CsvSource({
        "impress-slide-2, office/impress/landmarks/slide-2",
        "draw-shape-1, office/draw/landmarks/shape-1",
        "impress-slide-3-xrdp-16, office/impress/landmarks/slide-3",
        "draw-under-2-xrdp-16, office/draw/landmarks/under-2"
    })
    void landmarksOfTheIncludedWorkloadsAreThere(String recorded, String file) throws Exception {
        Template template = Template.load(Path.of("..", "..", "workloads", file + ".png"));
        try (InputStream in = Objects.requireNonNull(NearlyEqualTest.class.getResourceAsStream(recorded + ".png"))) {
            matcher.see(Drawing.whole(ImageIO.read(in)));
        }
        assertThat(matcher.find(template).place())
                .as("%s", matcher.diagnose(template))
                .isEqualTo(new Rect(16, 16, 128, 64));
    }

    private static boolean isSame(BufferedImage one, BufferedImage other) {
        return Arrays.equals(one.getRGB(0, 0, 120, 40, null, 0, 120), other.getRGB(0, 0, 120, 40, null, 0, 120));
    }

    private static BufferedImage copy(BufferedImage image) {
        BufferedImage copy = Drawing.blank(image.getWidth(), image.getHeight(), 0);
        Drawing.paint(copy, image, 0, 0);
        return copy;
    }

    private static BufferedImage blocks() {
        BufferedImage blocks = Drawing.blank(120, 40, 0x20262e);
        Random random = new Random(8);
        for (int i = 0; i < 14; i++) {
            Drawing.fill(blocks, new Rect(10 + 15 * (i % 7), 2 + 18 * (i / 7), 15, 18), random.nextInt(0x1000000));
        }
        return blocks;
    }

    /** On the ground that its border has. */
    private static BufferedImage resampled(BufferedImage image, AffineTransform shift) {
        BufferedImage wide = Drawing.blank(124, 44, image.getRGB(0, 0));
        Drawing.paint(wide, image, 2, 2);
        BufferedImage shifted = Drawing.blank(124, 44, image.getRGB(0, 0));
        Graphics2D g = shifted.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        g.drawImage(wide, shift, null);
        g.dispose();
        return shifted.getSubimage(2, 2, 120, 40);
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
