package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Another picture is not the landmark either where it is looked at some pixels beside its place, however alike it is
 * there.
 */
@Tag("slow")
class ShiftedPictureTest {
    private static final int GROUND = 0xf0f0f0;
    private static final int BAR = 0x204080;
    private static final Rect DETAIL = new Rect(61, 27, 1, 2);
    private static final int X = 200;
    private static final int Y = 100;

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    /** A bar along one side, and grey words: shifted along the bar, most of the picture is the same. */
    enum Side {
        ABOVE(2, 2, false),
        BELOW(2, 31, false),
        LEFT(2, 2, true),
        RIGHT(31, 2, true);

        private final int left;
        private final int top;
        private final boolean turned;

        Side(int left, int top, boolean turned) {
            this.left = left;
            this.top = top;
            this.turned = turned;
        }

        BufferedImage picture(int ink, Rect detail) {
            BufferedImage words = Drawing.blank(120, 40, GROUND);
            Random random = new Random(3);
            for (int x = 10; x < 112; x += 6) {
                Drawing.fill(words, new Rect(x, 12, 1, 14), ink);
                Drawing.fill(words, new Rect(x, 12 + random.nextInt(12), 4, 1), ink);
            }
            Drawing.fill(words, detail, ink);
            BufferedImage picture = turned ? transposed(words) : words;
            Drawing.fill(picture, turned ? new Rect(left, top, 8, 116) : new Rect(left, top, 116, 8), BAR);
            return picture;
        }
    }

    private static BufferedImage transposed(BufferedImage image) {
        BufferedImage turned = Drawing.blank(image.getHeight(), image.getWidth(), 0);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                turned.setRGB(y, x, image.getRGB(x, y));
            }
        }
        return turned;
    }

    private static BufferedImage screen(BufferedImage picture) {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        Drawing.paint(screen, picture, X, Y);
        return screen;
    }

    private static final Rect NO_DETAIL = new Rect(0, 0, 0, 0);

    private static Rect of(BufferedImage picture) {
        return new Rect(X, Y, picture.getWidth(), picture.getHeight());
    }

    @ParameterizedTest
    @EnumSource
    void itIsNotFoundBesideItsPlace(Side side) throws TemplateException {
        for (int grey = 0xe0; grey >= 0x40; grey -= 8) {
            int ink = grey * 0x10101;
            BufferedImage one = side.picture(ink, NO_DETAIL);
            BufferedImage other = side.picture(ink, DETAIL);
            for (List<BufferedImage> pair : List.of(List.of(one, other), List.of(other, one))) {
                Template landmark = Template.of("landmark", pair.get(0));
                matcher.see(Drawing.whole(screen(pair.get(1))));
                assertThat(matcher.find(landmark)).as("%x", grey).isEqualTo(Match.NONE);
                assertThat(matcher.find(landmark.orDoubtful())).as("%x", grey).isEqualTo(Match.NONE);
                matcher.see(Drawing.whole(screen(pair.get(0))));
                assertThat(matcher.find(landmark).place()).isEqualTo(of(one));
                matcher.forget(landmark);
            }
        }
    }

    /** The border of a region excludes the place of the other picture, or of the landmark itself, by some pixels. */
    @ParameterizedTest
    @EnumSource
    void itIsNotFoundInARegionThatCutsItsPlaceOff(Side side) throws TemplateException {
        for (int grey : new int[] {0xd0, 0xb0, 0xa0, 0x80}) {
            BufferedImage one = side.picture(grey * 0x10101, NO_DETAIL);
            Template landmark = Template.of("landmark", one);
            for (BufferedImage shown : List.of(one, side.picture(grey * 0x10101, DETAIL))) {
                matcher.see(Drawing.whole(screen(shown)));
                for (int by = 1; by <= 3; by++) {
                    Rect place = of(one);
                    for (Rect in : List.of(
                            place.grow(-by, 9, 9, 9),
                            place.grow(9, -by, 9, 9),
                            place.grow(9, 9, -by, 9),
                            place.grow(9, 9, 9, -by))) {
                        assertThat(matcher.find(landmark, in))
                                .as("%x in %s", grey, in)
                                .isEqualTo(Match.NONE);
                        assertThat(matcher.find(landmark.orDoubtful(), in)).isEqualTo(Match.NONE);
                    }
                }
                assertThat(matcher.diagnose(landmark, of(one).grow(-1, 9, 9, 9)))
                        .doesNotContain("is on the screen: ");
                assertThat(matcher.find(landmark, of(one).grow(9, 9, 9, 9)).found())
                        .isEqualTo(shown == one);
            }
        }
    }

    /** What is a match beside a better place depends on that one, though none of its own pixels changes. */
    @ParameterizedTest
    @EnumSource
    void aResultDependsOnTheFrameOnlyAlsoWhereABetterPlaceChanges(Side side) throws TemplateException {
        Random random = new Random(5);
        BufferedImage one = side.picture(0xb0b0b0, NO_DETAIL);
        BufferedImage other = side.picture(0xb0b0b0, DETAIL);
        Template landmark = Template.of("landmark", one);
        Rect in = of(one).grow(-1, 9, 9, 9);
        BufferedImage screen = screen(other);
        matcher.see(Drawing.whole(screen));
        int found = 0;
        for (int step = 0; step < 60; step++) {
            Rect part = new Rect(
                    X + random.nextInt(one.getWidth()),
                    Y + random.nextInt(one.getHeight()),
                    1 + random.nextInt(60),
                    1 + random.nextInt(60));
            BufferedImage painted = step % 3 == 0 ? one : other;
            for (int y = part.y(); y < Math.min(part.bottom(), Y + one.getHeight()); y++) {
                for (int x = part.x(); x < Math.min(part.right(), X + one.getWidth()); x++) {
                    screen.setRGB(x, y, step % 7 == 6 ? 0xffffffff : painted.getRGB(x - X, y - Y));
                }
            }
            if (step % 7 == 0) {
                Drawing.paint(screen, painted, X, Y);
                part = of(one);
            }
            matcher.see(Drawing.update(screen, part));
            try (TemplateMatcher fresh = new TemplateMatcher()) {
                fresh.see(Drawing.whole(screen));
                Match expected = fresh.find(landmark);
                found += expected.found() ? 1 : 0;
                assertThat(matcher.find(landmark)).as("step %d", step).isEqualTo(expected);
                assertThat(matcher.find(landmark, in)).as("step %d", step).isEqualTo(fresh.find(landmark, in));
                assertThat(matcher.find(landmark.orDoubtful())).isEqualTo(fresh.find(landmark.orDoubtful()));
            }
        }
        assertThat(found).isBetween(1, 59);
    }

    @Test
    void aMessageTellsWhatDiffersAtTheBetterPlace() throws TemplateException {
        Template landmark = Template.of("landmark", Side.ABOVE.picture(0xa0a0a0, NO_DETAIL));
        matcher.see(Drawing.whole(screen(Side.ABOVE.picture(0xa0a0a0, DETAIL))));
        assertThat(matcher.diagnose(landmark)).contains("alike, but another picture: a detail differs at 260,124");
        Rect in = new Rect(X - 40, Y - 9, 120 + 39, 60);
        assertThat(matcher.diagnose(landmark, in))
                .contains("alike, but a place beside it is more alike, which is another picture or not in the region");
    }
}
