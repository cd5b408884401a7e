package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.vision.verify.Residue;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Displays with 8 bits for a pixel change all colours; a picture that differs in a detail is another one there, too.
 */
@Tag("slow")
class EightBitsTest {
    private static final int INK = 0x202020;

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    private static BufferedImage label(int ground) {
        BufferedImage label = Drawing.blank(120, 40, ground);
        for (int x = 30; x < 112; x += 6) {
            Drawing.fill(label, new Rect(x, 12, 1, 14), INK);
            Drawing.fill(label, new Rect(x, 12 + x * 7 % 12, 4, 2), INK);
        }
        return label;
    }

    /** With an area of each of many colours. */
    private static BufferedImage screen(BufferedImage label) {
        BufferedImage screen = Drawing.blank(400, 300, 0x355e8d);
        for (int i = 0; i < 24; i++) {
            Drawing.fill(screen, new Rect(16 * i, 200, 16, 60), 0x0a0b0d * i);
        }
        Drawing.paint(screen, label, 200, 100);
        return screen;
    }

    private static BufferedImage reduced(BufferedImage image, boolean rounded) {
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                image.setRGB(
                        x,
                        y,
                        level(rgb >> 16, 7, rounded) << 16 | level(rgb >> 8, 7, rounded) << 8 | level(rgb, 3, rounded));
            }
        }
        return image;
    }

    private static int level(int channel, int greatest, boolean rounded) {
        int value = channel & 0xff;
        int level = rounded ? (value * greatest + 127) / 255 : value * (greatest + 1) / 256;
        return (level * 255 + greatest / 2) / greatest;
    }

    private Match find(BufferedImage label, BufferedImage on) throws TemplateException {
        matcher.see(Drawing.whole(on));
        return matcher.find(Template.of("label", label));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void labelIsFoundWithOtherColours(boolean rounded) throws Exception {
        BufferedImage label = label(0xe6e6ea);
        assertThat(find(label, reduced(screen(label), rounded)).found()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherDetailIsAnotherPicture(boolean rounded) throws Exception {
        BufferedImage label = label(0xe6e6ea);
        BufferedImage other = label(0xe6e6ea);
        Drawing.fill(other, new Rect(60, 28, 5, 2), INK);
        assertThat(find(label, reduced(screen(other), rounded)).found()).isFalse();
    }

    private static BufferedImage status(int ink) {
        return status(0xfafafa, ink, true);
    }

    private static BufferedImage status(int ground, int ink, boolean smooth) {
        BufferedImage status = Drawing.blank(190, 26, ground);
        Graphics2D g = status.createGraphics();
        g.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING,
                smooth ? RenderingHints.VALUE_TEXT_ANTIALIAS_ON : RenderingHints.VALUE_TEXT_ANTIALIAS_OFF);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        g.setColor(new Color(0x202020));
        g.drawString("Status:", 5, 17);
        g.drawString("Details", 125, 17);
        g.setColor(new Color(ink));
        g.drawString("Running", 60, 17);
        g.dispose();
        return status;
    }

    /**
     * One word of a few in another colour of about the same grey: a codec may lose so much, a display with 8 bits does
     * not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWordInAnotherColourIsAnotherPicture(boolean rounded) throws Exception {
        for (int colour : new int[] {0x116329, 0x795e26, 0xa31515, 0x1a5fb4}) {
            int grey = Grey.of(colour) * 0x10101;
            for (int shown : new int[] {colour, grey}) {
                int other = shown == grey ? colour : grey;
                assertThat(find(status(shown), reduced(screen(status(shown)), rounded))
                                .found())
                        .as("%x", shown)
                        .isTrue();
                assertThat(find(status(other), reduced(screen(status(shown)), rounded))
                                .found())
                        .as("%x where %x is shown", other, shown)
                        .isFalse();
            }
        }
    }

    /**
     * Reproducer: rounding changes a pale ground by more than the two states differ, and the one that is shown was
     * taken for the other.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneOfTwoStatesWhoseColoursDifferByLessThanTheRounding(boolean rounded) throws Exception {
        int[][] grounds = {
            {0xf0f0f0, 0xffffff},
            {0xe5f3ff, 0xffffff},
            {0xe8f0fe, 0xf6f5f4},
            {0xe0e0e0, 0xf0f0f0},
            {0x3c3f41, 0x2b2b2b}
        };
        for (int[] two : grounds) {
            for (int shown : new int[] {0, 1}) {
                for (boolean smooth : new boolean[] {true, false}) {
                    BufferedImage own = status(two[shown], 0x806040, smooth);
                    BufferedImage other = status(two[1 - shown], 0x806040, smooth);
                    Template template = Template.of("own", own);
                    Template rival = Template.of("other", other);
                    Frame screen = Drawing.frame(reduced(screen(own), rounded));
                    screen.paint();
                    ScreenSums picture = new ScreenSums(screen, new ScratchMemory().lines);
                    assertThat(picture.hasEightBits()).isTrue();
                    String which = String.format("%x beside %x, smooth %s", two[shown], two[1 - shown], smooth);
                    Residue.Finding ofOwn = template.besides(List.of(rival)).decide(picture, 200, 100);
                    Residue.Finding ofOther = rival.besides(List.of(template)).decide(picture, 200, 100);
                    assertThat(ofOwn.verdict()).as(which).isNotEqualTo(Residue.Verdict.IS_NOT);
                    assertThat(ofOther.verdict()).as(which).isNotEqualTo(Residue.Verdict.IS);
                    if (ofOther.verdict() == Residue.Verdict.IS_NOT) {
                        assertThat(ofOwn.verdict()).as(which).isEqualTo(Residue.Verdict.IS);
                    }
                }
            }
        }
    }

    /**
     * Reproducer: the landmark that is equal to the pixel was taken for the one that is shown, though the other one
     * looks the same there.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStateInTheDisplaysOwnColoursIsNotToldFromOneThatIsRoundedToThem(boolean rounded) throws Exception {
        for (int[] two : new int[][] {{0xf0f0f0, 0xffffff}, {0x101010, 0x000000}}) {
            int ink = two[0] == 0xf0f0f0 ? 0x000000 : 0xffffff;
            Template own = Template.of("own", words(two[0], ink));
            Template equal = Template.of("equal", words(two[1], ink));
            matcher.see(Drawing.whole(reduced(screen(words(two[0], ink)), rounded)));
            for (Template[] of : new Template[][] {{own, equal}, {equal, own}}) {
                Template besides = of[0].besides(List.of(of[1]));
                assertThat(matcher.find(besides).found())
                        .as("%x, %s", two[0], of[0])
                        .isFalse();
                assertThat(matcher.find(besides.orDoubtful()).found())
                        .as("%x, %s", two[0], of[0])
                        .isTrue();
                assertThat(matcher.diagnose(besides))
                        .contains("with 8 bits for a pixel it looks the same as " + of[1].name());
            }
        }
    }

    private static BufferedImage words(int ground, int ink) {
        BufferedImage words = Drawing.blank(120, 26, ground);
        Graphics2D g = words.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_OFF);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        g.setColor(new Color(ink));
        g.drawString("Status: Running", 5, 17);
        g.dispose();
        return words;
    }

    /** Of the ground of grey, 18 levels of red and green are lost, and 42 of blue: more than any codec loses. */
    @Test
    void wordsOnAGroundHalfWayBetweenLevelsAreFound() throws Exception {
        for (int ground : new int[] {0x808080, 0x7f7f7f}) {
            BufferedImage label = label(ground);
            assertThat(find(label, reduced(screen(label), true)).found())
                    .as("%x", ground)
                    .isTrue();
            BufferedImage other = label(ground);
            Drawing.fill(other, new Rect(60, 28, 5, 2), INK);
            assertThat(find(label, reduced(screen(other), true)).found())
                    .as("%x with another detail", ground)
                    .isFalse();
        }
    }

    /**
     * 91 of 255 are two and a half of 7: TigerVNC's server rounds up, others down. There are few colours on such a
     * desktop, too.
     */
    @ParameterizedTest
    @ValueSource(ints = {127, 128})
    void aLevelHalfWayIsRoundedUpOrDown(int half) throws Exception {
        BufferedImage label = label(0xe6e6ea);
        Drawing.fill(label, new Rect(60, 16, 12, 4), 0x5b5b5b);
        BufferedImage other = label(0xe6e6ea);
        for (boolean same : new boolean[] {true, false}) {
            BufferedImage screen = Drawing.blank(400, 300, 0xb8b8c0);
            Drawing.paint(screen, same ? label : other, 200, 100);
            for (int y = 0; y < screen.getHeight(); y++) {
                for (int x = 0; x < screen.getWidth(); x++) {
                    int rgb = screen.getRGB(x, y);
                    screen.setRGB(
                            x,
                            y,
                            level(rgb >> 16, 7, half) << 16 | level(rgb >> 8, 7, half) << 8 | level(rgb, 3, half));
                }
            }
            assertThat(find(label, screen).found()).isEqualTo(same);
        }
    }

    private static int level(int channel, int greatest, int half) {
        int level = ((channel & 0xff) * greatest + half) / 255;
        return (level * 255 + greatest / 2) / greatest;
    }

    /** Black and white are colours of all displays. */
    @Test
    void areaThatIsLighterIsAnotherPictureOnADisplayOfMoreColours() throws Exception {
        BufferedImage white = reduced(label(0xffffff), true);
        BufferedImage screen = Drawing.blank(400, 300, 0xffffff);
        Drawing.paint(screen, white, 200, 100);
        assertThat(find(label(0xf0f0f0), screen).found()).isFalse();
    }

    /** What was known of the colours of an earlier update says nothing about the next one. */
    @Test
    void aDisplayThatChangesItsColoursIsLookedAtAgain() throws Exception {
        BufferedImage label = label(0xe6e6ea);
        Template landmark = Template.of("label", label);
        BufferedImage few = reduced(screen(label), true);
        BufferedImage many = reduced(screen(label), true);
        Drawing.fill(many, new Rect(192, 96, 8, 48), 0x355e8d);
        for (int i = 0; i < 2; i++) {
            matcher.see(Drawing.whole(few));
            assertThat(matcher.find(landmark).found()).isTrue();
            matcher.see(Drawing.whole(many));
            assertThat(matcher.find(landmark).found()).isFalse();
        }
    }

    /**
     * As where a search falls between two updates, and a screen takes the beginning of a painting back that has changed
     * nothing.
     */
    @Test
    void coloursThatAreBeingPaintedAreNotKept() {
        Frame frame = Drawing.frame(reduced(screen(label(0xe6e6ea)), true));
        ScreenSums picture = new ScreenSums(frame, new ScratchMemory().lines);
        frame.paint();
        assertThat(picture.hasEightBits()).isTrue();
        frame.paintedNothing(1);
        frame.paint();
        frame.pixels()[0] = 0x123456;
        assertThat(picture.hasEightBits()).isFalse();
    }

    /** Along a bar, each place is like a picture with a bar: what must be computed only once is computed only once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyLikePlacesTakeLittleWork(boolean withEightBits) throws Exception {
        BufferedImage words = Drawing.blank(140, 40, 0xffffff);
        Drawing.fill(words, new Rect(0, 2, 140, 10), 0x000000);
        for (int x = 8; x < 80; x += 9) {
            Drawing.fill(words, new Rect(x, 20, 1, 8), 0x000000);
            Drawing.fill(words, new Rect(x, 20, 4, 1), 0x000000);
        }
        BufferedImage bar = Drawing.blank(640, 200, 0xffffff);
        Drawing.fill(bar, new Rect(0, 100, 640, 10), 0x000000);
        // Corners with all colours of a display with 8 bits, of which black and white are no proof.
        for (int i = 0; i < 16; i++) {
            Drawing.fill(bar, new Rect(8 * i, 180, 8, 8), (i % 8 * 0xff / 7) << 16 | (i / 8 * 0xff) << 8);
        }
        if (!withEightBits) {
            Drawing.fill(bar, new Rect(600, 180, 8, 8), 0x123456);
        }
        Template landmark = Template.of("words", words);
        ScratchMemory scratch = new ScratchMemory();
        ScreenSums picture = new ScreenSums(Drawing.frame(bar), scratch.lines);
        MatcherCounters counters = new MatcherCounters();
        try (TemplateState state = new TemplateState(landmark, counters)) {
            assertThat(state.find(picture, scratch).found()).isFalse();
        }
        assertThat(counters.candidates).as("places").isGreaterThan(500);
        // Four ways in which levels of 16 bits become bytes. However they are rounded, black and white stay what they
        // are.
        int most = withEightBits ? 0 : 4;
        assertThat(landmark.residue().sixteenBits().reductions()).isBetween(Math.min(1, most), most);
        assertThat(landmark.residue().eightBits().reductions()).isEqualTo(withEightBits ? 1 : 0);
        assertThat(picture.colourLooks()).isEqualTo(1);
    }
}
