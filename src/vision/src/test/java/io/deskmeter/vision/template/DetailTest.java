package io.deskmeter.vision.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.vision.Drawing;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class DetailTest {
    @Test
    void oneColourHasNoDetail() throws TemplateException {
        assertThat(Detail.of(Template.of("plain", Drawing.blank(40, 20, 0x3465a4))))
                .isEqualTo(new Detail(0, 0, 0, 0, 0));
    }

    @Test
    void anEdgeHasDetailInOneDirectionOnly() throws TemplateException {
        Detail edge = Detail.of(Template.of("edge", halves(new Color(0xffffff), new Color(0))));
        assertThat(edge.contrast()).isCloseTo(127.5, within(0.1));
        assertThat(edge.entropy()).isCloseTo(1, within(1e-9));
        assertThat(edge.down()).isZero();
        assertThat(edge.across()).isCloseTo(255 * 255 / 39.0, within(0.1));
        assertThat(edge.patterned())
                .as("two of ten squares, which the edge crosses")
                .isCloseTo(0.2, within(1e-9));
    }

    @Test
    void transparentPixelsDoNotCount() throws TemplateException {
        BufferedImage image = halves(new Color(255, 255, 255), new Color(0, 0, 0));
        for (int y = 0; y < 16; y++) {
            for (int x = 0; x < 20; x++) {
                image.setRGB(x, y, (x + y) % 2 == 0 ? 0xff000000 : 0xffffffff);
            }
            for (int x = 20; x < 40; x++) {
                image.setRGB(x, y, 0x00ffffff);
            }
        }
        Detail checked = Detail.of(Template.of("half", image));
        assertThat(checked.entropy()).isCloseTo(1, within(1e-9));
        assertThat(checked.across()).isEqualTo(255 * 255);
        assertThat(checked.down()).isEqualTo(255 * 255);
    }

    @Test
    void aDrawnPageHasDetail() throws TemplateException {
        Detail page = Detail.of(Template.of("page", Drawing.document(200, 120, false, 1)));
        assertThat(page.contrast()).isGreaterThan(30);
        assertThat(page.entropy()).isGreaterThan(2);
        assertThat(page.patterned()).isGreaterThan(0.3);
    }

    /** 40×16, the edge within a square: left of column 20. */
    private static BufferedImage halves(Color left, Color right) {
        BufferedImage image = new BufferedImage(40, 16, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setColor(left);
        g.fillRect(0, 0, 20, 16);
        g.setColor(right);
        g.fillRect(20, 0, 20, 16);
        g.dispose();
        return image;
    }
}
