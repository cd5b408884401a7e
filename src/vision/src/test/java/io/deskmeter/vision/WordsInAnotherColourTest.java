package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a display without loss, words, or some of them, in another colour of about the same grey are another picture. */
@Tag("slow")
class WordsInAnotherColourTest {
    private static final int X = 203;
    private static final int Y = 101;
    private static final Rect PLACE = new Rect(X, Y, 170, 30);
    private static final String WORDS = "const value = 12;";

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    private static BufferedImage words(int ground, int first, int second, boolean icon) {
        BufferedImage words = Drawing.blank(PLACE.width(), PLACE.height(), ground);
        Graphics2D g = words.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        g.setColor(new Color(first));
        g.drawString(WORDS.substring(0, 6), 8, 20);
        int x = 8 + g.getFontMetrics().stringWidth(WORDS.substring(0, 6));
        g.setColor(new Color(second));
        g.drawString(WORDS.substring(6), x, 20);
        if (icon) {
            g.setColor(new Color(0xe5a50a));
            g.fillOval(148, 8, 14, 14);
            g.setColor(new Color(0x3584e4));
            g.fillRect(150, 12, 8, 6);
        }
        g.dispose();
        return words;
    }

    private static BufferedImage screen(BufferedImage words, boolean fewColours) {
        BufferedImage screen = Drawing.document(400, 200, false, 1);
        Drawing.paint(screen, words, X, Y);
        for (int y = 0; fewColours && y < screen.getHeight(); y++) {
            for (int x = 0; x < screen.getWidth(); x++) {
                int rgb = screen.getRGB(x, y);
                screen.setRGB(
                        x, y, 0xff000000 | scaled(rgb >> 16, 5) << 16 | scaled(rgb >> 8, 6) << 8 | scaled(rgb, 5));
            }
        }
        return screen;
    }

    private static int scaled(int value, int bits) {
        int most = (1 << bits) - 1;
        return (((value & 0xff) >> (8 - bits)) * 255 + most / 2) / most;
    }

    @ParameterizedTest
    @CsvSource({
        "0x1e1e1e, 0xdcdcaa, 0xd4d4d4",
        "0x1e1e1e, 0x9cdcfe, 0xd4d4d4",
        "0x1e1e1e, 0xb5cea8, 0xdcdcaa",
        "0x282c34, 0x61afef, 0x56b6c2",
        "0x002b36, 0x859900, 0xb58900",
        "0xffffff, 0x6e7781, 0x757575",
        "0xffffff, 0x0969da, 0x1565c0",
        "0xffffff, 0x9e9e9e, 0x94a3b8",
        "0xfdf6e3, 0x657b83, 0x2aa198",
        "0x1565c0, 0xffffff, 0xfff59d"
    })
    void areAnotherPicture(String ground, String one, String other) throws Exception {
        for (boolean fewColours : new boolean[] {false, true}) {
            for (boolean icon : new boolean[] {false, true}) {
                assertToldApart(Integer.decode(ground), Integer.decode(one), Integer.decode(other), icon, fewColours);
                assertToldApart(Integer.decode(ground), Integer.decode(other), Integer.decode(one), icon, fewColours);
            }
        }
    }

    /** JPEG takes from the colour of words that are a pixel wide, but leaves most of it. */
    @ParameterizedTest
    @CsvSource({
        "Serif, 15, 0x1e1e1e, 0x78aeed, 0xdcdcdc",
        "Monospaced, 14, 0xffffff, 0x1a5fb4, 0x303030",
        "SansSerif, 12, 0xf6f5f4, 0xc01c28, 0x303030"
    })
    void withoutColourTheyAreNoneInColour(String font, int size, String ground, String colour, String grey)
            throws Exception {
        Font drawn = new Font(font, Font.PLAIN, size);
        BufferedImage words = words(drawn, Integer.decode(ground), Integer.decode(colour));
        BufferedImage others = words(drawn, Integer.decode(ground), Integer.decode(grey));
        Template landmark = Template.of("landmark", words);
        for (int quality = 95; quality >= 25; quality -= 10) {
            matcher.see(Drawing.whole(Drawing.jpeg(screen(others, false), quality)));
            assertThat(matcher.find(landmark).found())
                    .as("grey words at quality %d", quality)
                    .isFalse();
            matcher.see(Drawing.whole(Drawing.jpeg(screen(words, false), quality)));
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("the words themselves at quality %d", quality)
                    .isTrue();
        }
    }

