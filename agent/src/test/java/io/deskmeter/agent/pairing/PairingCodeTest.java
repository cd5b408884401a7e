package io.deskmeter.agent.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.MatcherBuffers;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairingCodeTest {
    private static final Rect SCREEN = new Rect(0, 0, 800, 600);
    private final Random random = new Random(7);
    private long frames;

    @Test
    void aWrittenCodeIsRead() {
        for (int i = 0; i < 1000; i++) {
            PairingCode code = new PairingCode(random.nextLong());
            assertThat(PairingCode.parse(code.toString())).contains(code);
            assertThat(PairingCode.of(code.bits())).contains(code);
        }
    }

    @Test
    void anyWrongBitIsDetected() {
        PairingCode code = new PairingCode(random.nextLong());
        for (int i = 0; i < PairingCode.BITS; i++) {
            boolean[] bits = code.bits();
            bits[i] ^= true;
            assertThat(PairingCode.of(bits)).as("bit %d", i).isEmpty();
        }
    }

    @Test
    void cellsOfOneColourAreNotACode() {
        boolean[] all = new boolean[PairingCode.BITS];
        assertThat(PairingCode.of(all)).isEmpty();
        Arrays.fill(all, true);
        assertThat(PairingCode.of(all)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0011", "00112233aabbccddee", "00112233AABBCCDD", "0011 233aabbccdd", "g0112233aabbccdd"})
    void whatIsNoCodeIsNone(String text) {
        assertThat(PairingCode.parse(text)).isEmpty();
    }

    @Test
    void aCodeIsReadAtAnyPlaceAndOnlyWhileItIsComplete() {
        PairingCode code = new PairingCode(random.nextLong());
        BufferedImage screen = clutter();
        try (PairingCodeReader reader = new PairingCodeReader(new MatcherBuffers())) {
            assertThat(read(reader, screen)).isEmpty();
            paint(screen, code, 274, 0);
            assertThat(read(reader, screen)).contains(code);
            BufferedImage covered = clutter();
            paint(covered, code, 31, 402);
            assertThat(read(reader, covered)).contains(code);
            cover(covered, new Rect(31 + PairingPicture.WIDTH - 60, 402, 60, 50));
            assertThat(read(reader, covered)).isEmpty();
        }
    }

    @Test
    void aCodeThatReplacesAnotherIsRead() {
        BufferedImage screen = clutter();
        try (PairingCodeReader reader = new PairingCodeReader(new MatcherBuffers())) {
            for (int i = 0; i < 20; i++) {
                PairingCode code = new PairingCode(random.nextLong());
                paint(screen, code, 274, 0);
                assertThat(read(reader, screen)).contains(code);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0.9f, 0.5f, 0.2f})
    void encodingsWithLossLeaveItReadable(float quality) throws IOException {
        PairingCode code = new PairingCode(random.nextLong());
        BufferedImage screen = clutter();
        paint(screen, code, 277, 3);
        try (PairingCodeReader reader = new PairingCodeReader(new MatcherBuffers())) {
            assertThat(read(reader, jpeg(screen, quality))).contains(code);
        }
    }

    private Optional<PairingCode> read(PairingCodeReader reader, BufferedImage screen) {
        int[] pixels = screen.getRGB(0, 0, SCREEN.width(), SCREEN.height(), null, 0, SCREEN.width());
        return reader.read(
                new FrameUpdate(new Frame(SCREEN.width(), SCREEN.height(), pixels), List.of(SCREEN), 1, ++frames));
    }

    private BufferedImage clutter() {
        BufferedImage image = new BufferedImage(SCREEN.width(), SCREEN.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        for (int i = 0; i < 400; i++) {
            g.setColor(new Color(random.nextInt(0x1000000)));
            g.fillRect(random.nextInt(800), random.nextInt(600), random.nextInt(200), random.nextInt(100));
        }
        g.dispose();
        return image;
    }

    private static void paint(BufferedImage screen, PairingCode code, int x, int y) {
        UserDisplay.Picture drawing = PairingPicture.of(code);
        Graphics2D g = screen.createGraphics();
        g.translate(x, y);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, drawing.width(), drawing.height());
        g.setColor(Color.BLACK);
        drawing.black().forEach(cell -> g.fillRect(cell.x(), cell.y(), cell.width(), cell.height()));
        g.dispose();
    }

    private static void cover(BufferedImage screen, Rect place) {
        Graphics2D g = screen.createGraphics();
        g.setColor(Color.GRAY);
        g.fillRect(place.x(), place.y(), place.width(), place.height());
        g.dispose();
    }

    private static BufferedImage jpeg(BufferedImage image, float quality) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(quality);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return ImageIO.read(new ByteArrayInputStream(bytes.toByteArray()));
    }
}
