package io.deskmeter.vision.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames with known numbers, scaled and coded as displays do it: none may be read wrongly. */
@Tag("slow")
class FrameNumberReaderTest {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 160;
    private static final int NUMBERS = 240;
    private static final FrameNumberReader.Layout LAYOUT =
            new FrameNumberReader.Layout(List.of(8, 52), 32, 50, 4, 120, 64);

    private static final int[] BACKGROUND = background();

    private static int[] background() {
        int[] pixels = new Random(1).ints(WIDTH * HEIGHT).toArray();
        Arrays.fill(pixels, 0, 92 * WIDTH, 0x1c1c1c);
        return pixels;
    }

    private static BufferedImage clip(int number) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, WIDTH, HEIGHT, BACKGROUND, 0, WIDTH);
        marker(image, number);
        return image;
    }

    private static void marker(BufferedImage image, int number) {
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(new Color(0xc6c6c6));
        graphics.fillRect(50 + 4 * (number % 120), number < 120 ? 8 : 52, 64, 32);
        graphics.dispose();
    }

    /** The clip on a screen of another colour. */
    private static BufferedImage screen(BufferedImage clip, double scale, int left, int top) {
        BufferedImage screen = new BufferedImage(
                (int) (WIDTH * Math.max(1, scale)) + 120, (int) (HEIGHT * scale) + 100, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = screen.createGraphics();
        graphics.setColor(new Color(0x4060a0));
        graphics.fillRect(0, 0, screen.getWidth(), screen.getHeight());
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        int width = (int) Math.round(clip.getWidth() * scale);
        int height = (int) Math.round(clip.getHeight() * scale);
        graphics.drawImage(clip, left, top, width, height, null);
        graphics.dispose();
        return screen;
    }

    private static Frame frame(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return new Frame(image.getWidth(), image.getHeight(), pixels);
    }

    private static BufferedImage jpeg(BufferedImage image, float quality) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(quality);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writer.setOutput(ImageIO.createImageOutputStream(bytes));
        writer.write(null, new IIOImage(image, null, null), how);
        writer.dispose();
        return ImageIO.read(new ByteArrayInputStream(bytes.toByteArray()));
    }

    private static FrameNumberReader.Reading read(BufferedImage screen, double scale, int left, int top) {
        return new FrameNumberReader(LAYOUT, scale, left, top).read(frame(screen));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.75, 1, 1.25, 1.5, 2})
    void everyFrameIsReadAtAnyScale(double scale) {
        for (int number = 0; number < NUMBERS; number += scale == 1 ? 1 : 7) {
            assertThat(read(screen(clip(number), scale, 37, 91), scale, 37, 91))
                    .isEqualTo(new FrameNumberReader.Reading.FrameNumber(number));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 1.5})
    void everyFrameIsReadAfterALossyCodec(double scale) throws IOException {
        for (int number = 0; number < NUMBERS; number += 37) {
            assertThat(read(jpeg(screen(clip(number), scale, 12, 5), 0.1f), scale, 12, 5))
                    .isEqualTo(new FrameNumberReader.Reading.FrameNumber(number));
        }
    }

    @Test
    void aTornFrameIsNotRead() {
        BufferedImage torn = clip(119);
        marker(torn, 121);
        assertThat(read(screen(torn, 1, 0, 0), 1, 0, 0))
                .isEqualTo(unread("2 light places on the rails (expected: one)"));
    }

    @Test
    void somethingElseIsNotRead() {
        BufferedImage nothing = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        assertThat(read(screen(nothing, 1, 0, 0), 1, 0, 0))
                .isEqualTo(unread("0 light places on the rails (expected: one)"));
        BufferedImage covered = clip(20);
        marker(covered, 25);
        assertThat(read(screen(covered, 1, 0, 0), 1, 0, 0))
                .isEqualTo(unread("a light place on the rails that is not as wide as the marker"));
    }

    @Test
    void aMarkerBetweenTwoPlacesIsNotRead() {
        FrameNumberReader shifted = new FrameNumberReader(LAYOUT, 1, 2, 0);
        assertThat(shifted.read(frame(screen(clip(30), 1, 0, 0)))).isInstanceOf(FrameNumberReader.Reading.Unread.class);
    }

    @Test
    void railsThatLeaveTheScreenAreNotRead() {
        FrameNumberReader rails = new FrameNumberReader(LAYOUT, 1, 900, 0);
        assertThat(rails.area()).isEqualTo(new Rect(946, 8, 548, 76));
        assertThat(rails.read(frame(screen(clip(0), 1, 900, 0))))
                .isEqualTo(unread("the rails, 548x76+946+8, are not completely on the screen"));
    }

    private static FrameNumberReader.Reading unread(String reason) {
        return new FrameNumberReader.Reading.Unread(reason);
    }
}
