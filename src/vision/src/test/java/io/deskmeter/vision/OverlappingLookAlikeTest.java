package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The picture that is meant is found also where another one that looks like it overlaps its place, such as the next row
 * of a list.
 */
@Tag("slow")
class OverlappingLookAlikeTest {
    private static final int LEFT = 194;
    private static final int FIRST = 104;
    private static final int ROWS = 5;
    private static final int MEANT = 2;
    /** Landmarks are higher than most rows, and have a part of the rows beside. */
    private static final int HEIGHT = 24;

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    /** What a display makes of the pixels. */
    enum Display {
        RAW(false) {
            @Override
            BufferedImage of(BufferedImage image) {
                return image;
            }
        },
        ROUNDED_BY_ONE(false) {
            @Override
            BufferedImage of(BufferedImage image) {
                return each(image, value -> value % 3 == 1 ? value + 1 : value);
            }
        },
        WITH_15_BITS(false) {
            @Override
            BufferedImage of(BufferedImage image) {
                return each(image, value -> (value >> 3) * 255 / 31);
            }
        },
        JPEG_95(true) {
            @Override
            BufferedImage of(BufferedImage image) throws IOException {
                return Drawing.jpeg(image, 95);
            }
        },
        JPEG_85(true) {
            @Override
            BufferedImage of(BufferedImage image) throws IOException {
                return Drawing.jpeg(image, 85);
            }
        },
        JPEG_75(true) {
            @Override
            BufferedImage of(BufferedImage image) throws IOException {
                return Drawing.jpeg(image, 75);
            }
        };

        private final boolean loses;

        Display(boolean loses) {
            this.loses = loses;
        }

        abstract BufferedImage of(BufferedImage image) throws IOException;

        static BufferedImage each(BufferedImage image, IntUnaryOperator channel) {
            BufferedImage changed = Drawing.blank(image.getWidth(), image.getHeight(), 0);
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < image.getWidth(); x++) {
                    int rgb = image.getRGB(x, y);
                    changed.setRGB(
                            x,
                            y,
                            0xff000000
                                    | channel.applyAsInt(rgb >> 16 & 0xff) << 16
                                    | channel.applyAsInt(rgb >> 8 & 0xff) << 8
                                    | channel.applyAsInt(rgb & 0xff));
                }
            }
            return changed;
        }
    }

    private static BufferedImage list() {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        Drawing.fill(screen, new Rect(180, 80, 240, 200), 0xffffff);
        return screen;
    }

    private static void write(BufferedImage on, String text, int row, int pitch, int ink) {
        Graphics2D g = on.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(ink));
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        g.drawString(text, LEFT + 6, FIRST + 16 + row * pitch);
        g.dispose();
    }

    private static Rect meant(int width, int pitch) {
        return new Rect(LEFT, FIRST + MEANT * pitch, width, HEIGHT);
    }

    private static BufferedImage cut(BufferedImage screen, Rect place) {
        BufferedImage cut = Drawing.blank(place.width(), place.height(), 0);
        Drawing.paint(cut, screen.getSubimage(place.x(), place.y(), place.width(), place.height()), 0, 0);
        return cut;
    }

    /** The darker words beside have a higher score than the grey ones, from which loss takes more. */
    @ParameterizedTest
    @EnumSource
    void aGreyedRowAmongRowsThatAreNot(Display display) throws Exception {
        int[][] inks = {
            {0xa0a0a0, 0x606060},
            {0x909090, 0x303030},
            {0x808080, 0x202020},
            {0x404040, 0x000000},
            {0xc0c0c0, 0x909090}
        };
        for (int pitch : new int[] {20, 23, 26}) {
            for (int[] ink : inks) {
                BufferedImage screen = list();
                for (int row = 0; row < ROWS; row++) {
                    write(screen, "Remove", row, pitch, row == MEANT ? ink[0] : ink[1]);
                }
                Rect place = meant(70, pitch);
                Template landmark = Template.of("greyed", cut(screen, place));
                matcher.see(Drawing.whole(display.of(screen)));
                Match match = matcher.find(landmark);
                String what = String.format("%x beside %x, pitch %d", ink[0], ink[1], pitch);
                if (match.found() || !display.loses) {
                    assertThat(match.place()).as(what).isEqualTo(place);
                } else {
                    assertThat(matcher.find(landmark.orDoubtful()).found())
                            .as("%s stays open", what)
                            .isTrue();
                }
                matcher.forget(landmark);
                matcher.forget(landmark.orDoubtful());
            }
        }
    }

    /** A caret takes from the score of the row that is meant, and of no other. */
    @ParameterizedTest
    @ValueSource(ints = {20, 23, 24, 26})
    void aRowWithACaretAmongRowsWithoutOne(int pitch) throws TemplateException {
        BufferedImage screen = list();
        for (int row = 0; row < ROWS; row++) {
            write(screen, "Invoice 2024-" + (row + 1), row, pitch, 0x202020);
        }
        Rect place = meant(110, pitch);
        Template landmark = Template.of("row", cut(screen, place)).orWithCaret();
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).place()).isEqualTo(place);
        Drawing.fill(screen, new Rect(300, place.y() + 4, 1, 15), 0x000000);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).place()).isEqualTo(place);
        assertThat(matcher.find(landmark, place.grow(4, 4, 4, 4)).place()).isEqualTo(place);
    }
}
