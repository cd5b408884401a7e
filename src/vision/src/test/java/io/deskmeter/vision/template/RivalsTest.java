package io.deskmeter.vision.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Drawing;
import io.deskmeter.vision.Label;
import io.deskmeter.vision.TemplateMatcher;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pictures of two states of one part of a screen, however each was cut out of it. */
@Tag("slow")
class RivalsTest {
    private static final Rect PLACE = Label.PLACE;
    private static final int[] QUALITIES = {5, 8, 10, 12, 15, 20, 25, 30, 40, 50};

    private static Template template(String name, BufferedImage image, int x, int y, int width, int height)
            throws TemplateException {
        return Template.of(name, image.getSubimage(x, y, width, height));
    }

    /** Each besides the other. */
    private static List<Template> pair(Template one, Template two) {
        return List.of(one.besides(List.of(one, two)), two.besides(List.of(one, two)));
    }

    private static Map<String, Consumer<BufferedImage>> details() {
        Map<String, Consumer<BufferedImage>> details = new LinkedHashMap<>();
        details.put("dot", Label::dot);
        details.put("glyph", Label::glyph);
        details.put("line", Label::line);
        details.put("pale line", on -> Drawing.fill(on, new Rect(30, 29, 60, 1), 0xc0c0c0));
        details.put("frame", on -> Label.frame(on, 0xa0a8b8));
        details.put("pale frame", on -> Label.frame(on, 0xd0d4d8));
        return details;
    }

    /** How often the picture that is not shown is found. */
    private static int wrong(BufferedImage one, BufferedImage two, List<Template> pair) throws IOException {
        int wrong = 0;
        for (int quality : QUALITIES) {
            for (int shown = 0; shown < 2; shown++) {
                BufferedImage screen = Drawing.document(640, 400, false, 1);
                Drawing.paint(screen, shown == 0 ? one : two, PLACE.x(), PLACE.y());
                try (TemplateMatcher matcher = new TemplateMatcher()) {
                    matcher.see(Drawing.whole(Drawing.jpeg(screen, quality)));
                    wrong += matcher.find(pair.get(1 - shown)).found() ? 1 : 0;
                }
            }
        }
        return wrong;
    }

    @Test
    void picturesThatWereCutDifferentlyAreToldApartAsThoseThatWereCutAlike() throws Exception {
        for (Map.Entry<String, Consumer<BufferedImage>> detail : details().entrySet()) {
            BufferedImage one = Label.drawn();
            BufferedImage two = Label.drawn();
            detail.getValue().accept(two);
            int alike = wrong(one, two, pair(template("one", one, 0, 0, 120, 40), template("two", two, 0, 0, 120, 40)));
            assertThat(wrong(one, two, pair(template("one", one, 0, 2, 120, 36), template("two", two, 2, 0, 116, 40))))
                    .as("%s, one wider, one taller", detail.getKey())
                    .isLessThanOrEqualTo(alike);
            assertThat(wrong(one, two, pair(template("one", one, 0, 0, 116, 40), template("two", two, 4, 0, 116, 40))))
                    .as("%s, of one size, some pixels apart", detail.getKey())
                    .isLessThanOrEqualTo(alike);
        }
    }

    /** The difference lies in what both have: so the other one's cut changes nothing. */
    @Test
    void aPlaceBetweenTwoIsDecidedAsIfTheOtherOneWereCutAlike() throws Exception {
        BufferedImage one = Label.drawn();
        BufferedImage two = Label.drawn();
        Drawing.fill(two, new Rect(60, 14, 8, 3), 0xb0b0b0);
        Drawing.fill(two, new Rect(20, 28, 60, 1), 0xd0d0d0);
        Template wide = template("one", one, 0, 2, 120, 36);
        Template tall = template("two", two, 2, 0, 116, 40);
        List<Template> pair = pair(wide, tall);
        Template wideAlike = wide.besides(List.of(template("two", two, 0, 2, 120, 36)));
        Template tallAlike = tall.besides(List.of(template("one", one, 2, 0, 116, 40)));
        int decided = 0;
        for (int quality : QUALITIES) {
            for (int share = 0; share <= 10; share++) {
                BufferedImage screen = Drawing.document(640, 400, false, 1);
                Drawing.paint(screen, between(one, two, share), PLACE.x(), PLACE.y());
                try (TemplateMatcher matcher = new TemplateMatcher()) {
                    matcher.see(Drawing.whole(Drawing.jpeg(screen, quality)));
                    boolean isOne = matcher.find(pair.get(0)).found();
                    boolean isTwo = matcher.find(pair.get(1)).found();
                    assertThat(isOne && isTwo)
                            .as("jpeg %d, share %d", quality, share)
                            .isFalse();
                    assertThat(isOne)
                            .as("jpeg %d, share %d, one", quality, share)
                            .isEqualTo(matcher.find(wideAlike).found());
                    assertThat(isTwo)
                            .as("jpeg %d, share %d, two", quality, share)
                            .isEqualTo(matcher.find(tallAlike).found());
                    decided += isOne != matcher.find(wide).found() ? 1 : 0;
                }
            }
        }
        assertThat(decided).as("by the rival").isPositive();
    }

