package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class DiagnosisTest {
    private final BufferedImage screen = Drawing.document(640, 400, false, 1);
    private final BufferedImage image = Drawing.landmark(60, 40, 7);
    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    @Test
    void reportsThatNoFrameHasBeenReceived() throws TemplateException {
        assertThat(matcher.diagnose(Template.of("title", image))).contains("no frame has been received yet");
    }

    @Test
    void reportsThatItIsThere() throws TemplateException {
        Drawing.paint(screen, image, 412, 88);
        assertThat(diagnosis()).isEqualTo("title is on the screen: score 1.00 at 412,88");
    }

    @Test
    void saysThatTheTemplateIsLargerThanTheFrame() throws TemplateException {
        matcher.see(Drawing.whole(Drawing.document(59, 200, false, 1)));
        assertThat(matcher.diagnose(Template.of("title", image)))
                .isEqualTo("title is 60x40: larger than the frame 59x200");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 125, 150, 200})
    void saysAtWhichScaleItIsThere(int percent) throws TemplateException {
        Graphics2D g = screen.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        g.drawImage(image, 300, 120, 60 * percent / 100, 40 * percent / 100, null);
        g.dispose();
        assertThat(diagnosis())
                .startsWith("title: best score 0.")
                .contains("the image is there at " + percent + " % scale (score ")
                .endsWith("at 300,120)");
    }

    @Test
    void reportsOtherColours() throws TemplateException {
        Drawing.paint(screen, recoloured(rgb -> (rgb >> 1 & 0x7f7f7f) + 0x7f7f7f), 300, 200);
        assertThat(diagnosis()).contains("at 300,200: the same shape in other colours (mean difference of a channel: ");
    }

    @Test
    void saysThatItIsInverted() throws TemplateException {
        Drawing.paint(screen, recoloured(rgb -> ~rgb), 200, 100);
        assertThat(diagnosis()).contains("with light and dark exchanged (score 1.00 at 200,100)");
    }

    @Test
    void saysThatRedAndBlueAreExchanged() throws TemplateException {
        IntUnaryOperator reddish = rgb -> (rgb & 0xff0000) | (rgb >> 1 & 0x7f7f);
        IntUnaryOperator exchanged = rgb -> (rgb & 0xff) << 16 | (rgb & 0xff00) | (rgb >> 16 & 0xff);
        Drawing.paint(screen, recoloured(reddish.andThen(exchanged)), 200, 100);
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.diagnose(Template.of("title", recoloured(reddish))))
                .contains("the image is there with red and blue exchanged (score 1.00 at 200,100; hint: ");
    }

    @Test
    void reportsWhichPartIsThere() throws TemplateException {
        Drawing.paint(screen, image, 200, 100);
        Drawing.fill(screen, new Rect(232, 90, 90, 80), 0xffffff);
        assertThat(diagnosis())
                .contains("partly covered or changed: only its ")
                .contains("left")
                .contains(" is there");
        assertThat(diagnosis()).contains("at 200,100)");
    }

    @Test
    void reportsThatNothingIsSimilar() throws TemplateException {
        assertThat(diagnosis()).contains("nothing on the screen is like it");
        matcher.see(Drawing.whole(Drawing.blank(640, 400, 0)));
        assertThat(matcher.diagnose(Template.of("title", image)))
                .isEqualTo("title: no place of such a contrast: the whole screen is of one colour");
    }

    @Test
    void saysThatAPlainImageHasNoPattern() throws TemplateException {
        matcher.see(Drawing.whole(screen));
        assertThat(matcher.diagnose(Template.of("flat", Drawing.blank(30, 20, 0xff00ff))))
                .contains("no area of its size has its colour");
    }

    private String diagnosis() throws TemplateException {
        matcher.see(Drawing.whole(screen));
        return matcher.diagnose(Template.of("title", image));
    }

    private BufferedImage recoloured(IntUnaryOperator change) {
        BufferedImage recoloured = Drawing.landmark(60, 40, 7);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 60; x++) {
                recoloured.setRGB(x, y, 0xff000000 | change.applyAsInt(recoloured.getRGB(x, y)));
            }
        }
        return recoloured;
    }
}
