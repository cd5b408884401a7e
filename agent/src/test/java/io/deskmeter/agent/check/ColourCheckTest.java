package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ColourCheckTest {
    private static final int SIDE = 40;

    /** A landmark of reds on grey. */
    private static BufferedImage picture() {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(7);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                image.setRGB(x, y, random.nextInt(4) == 0 ? 0xD02010 : 0x808080);
            }
        }
        return image;
    }

    private static Target target() throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(picture(), "png", png);
        Agentless agentless = new Agentless(
                "/srv",
                new Agentless.Sign.Landmark(
                        new Agentless.Picture("ready.png", Base64.getEncoder().encodeToString(png.toByteArray()))),
                new Agentless.Launcher.Menus(Map.of()),
                List.of());
        return new Target.VncDesktops(
                Hosts.of(List.of("h"), 5900),
                Optional.empty(),
                Optional.of(agentless),
                OptionalInt.empty(),
                OptionalInt.empty(),
                320,
                200);
    }

    private static Frame screen(boolean exchanged) {
        Frame frame = new Frame(320, 200);
        Arrays.fill(frame.pixels(), 0x336699);
        BufferedImage image = picture();
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                int rgb = image.getRGB(x, y) & 0xFFFFFF;
                frame.pixels()[(50 + y) * 320 + 100 + x] =
                        exchanged ? ((rgb & 0xFF) << 16) | (rgb & 0xFF00) | (rgb >> 16) : rgb;
            }
        }
        return frame;
    }

    @Test
    void onlyAPictureWithRedAndBlueExchangedIsNamed() throws Exception {
        assertThat(ColourCheck.isExchanged(target(), screen(true))).isTrue();
        assertThat(ColourCheck.isExchanged(target(), screen(false))).isFalse();
        assertThat(ColourCheck.isExchanged(target(), new Frame(320, 200)))
                .as("not there at all")
                .isFalse();
    }
}