    private static BufferedImage words(Font font, int ground, int ink) {
        BufferedImage words = Drawing.blank(150, 26, ground);
        Graphics2D g = words.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setFont(font);
        g.setColor(new Color(ink));
        g.drawString("Minutes ledger", 5, font.getSize() + 4);
        g.dispose();
        return words;
    }

    private void assertToldApart(int ground, int wanted, int other, boolean icon, boolean fewColours) throws Exception {
        BufferedImage words = words(ground, wanted, wanted, icon);
        Template landmark = Template.of("landmark", words);
        for (int second : new int[] {wanted, other}) {
            BufferedImage others = words(ground, other, second, icon);
            matcher.see(Drawing.whole(screen(others, fewColours)));
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("%x, then %x, 16 bits: %s, with an icon: %s", other, second, fewColours, icon)
                    .isFalse();
            assertThat(matcher.diagnose(landmark)).contains("alike, but another picture: ");
        }
        matcher.see(Drawing.whole(screen(words, fewColours)));
        assertThat(matcher.find(landmark).place()).isEqualTo(PLACE);
        for (int quality : new int[] {95, 85}) {
            matcher.see(Drawing.whole(Drawing.jpeg(screen(words, false), quality)));
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("the words themselves at quality %d", quality)
                    .isTrue();
        }
        matcher.forget(landmark);
        matcher.forget(landmark.orDoubtful());
    }

    /** The rest of the picture, which keeps its colours, must not hide what one word has lost. */
    @ParameterizedTest
    @CsvSource({
        "0xffffff, 0x303030, 0x26a269, 0x747474",
        "0xf6f5f4, 0x2e3436, 0x1c71d8, 0x626262",
        "0x1e1e1e, 0xdeddda, 0x33d17a, 0x9f9f9f"
    })
    void oneOfSeveralWordsWithoutItsColourIsFound(String ground, String ink, String colour, String grey)
            throws Exception {
        BufferedImage words = status(Integer.decode(ground), Integer.decode(ink), Integer.decode(colour));
        BufferedImage others = status(Integer.decode(ground), Integer.decode(ink), Integer.decode(grey));
        Template landmark = Template.of("landmark", words);
        Template other = Template.of("other", others);
        for (int quality = 95; quality >= 45; quality -= 10) {
            matcher.see(Drawing.whole(Drawing.jpeg(screen(others, false), quality)));
            assertThat(matcher.find(landmark).found())
                    .as("the word in colour, at quality %d", quality)
                    .isFalse();
            assertThat(matcher.find(other.orDoubtful()).found())
                    .as("grey, at quality %d", quality)
                    .isTrue();
            matcher.see(Drawing.whole(Drawing.jpeg(screen(words, false), quality)));
            assertThat(matcher.find(other).found())
                    .as("the grey word, at quality %d", quality)
                    .isFalse();
            assertThat(matcher.find(landmark.orDoubtful()).found())
                    .as("in colour, at quality %d", quality)
                    .isTrue();
        }
    }

    private static BufferedImage status(int ground, int ink, int colour) {
        BufferedImage words = Drawing.blank(PLACE.width() + 20, PLACE.height(), ground);
        Graphics2D g = words.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        int x = 6;
        for (String word : List.of("Status ", "Running ", "since 9:30")) {
            g.setColor(new Color(word.startsWith("R") ? colour : ink));
            g.drawString(word, x, 20);
            x += g.getFontMetrics().stringWidth(word);
        }
        g.dispose();
        return words;
    }

    /** Codecs spread the colour of thin strokes: each of their pixels looks like the darker red. */
    @ParameterizedTest
    @CsvSource({"0xffffff, 0xff0000, 0x990000", "0x1e1e1e, 0xff5555, 0xaa2222", "0xf6f5f4, 0xe01b24, 0x8b1118"})
    void wordsInADarkerRedAreToldFromThoseBesideThem(String ground, String red, String dark) throws Exception {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        BufferedImage words = words(font, Integer.decode(ground), Integer.decode(red));
        BufferedImage others = words(font, Integer.decode(ground), Integer.decode(dark));
        Template landmark = Template.of("landmark", words);
        Template other = Template.of("other", others);
        for (int quality = 95; quality >= 45; quality -= 10) {
            matcher.see(Drawing.whole(Drawing.jpeg(screen(words, false), quality)));
            assertThat(matcher.find(landmark.besides(List.of(other)).orDoubtful())
                            .found())
                    .as("red, at quality %d", quality)
                    .isTrue();
            assertThat(matcher.find(other.besides(List.of(landmark))).found())
                    .as("dark red, at quality %d", quality)
                    .isFalse();
        }
    }
}
