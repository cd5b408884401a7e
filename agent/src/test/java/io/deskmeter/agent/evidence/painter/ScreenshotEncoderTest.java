package io.deskmeter.agent.evidence.painter;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ScreenshotEncoderTest {
    private static BufferedImage picture(int width, int height, int most) throws IOException {
        int[] pixels = new int[width * height];
        Arrays.fill(pixels, 0x336699);
        return ImageIO.read(new ByteArrayInputStream(ScreenshotEncoder.png(new Frame(width, height, pixels), most)));
    }

    @Test
    void aWidePictureIsScaledDownAndANarrowOneIsNot() throws IOException {
        BufferedImage wide = picture(1920, 1080, 1280);
        assertThat(wide.getWidth()).isEqualTo(1280);
        assertThat(wide.getHeight()).isEqualTo(720);
        assertThat(wide.getRGB(640, 300)).isEqualTo(0xFF336699);
        assertThat(picture(800, 600, 1280).getWidth()).isEqualTo(800);
        assertThat(picture(1920, 1080, 0).getWidth()).isEqualTo(1920);
    }
}
