package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TemplateMatcherTest {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;

    private final TemplateMatcher matcher = new TemplateMatcher();
    private final BufferedImage image = Drawing.landmark(60, 40, 7);
    private final Template landmark = template(image);

    @AfterEach
    void close() {
        matcher.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, false",
        "580, 0, true",
        "0, 360, true",
        "580, 360, false",
        "101, 57, false",
        "333, 222, true",
        "12, 199, true"
    })
    void findsALandmarkWhereverItStandsInEitherTheme(int x, int y, boolean dark) {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, dark, 1);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark)).isEqualTo(Match.NONE);

        Drawing.paint(screen, image, x, y);
        matcher.see(Drawing.update(screen, new Rect(x, y, 60, 40)));
        assertThat(matcher.find(landmark)).isEqualTo(new Match(true, 1, new Rect(x, y, 60, 40)));
    }

    /**
     * A screen paints the received part of an update; the result of a search at that moment must not be kept for the
     * next update.
     */
    @Test
    void searchesTheNextUpdateAgainAfterASearchOfHalfOfIt() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, image, 40, 24);
        Frame live = Drawing.frame(screen);
        matcher.see(new FrameUpdate(live, List.of(live.bounds()), 1, 1));

        int[] whole = live.pixels().clone();
        live.paint();
        Arrays.fill(live.pixels(), 30 * WIDTH, 40 * WIDTH, 0xffffff);
        assertThat(matcher.find(landmark).found()).as("half painted").isFalse();
        System.arraycopy(whole, 0, live.pixels(), 0, whole.length);
        matcher.see(new FrameUpdate(live, List.of(new Rect(0, 30, WIDTH, 10)), 2, 2));

        assertThat(matcher.find(landmark)).isEqualTo(new Match(true, 1, new Rect(40, 24, 60, 40)));
    }

    static Stream<Arguments> nearMisses() {
        return Stream.of(
                Arguments.of("inverted", recoloured(rgb -> ~rgb)),
                Arguments.of(
                        "red for blue", recoloured(rgb -> ((rgb & 255) << 16) | (rgb & 0xff00) | ((rgb >> 16) & 255))),
                Arguments.of("without colour", recoloured(rgb -> Grey.of(rgb) * 0x10101)),
                Arguments.of("faded", recoloured(rgb -> (rgb >> 1 & 0x7f7f7f) + 0x7f7f7f)),
                Arguments.of("another", Drawing.landmark(60, 40, 8)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nearMisses")
    void isNotFooledBy(String what, BufferedImage nearMiss) {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, nearMiss, 200, 100);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark)).as(what).isEqualTo(Match.NONE);
    }

    @Test
    void doesNotMatchPartOfTheLandmark() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, image, WIDTH - 30, 100);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).found()).isFalse();
        assertThat(matcher.nearest(landmark).score()).isBetween(-1.0, 0.9);
    }

    @Test
    void looksThroughAMask() throws TemplateException {
        BufferedImage round = Drawing.round(image);
        Template masked = Template.of("round", round);
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, true, 4);
        Drawing.paint(screen, round, 300, 250);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(masked)).isEqualTo(new Match(true, 1, new Rect(300, 250, 60, 40)));
        assertThat(matcher.find(landmark).found()).as("with its corners").isFalse();
    }

    @Test
    void findsAnAreaOfOneColour() throws TemplateException {
        Template plain = Template.of("plain", Drawing.blank(30, 20, 0x3366cc));
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(plain)).isEqualTo(Match.NONE);
        assertThat(matcher.nearest(plain).found()).isFalse();

        Drawing.fill(screen, new Rect(400, 200, 50, 50), 0x3366cc);
        matcher.see(Drawing.update(screen, new Rect(400, 200, 50, 50)));
        assertThat(matcher.find(plain)).isEqualTo(new Match(true, 1, new Rect(400, 200, 30, 20)));

        Drawing.fill(screen, new Rect(400, 200, 50, 50), 0x4070d8);
        matcher.see(Drawing.update(screen, new Rect(400, 200, 50, 50)));
        assertThat(matcher.find(plain).found()).as("11 of 255 away").isFalse();
    }

    /** A badge changes the mean of its area less than the loss of a codec may. */
    @Test
    void anAreaOfOneColourWithABadgeIsAnotherPicture() throws TemplateException {
        Template plain = Template.of("plain", Drawing.blank(24, 24, 0x3366cc));
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Rect area = new Rect(400, 200, 24, 24);
        for (Rect badge : List.of(
                new Rect(409, 209, 6, 6),
                new Rect(400, 200, 6, 6),
                new Rect(418, 218, 6, 6),
                new Rect(410, 202, 4, 8))) {
            Drawing.fill(screen, area, 0x3366cc);
            Drawing.fill(screen, badge, 0x9040a0);
            matcher.see(Drawing.whole(screen));
            assertThat(matcher.find(plain)).as("badge %s", badge).isEqualTo(Match.NONE);
            assertThat(matcher.isAt(plain, area)).isFalse();
            assertThat(matcher.nearest(plain).found()).isFalse();
            assertThat(matcher.diagnose(plain)).contains("has a spot of another colour at 4x4+");
        }
        Drawing.fill(screen, area, 0x3366cc);
        for (int i = 0; i < 24; i += 3) { // noise, as of 16 bits
            Drawing.fill(screen, new Rect(400 + i, 200 + i, 1, 1), 0x4a7ae0);
        }
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(plain).place()).isEqualTo(area);
        assertThat(matcher.nearest(plain).found()).as("the last badge has gone").isTrue();
    }

    /** The frame decides, not what was seen or found before. */
    @Test
    void anAreaOfOneColourIsFoundBesideTheOneWithABadge() throws TemplateException {
        Template plain = Template.of("plain", Drawing.blank(24, 24, 0x3366cc));
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.fill(screen, new Rect(400, 200, 60, 40), 0x3366cc);
        Drawing.fill(screen, new Rect(410, 215, 6, 6), 0x9040a0);
        matcher.see(Drawing.whole(screen));
        // Two columns beside the badge are border.
        assertThat(matcher.find(plain)).isEqualTo(new Match(true, 1, new Rect(416, 200, 24, 24)));
        Drawing.fill(screen, new Rect(410, 215, 6, 6), 0x3366cc);
        matcher.see(Drawing.update(screen, new Rect(410, 215, 6, 6)));
        assertThat(matcher.find(plain)).isEqualTo(new Match(true, 1, new Rect(400, 200, 24, 24)));
    }

    @Test
    void ofTwoEqualLandmarksReturnsTheTopLeftOneInAnyOrder() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, image, 400, 300);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).place()).isEqualTo(new Rect(400, 300, 60, 40));

        Drawing.paint(screen, image, 100, 50);
        matcher.see(Drawing.update(screen, new Rect(100, 50, 60, 40)));
        assertThat(matcher.find(landmark).place()).isEqualTo(new Rect(100, 50, 60, 40));

        Drawing.fill(screen, new Rect(120, 60, 30, 30), 0xffffff);
        matcher.see(Drawing.update(screen, new Rect(120, 60, 30, 30)));
        assertThat(matcher.find(landmark).place()).isEqualTo(new Rect(400, 300, 60, 40));
    }

    @Test
    void doesNotSearchUnchangedRegionsAgain() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        matcher.see(Drawing.whole(screen));
        matcher.find(landmark);
        MatcherStatistics first = matcher.statistics();
        assertThat(first.frameSearches()).isEqualTo(1);
        assertThat(first.places()).isEqualTo(581L * 361);

        matcher.see(Drawing.whole(screen)); // Everything is called damaged, nothing is.
        matcher.find(landmark);
        assertThat(matcher.statistics().gateHits()).isEqualTo(1);

        Drawing.fill(screen, new Rect(300, 200, 5, 9), 0x123456);
        matcher.see(Drawing.whole(screen));
        matcher.find(landmark);
        MatcherStatistics last = matcher.statistics();
        assertThat(last.windowSearches()).isEqualTo(1);
        // The change touches two blocks of 8x8 either way.
        assertThat(last.places() - first.places()).isEqualTo((60 + 16 - 1) * (40 + 16 - 1));

        Drawing.fill(screen, new Rect(301, 201, 5, 9), 0x654321);
        matcher.see(Drawing.update(screen, new Rect(301, 201, 5, 9)));
        matcher.find(landmark);
        assertThat(matcher.statistics().places() - last.places()).isEqualTo((60 + 5 - 1) * (40 + 9 - 1));
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void theCoarseLookRulesOutNearlyAllOfADocument(boolean dark, boolean masked) throws TemplateException {
        Template template = masked ? Template.of("round", Drawing.round(image)) : landmark;
        matcher.see(Drawing.whole(Drawing.document(WIDTH, HEIGHT, dark, 1)));
        matcher.find(template);
        MatcherStatistics statistics = matcher.statistics();
        // With a mask the coarse filter has no bound from the correlation and lets more through.
        assertThat(statistics.candidates()).isLessThan(statistics.places() / (masked ? 20 : 50));
    }

    @Test
    void correlationReducesTheCandidatesOfAFullScreen() throws TemplateException {
        BufferedImage stripes = stripes(32, 32, 0);
        Template template = Template.of("stripes", stripes);
        BufferedImage screen = stripes(160, 120, 2);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(template)).isEqualTo(new BruteForce(stripes).find(screen, 0.9));
        assertThat(matcher.statistics().correlations()).isPositive();
    }

    /** How much a codec may have lost of a picture depends on what is beside it, which can change alone. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aResultDependsOnTheFrameAlsoWhereOnlyWhatIsBesideThePlaceChanges(int side) throws TemplateException {
        Rect place = new Rect(200, 100, 120, 40);
        BufferedImage label = Drawing.blank(place.width(), place.height(), 0xf0f0f0);
        Random random = new Random(3);
        for (int x = 30; x < 112; x += 6) {
            Drawing.fill(label, new Rect(x, 12, 1, 14), 0x202020);
            Drawing.fill(label, new Rect(x, 12 + random.nextInt(12), 4, 2), 0x202020);
        }
        Template wanted = Template.of("label", label);
        Rect beside = List.of(
                        new Rect(place.right(), 90, 16, 60),
                        new Rect(place.x() - 16, 90, 16, 60),
                        new Rect(190, place.y() - 16, 140, 16),
                        new Rect(190, place.bottom(), 140, 16))
                .get(side);
        int decisive = 0;
        for (int grey = 0xa0; grey >= 0x40; grey -= 6) {
            BufferedImage screen = Drawing.blank(WIDTH, HEIGHT, 0xf0f0f0);
            Drawing.paint(screen, label, place.x(), place.y());
            // Loss of an even part, so that the pixel below is not all that differs.
            Drawing.fill(screen, new Rect(place.x() + 20, place.y() + 29, 90, 9), 0xeeeeee);
            int x = side == 0 ? place.right() - 1 : side == 1 ? place.x() : 270;
            int y = side == 2 ? place.y() : side == 3 ? place.bottom() - 1 : 106;
            screen.setRGB(x, y, 0xff000000 | grey * 0x10101);
            try (TemplateMatcher kept = new TemplateMatcher()) {
                kept.see(Drawing.whole(screen));
                boolean before = kept.find(wanted).found();
                kept.find(wanted.orDoubtful());
                for (int step = 0; step < 4; step++) {
                    stripes(screen, beside, step % 2 == 0);
                    kept.see(Drawing.update(screen, beside));
                    try (TemplateMatcher fresh = new TemplateMatcher()) {
                        fresh.see(Drawing.whole(screen));
                        Match expected = fresh.find(wanted);
                        decisive += expected.found() == before ? 0 : 1;
                        assertThat(kept.find(wanted))
                                .as("grey %x, step %d", grey, step)
                                .isEqualTo(expected);
                        assertThat(kept.find(wanted.orDoubtful())).isEqualTo(fresh.find(wanted.orDoubtful()));
                    }
                }
            }
        }
        assertThat(decisive).isPositive();
    }

    private static void stripes(BufferedImage screen, Rect in, boolean on) {
        for (int x = 0; x < in.width(); x++) {
            int colour = !on ? 0xf0f0f0 : x % 2 == 0 ? 0 : 0xffffff;
            Drawing.fill(screen, new Rect(in.x() + x, in.y(), 1, in.height()), colour);
        }
    }

    @Test
    void aNewSizeIsANewScreen() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, image, 500, 300);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).found()).isTrue();
        matcher.see(Drawing.update(Drawing.document(320, 200, false, 1), new Rect(0, 0, 1, 1)));
        assertThat(matcher.find(landmark).found()).isFalse();
        matcher.see(Drawing.update(image, new Rect(0, 0, 1, 1)));
        assertThat(matcher.find(landmark)).isEqualTo(new Match(true, 1, new Rect(0, 0, 60, 40)));
    }

    @Test
    void aTemplateLargerThanTheFrameIsNotFound() {
        matcher.see(Drawing.whole(Drawing.document(59, 200, false, 1)));
        assertThat(matcher.find(landmark)).isEqualTo(Match.NONE);
        assertThat(matcher.nearest(landmark)).isEqualTo(Match.NONE);
        assertThat(matcher.fits(landmark)).isFalse();
    }

    @Test
    void beforeTheFirstUpdateNothingIsFound() {
        assertThat(matcher.find(landmark)).isEqualTo(Match.NONE);
        assertThat(matcher.fits(landmark)).isFalse();
    }

    @Test
    void reportsTheBestScore() {
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, false, 1);
        Drawing.paint(screen, image, 200, 100);
        Drawing.fill(screen, new Rect(210, 105, 22, 22), 0xffffff);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.find(landmark).found()).isFalse();
        Match nearest = matcher.nearest(landmark);
        assertThat(nearest.found()).isFalse();
        assertThat(nearest.place()).isEqualTo(new Rect(200, 100, 60, 40));
        assertThat(nearest.score()).isBetween(0.3, 0.9);
    }

    @Test
    void closesTwiceAndThenRefuses() {
        matcher.see(Drawing.whole(image));
        matcher.find(landmark);
        matcher.forget(landmark);
        assertThat(matcher.find(landmark).found()).isTrue();
        matcher.close();
        matcher.close();
        assertThatThrownBy(() -> matcher.find(landmark)).isInstanceOf(IllegalStateException.class);
    }

    /**
     * Counted is what the natives have been asked for and not told to free: the memory of the process grows with Java's
     * heap, too, by more than a small leak. After each find, so that nothing counts as freed because the garbage
     * collector came by.
     */
    @Test
    void noFindLeavesNativeMemoryBehind() throws TemplateException {
        Template stripes = Template.of("stripes", stripes(16, 16, 0));
        BufferedImage even = stripes(64, 40, 2);
        BufferedImage odd = stripes(64, 40, 3);
        matcher.see(Drawing.whole(odd));
        matcher.find(stripes);
        long bytes = Pointer.totalBytes();
        long objects = Pointer.totalCount();
        for (int i = 2; i <= 2_000; i++) {
            matcher.see(Drawing.whole(i % 2 == 0 ? even : odd));
            if (i % 100 == 0) {
                matcher.forget(stripes);
            }
            matcher.find(stripes);
            assertThat(Pointer.totalBytes()).as("after find %d", i).isEqualTo(bytes);
            assertThat(Pointer.totalCount()).as("after find %d", i).isEqualTo(objects);
        }
        assertThat(matcher.statistics().correlations()).as("natives were used").isEqualTo(2_000);
        matcher.close();
        assertThat(Pointer.totalCount()).isLessThan(objects);
    }

    /** Fine stripes, which have equal block sums, with flaws that prevent matches everywhere. */
    private static BufferedImage stripes(int width, int height, int flaws) {
        BufferedImage stripes = Drawing.blank(width, height, 0x808080);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean flaw = flaws > 0 && (x * 7 + y * 13 + x * y) % 5 < flaws;
                stripes.setRGB(x, y, (x + y) % 2 == 0 ^ flaw ? 0xff606060 : 0xffa0a0a0);
            }
        }
        return stripes;
    }

    private static BufferedImage recoloured(IntUnaryOperator change) {
        BufferedImage recoloured = Drawing.landmark(60, 40, 7);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 60; x++) {
                recoloured.setRGB(x, y, 0xff000000 | change.applyAsInt(recoloured.getRGB(x, y)));
            }
        }
        return recoloured;
    }

    private static Template template(BufferedImage image) {
        try {
            return Template.of("landmark", image);
        } catch (TemplateException e) {
            throw new AssertionError(e);
        }
    }
}
