package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two states that differ in a pixel or a few, wherever they lie and however pale they are: each is told from the other,
 * or it stays open.
 */
@Tag("slow")
class FewPixelsTest {
    private static final int GROUND = 0xf0f0f0;
    private static final int X = 200;
    private static final int Y = 100;

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    private static BufferedImage words(int ink, int height) {
        BufferedImage words = Drawing.blank(120, height, GROUND);
        Random random = new Random(3);
        for (int x = 10; x < 112; x += 6) {
            Drawing.fill(words, new Rect(x, 12, 1, 14), ink);
            Drawing.fill(words, new Rect(x, 12 + random.nextInt(12), 4, 1), ink);
        }
        Drawing.fill(words, new Rect(61, 25, 2, 2), ink);
        Drawing.fill(words, new Rect(19, 25, 2, 2), ink);
        return words;
    }

    private static BufferedImage with(BufferedImage image, Consumer<BufferedImage> change) {
        change.accept(image);
        return image;
    }

    private void show(BufferedImage what) {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        Drawing.paint(screen, what, X, Y);
        matcher.see(Drawing.whole(screen));
    }

    private void assertToldApart(BufferedImage one, BufferedImage other, String name) throws TemplateException {
        for (List<BufferedImage> pair : List.of(List.of(one, other), List.of(other, one))) {
            Template landmark = Template.of("landmark", pair.get(0));
            show(pair.get(0));
            assertThat(matcher.find(landmark).place())
                    .as(name)
                    .isEqualTo(new Rect(X, Y, one.getWidth(), one.getHeight()));
            show(pair.get(1));
            assertThat(matcher.find(landmark).found()).as(name).isFalse();
            assertThat(matcher.find(landmark.orDoubtful()).found()).as(name).isFalse();
            assertThat(matcher.diagnose(landmark)).as(name).contains("alike, but another picture: ");
            matcher.forget(landmark);
        }
    }

    /** As "1.5 2.5" and "1,5 2,5". */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void twoTailsFarFromEachOther(int tail) throws TemplateException {
        for (int grey = 0xd8; grey >= 0x28; grey -= 16) {
            int ink = grey * 0x10101;
            BufferedImage commas = with(words(ink, 40), on -> {
                Drawing.fill(on, new Rect(61, 27, 1, tail), ink);
                Drawing.fill(on, new Rect(19, 27, 1, tail), ink);
            });
            assertToldApart(words(ink, 40), commas, Integer.toHexString(grey));
        }
    }

    @ParameterizedTest
    @CsvSource({"29, 2", "28, 1"})
    void aTailThatEndsWhereThePictureIsCut(int height, int tail) throws TemplateException {
        for (int grey = 0xd8; grey >= 0x28; grey -= 16) {
            int ink = grey * 0x10101;
            BufferedImage comma = with(words(ink, height), on -> Drawing.fill(on, new Rect(61, 27, 1, tail), ink));
            assertToldApart(words(ink, height), comma, Integer.toHexString(grey));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 8})
    void aDotOfAnotherHueAndTheSameGrey(int size) throws TemplateException {
        int level = 0;
        while (Grey.of(level << 8) < Grey.of(0xe60000)) {
            level++;
        }
        int green = level << 8;
        assertToldApart(
                with(words(0x202020, 40), on -> Drawing.fill(on, new Rect(90, 30, size, size), 0xe60000)),
                with(words(0x202020, 40), on -> Drawing.fill(on, new Rect(90, 30, size, size), green)),
                "red and green");
    }

    @Test
    void aDotBesideABarThatHasFewEdges() throws TemplateException {
        for (int grey = 0xe0; grey >= 0x60; grey -= 32) {
            int ink = grey * 0x10101;
            BufferedImage bar =
                    with(Drawing.blank(40, 20, GROUND), on -> Drawing.fill(on, new Rect(10, 8, 16, 4), 0x404040));
            BufferedImage dotted = with(Drawing.blank(40, 20, GROUND), on -> {
                Drawing.fill(on, new Rect(10, 8, 16, 4), 0x404040);
                Drawing.fill(on, new Rect(30, 5, 1, 2), ink);
            });
            assertToldApart(bar, dotted, Integer.toHexString(grey));
        }
    }

