package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.CaretShape;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A region of the screen, and a caret in a landmark. */
@Tag("slow")
class SearchOptionsTest {
    private static final Rect CARET = new Rect(83, 4, 1, 16);

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    private static Template template(BufferedImage image) {
        try {
            return Template.of("field", image);
        } catch (TemplateException e) {
            throw new AssertionError(e);
        }
    }

    /** A text field. */
    private static BufferedImage field(String words, boolean caret) {
        BufferedImage field = Drawing.blank(120, 24, 0xffffff);
        Graphics2D g = field.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(0x888888));
        g.drawRect(0, 0, 119, 23);
        g.setColor(Color.BLACK);
        g.setFont(new Font("DejaVu Sans", Font.PLAIN, 12));
        g.drawString(words, 4, 16);
        g.dispose();
        if (caret) {
            Drawing.fill(field, CARET, 0);
        }
        return field;
    }

    private BufferedImage screen(BufferedImage... shown) {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        for (int i = 0; i < shown.length; i++) {
            Drawing.paint(screen, shown[i], 100, 40 + 100 * i);
        }
        matcher.see(Drawing.whole(screen));
        return screen;
    }

    @Test
    void findsTheOneInTheRegion() {
        BufferedImage field = field("Name: Smith", false);
        Template template = template(field);
        screen(field, field, field);
        assertThat(matcher.find(template).place().y()).isEqualTo(40);
        assertThat(matcher.find(template, new Rect(0, 41, 640, 300)).place()).isEqualTo(new Rect(100, 140, 120, 24));
        assertThat(matcher.find(template, new Rect(100, 240, 120, 24)).place()).isEqualTo(new Rect(100, 240, 120, 24));
        assertThat(matcher.find(template, new Rect(101, 240, 120, 24)).found())
                .as("not wholly in it")
                .isFalse();
        assertThat(matcher.find(template, new Rect(100, 240, 119, 23)).found())
                .as("larger than the region")
                .isFalse();
        assertThat(matcher.diagnose(template, new Rect(0, 264, 640, 100)))
                .isEqualTo("field is on the screen, but not in the region 640x100+0+264: score 1.00 at 100,40");
        assertThat(matcher.diagnose(template, new Rect(0, 0, 640, 20)))
                .isEqualTo("field is 120x24: larger than the region 640x20+0+0 in which it must lie");
    }

    /** Changes of the screen are followed in a region as on all of it. */
    @Test
    void aRegionIsSearchedAsTheScreenChanges() {
        Random random = new Random(4);
        BufferedImage field = field("Name: Smith", false);
        Template template = template(field);
        BufferedImage screen = screen();
        for (int step = 0; step < 40; step++) {
            Rect in = new Rect(20 * (step % 5), 30, 300, 200);
            Rect place = new Rect(random.nextInt(500), random.nextInt(360), 120, 24);
            Drawing.paint(
                    screen, random.nextInt(3) == 0 ? Drawing.blank(120, 24, 0x808080) : field, place.x(), place.y());
            matcher.see(Drawing.update(screen, place));
            Match match = matcher.find(template, in);
            try (TemplateMatcher fresh = new TemplateMatcher()) {
                fresh.see(Drawing.whole(screen));
                assertThat(match).as("step %d", step).isEqualTo(fresh.find(template, in));
            }
            if (match.found()) {
                assertThat(in.intersection(match.place())).isEqualTo(match.place());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Name: Smith", "OK"})
    void aCaretMayStandInItOrNot(String words) {
        Template with = template(field(words, true));
        Template without = template(field(words, false));
        screen(field(words, false));
        assertThat(matcher.find(with).found()).isFalse();
        assertThat(matcher.find(with.orWithCaret()).found()).isTrue();
        assertThat(matcher.find(with.orWithCaret().orDoubtful()).found()).isTrue();
        screen(field(words, true));
        assertThat(matcher.find(without).found()).isFalse();
        assertThat(matcher.find(without.orWithCaret()).found()).isTrue();
    }

    @Test
    void elsewhereDetailsCountAlsoWithACaret() {
        Template template = template(field("Name: Smith", true)).orWithCaret();
        screen(field("Name: Smyth", false), field("Name: Smit", false), field("Nane: Smith", true));
        assertThat(matcher.find(template).found()).isFalse();
        assertThat(matcher.find(template.orDoubtful()).found()).isFalse();
    }

    @Test
    void aWideBarIsNoCaret() {
        BufferedImage field = field("Name: Smith", false);
        Template template = template(field).orWithCaret();
        Drawing.fill(field, new Rect(83, 4, 8, 16), 0);
        screen(field);
        assertThat(matcher.find(template).found()).isFalse();
    }

    @Test
    void aCaretInALandmarkIsSeen() {
        assertThat(CaretShape.find(template(field("Name: Smith", true)))).isEqualTo(Optional.of(CARET));
        assertThat(CaretShape.find(template(field("Name: Smith", false)))).isEmpty();
        assertThat(CaretShape.find(template(field("Illness | lIl1", false)))).isEmpty();
        for (int seed = 0; seed < 20; seed++) {
            assertThat(CaretShape.find(template(Drawing.landmark(120, 60, seed))))
                    .isEmpty();
        }
    }
}