    private static BufferedImage between(BufferedImage one, BufferedImage two, int share) {
        BufferedImage between = Drawing.blank(PLACE.width(), PLACE.height(), 0);
        for (int y = 0; y < PLACE.height(); y++) {
            for (int x = 0; x < PLACE.width(); x++) {
                int rgb = 0;
                for (int shift = 0; shift < 24; shift += 8) {
                    int from = one.getRGB(x, y) >> shift & 0xff;
                    rgb |= (from + ((two.getRGB(x, y) >> shift & 0xff) - from) * share / 10) << shift;
                }
                between.setRGB(x, y, 0xff000000 | rgb);
            }
        }
        return between;
    }

    @Test
    void thePartOverAnotherPictureIsWhatBothHave() throws Exception {
        BufferedImage one = Label.drawn();
        BufferedImage two = Label.drawn();
        Drawing.fill(two, new Rect(60, 18, 5, 2), 0x202020);
        Template wide = template("wide", one, 0, 2, 120, 36);
        Template part = wide.partOver(template("tall", two, 2, 0, 116, 40)).orElseThrow();
        assertThat(part.width()).isEqualTo(116);
        assertThat(part.height()).isEqualTo(36);
        BufferedImage other = Drawing.document(200, 120, false, 3);
        assertThat(wide.partOver(Template.of("other", other))).isEmpty();
        assertThat(wide.partOver(template("corner", two, 70, 20, 50, 20))
                        .orElseThrow()
                        .width())
                .as("wholly inside")
                .isEqualTo(50);
    }

    /** Rows of a list: shifted by one row, the pictures are equal in what they have in common. */
    @Test
    void aRowThatIsMarkedIsToldFromOneThatIsNotThoughRowsAreAlike() throws Exception {
        BufferedImage one = Drawing.blank(120, 60, 0xffffff);
        for (int y = 0; y < 60; y += 20) {
            Drawing.fill(one, new Rect(8, y + 6, 70, 2), 0x303030);
            Drawing.fill(one, new Rect(20, y + 10, 2, 6), 0x303030);
        }
        BufferedImage two = Drawing.blank(120, 60, 0xffffff);
        Drawing.paint(two, one, 0, 0);
        Drawing.fill(two, new Rect(90, 26, 6, 6), 0x808080);
        List<Template> pair = pair(Template.of("one", one), Template.of("two", two));
        assertThat(wrong(one, two, pair)).isZero();
    }

    /**
     * However large they are: the work does not grow with the number of offsets times that of pixels, of which these
     * have 36,000,000,000.
     */
    @Test
    void largeLandmarksTakeLittleWork() throws Exception {
        Template small = Template.of("dialog", Drawing.document(300, 200, false, 3));
        Template large = Template.of("window", Drawing.document(1000, 640, false, 1));
        CommonPart part = new CommonPart(small.pattern(), large.pattern());
        part.offsets(Rivals.LEAST_SCORE);
        assertThat(part.coarseOffsets()).isBetween(1L, 300_000L);
        assertThat(part.pixels()).isBetween(1L, 30_000_000L);
    }

    /** Where large pictures are first compared coarsely. */
    @Test
    void aDetailOfALargePictureIsKnownAtAnyOffset() throws Exception {
        BufferedImage screen = Drawing.document(1100, 700, false, 1);
        BufferedImage changed = Drawing.document(1100, 700, false, 1);
        Drawing.fill(changed, new Rect(400, 300, 9, 9), 0x404040);
        for (int[] offset : new int[][] {{0, 0}, {1, 0}, {3, 5}, {7, 2}}) {
            Template large = template("large", screen, 20, 20, 1000, 640);
            Template other = template("other", changed, 250 + offset[0], 200 + offset[1], 300, 200);
            CommonPart.Offset best =
                    CommonPart.of(large.pattern(), other.pattern(), 0.8).get(0);
            assertThat(best.left()).isEqualTo(230 + offset[0]);
            assertThat(best.top()).isEqualTo(180 + offset[1]);
            CommonPart.Offset back =
                    CommonPart.of(other.pattern(), large.pattern(), 0.8).get(0);
            assertThat(back.left()).isEqualTo(-230 - offset[0]);
            assertThat(back.top()).isEqualTo(-180 - offset[1]);
        }
    }
}