    private static BufferedImage heading(String text, int ink, int bar) {
        BufferedImage heading = Drawing.blank(140, 40, GROUND);
        Drawing.fill(heading, new Rect(2, 2, 136, 10), bar);
        Graphics2D g = heading.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(ink));
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        g.drawString(text, 6, 28);
        g.dispose();
        return heading;
    }

    private static BufferedImage lossy(BufferedImage image, int quality) throws IOException {
        return quality == 100 ? image : Drawing.jpeg(image, quality);
    }

    /** The picture as a whole is not pale, and the loss at the bar says nothing about the words. */
    @ParameterizedTest
    @ValueSource(ints = {100, 92, 80})
    void otherPaleWordsBelowADarkBar(int quality) throws Exception {
        List<String> texts = List.of("Page 2 of 6", "Page 3 of 6", "Invoice 2024", "Inbox (12)", "Page 12 of 16");
        for (int bar : new int[] {0x204080, 0x808080, 0x000000}) {
            for (int ink : new int[] {0xd8d8d8, 0xc0c0c0, 0xa8a8a8}) {
                for (String text : texts) {
                    Template landmark = Template.of("landmark", heading(text, ink, bar));
                    for (String other : texts) {
                        BufferedImage screen = Drawing.document(640, 400, false, 1);
                        Drawing.paint(screen, heading(other, ink, bar), X + 3, Y + 1);
                        matcher.see(Drawing.whole(lossy(screen, quality)));
                        assertThat(matcher.find(landmark).found() && !other.equals(text))
                                .as("%s for %s, ink %x, bar %x", other, text, ink, bar)
                                .isFalse();
                        assertThat(matcher.find(landmark.orDoubtful()).found() || !other.equals(text))
                                .as("%s itself, ink %x, bar %x", text, ink, bar)
                                .isTrue();
                    }
                    matcher.forget(landmark);
                    matcher.forget(landmark.orDoubtful());
                }
            }
        }
    }

    /**
     * Words of a few levels more than their ground: with so much loss they are not like themselves, but nobody can say
     * that they are not there.
     */
    @ParameterizedTest
    @ValueSource(ints = {92, 85, 77})
    void veryPaleWordsAreNeverSaidToBeAbsentWhereTheyAre(int quality) throws Exception {
        BufferedImage words = Drawing.blank(120, 26, 0x1e1e1e);
        Graphics2D g = words.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        g.setColor(new Color(0x323232));
        g.drawString("crane 8", 5, 19);
        g.dispose();
        Template landmark = Template.of("landmark", words);
        for (int moved = 0; moved < 8; moved++) {
            BufferedImage screen = Drawing.blank(400, 200, 0x1e1e1e);
            for (int y = 0; y < 200; y++) {
                for (int x = 0; x < 400; x++) {
                    int wave = (int) (110 + 60 * Math.sin(x / 19.0) * Math.cos(y / 13.0));
                    screen.setRGB(x, y, 0xff000000 | wave << 16 | wave << 8 | (255 - wave));
                }
            }
            Drawing.paint(screen, words, 100 + moved, 60 + 3 * moved);
            show(lossy(screen, quality));
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("moved by %d", moved)
                    .isTrue();
            show(lossy(Drawing.blank(400, 200, 0x1e1e1e), quality));
            assertThat(matcher.find(landmark.orDoubtful()).found()).isFalse();
        }
    }

    /** How a display with 16 bits makes bytes of five bits; those of six are made alike. */
    enum Rounding {
        SCALED {
            @Override
            int of(int value, int bits) {
                int most = (1 << bits) - 1;
                return ((value >> (8 - bits)) * 255 + most / 2) / most;
            }
        },
        REPEATED {
            @Override
            int of(int value, int bits) {
                int level = value >> (8 - bits);
                return level << (8 - bits) | level >> (2 * bits - 8);
            }
        },
        CUT {
            @Override
            int of(int value, int bits) {
                return value >> (8 - bits) << (8 - bits);
            }
        },
        NEAREST {
            @Override
            int of(int value, int bits) {
                int most = (1 << bits) - 1;
                return ((value * most + 127) / 255 * 255 + most / 2) / most;
            }
        },
        /** As xfreerdp does it: the sum may be above the level's own range of bytes, and white is cut. */
        ADDED {
            @Override
            int of(int value, int bits) {
                int level = (value * ((1 << bits) - 1) + 128) / 255;
                return Math.min(255, (level << (8 - bits)) + (level >> (bits - 3)));
            }
        };

        abstract int of(int value, int bits);
    }

    /** What the rounding loses is known, so that details no larger than it are seen. */
    @ParameterizedTest
    @EnumSource
    void palePixelsOnADisplayWith16Bits(Rounding rounding) throws Exception {
        for (int grey = 0xd8; grey >= 0x60; grey -= 8) {
            isDecidedOnADisplayWith16Bits(grey * 0x10101, rounding);
        }
        // 37 of 255 are four and a half of 31: it is rounded up by some and down by others.
        isDecidedOnADisplayWith16Bits(0x252525, rounding);
    }

    private void isDecidedOnADisplayWith16Bits(int ink, Rounding rounding) throws Exception {
        BufferedImage point = words(ink, 40);
        BufferedImage comma = with(words(ink, 40), on -> Drawing.fill(on, new Rect(61, 27, 1, 2), ink));
        for (List<BufferedImage> pair : List.of(List.of(point, comma), List.of(comma, point))) {
            Template landmark = Template.of("landmark", pair.get(0));
            show(rounded(pair.get(0), rounding));
            assertThat(matcher.find(landmark).found()).as("%x", ink).isTrue();
            show(rounded(pair.get(1), rounding));
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("%x", ink)
                    .isFalse();
            matcher.forget(landmark);
            matcher.forget(landmark.orDoubtful());
        }
    }

    private static BufferedImage rounded(BufferedImage image, Rounding rounding) {
        BufferedImage rounded = Drawing.blank(image.getWidth(), image.getHeight(), 0);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                rounded.setRGB(
                        x,
                        y,
                        0xff000000
                                | rounding.of(rgb >> 16 & 0xff, 5) << 16
                                | rounding.of(rgb >> 8 & 0xff, 6) << 8
                                | rounding.of(rgb & 0xff, 5));
            }
        }
        return rounded;
    }

    /** With a loss of their own size, pale pictures are told apart, or they stay open. */
    @Test
    void aPaleTailInLossIsNotTakenForNone() throws Exception {
        int open = 0;
        for (int grey : new int[] {0xd8, 0xd0, 0xc8, 0xc0, 0xb0, 0xa0}) {
            int ink = grey * 0x10101;
            BufferedImage point = words(ink, 40);
            BufferedImage comma = with(words(ink, 40), on -> Drawing.fill(on, new Rect(61, 27, 1, 2), ink));
            for (int quality : new int[] {95, 92, 90, 85, 80, 75, 65, 50}) {
                for (List<BufferedImage> pair : List.of(List.of(point, comma), List.of(comma, point))) {
                    Template landmark = Template.of("landmark", pair.get(0));
                    show(Drawing.jpeg(pair.get(1), quality));
                    assertThat(matcher.find(landmark).found())
                            .as("%x at %d", grey, quality)
                            .isFalse();
                    open += matcher.find(landmark.orDoubtful()).found() ? 1 : 0;
                    matcher.forget(landmark);
                    matcher.forget(landmark.orDoubtful());
                }
            }
        }
        assertThat(open).isPositive();
    }
}
