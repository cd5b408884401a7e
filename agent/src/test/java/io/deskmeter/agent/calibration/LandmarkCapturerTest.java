package io.deskmeter.agent.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is captured from drawn screens: an application with a save sign of 12×12 pixels, and a document with a picture
 * of 64×40.
 */
@Tag("slow")
class LandmarkCapturerTest {
    private static final String SAVED = "landmarks/saved.png";
    private static final String TITLE = "landmarks/title.png";
    private static final Rect SIGN = new Rect(20, 274, 12, 12);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private Workload workload;

    @BeforeEach
    void shipped() throws Exception {
        Path folder = root.resolve("office/notes");
        Files.createDirectories(folder.resolve("landmarks"));
        ImageIO.write(
                sign(new Color(0x1f66c1), 12), "png", folder.resolve(SAVED).toFile());
        ImageIO.write(noise(64, 40), "png", folder.resolve(TITLE).toFile());
        Files.writeString(folder.resolve("workload.yaml"), """
                title: Notes
                application: { linux: [notes] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/title.png, within: 9s } }
                  - { id: save, group: B, do: { keys: ctrl+s }, until: { appears: landmarks/saved.png, within: 9s } }
                """);
        workload = WorkloadCatalog.open(root).load("office/notes");
    }

    private LandmarkCapturer capturer(Map<String, Rect> places) {
        return new LandmarkCapturer(
                List.of(workload), Map.of(workload.id(), Set.of(SAVED, TITLE)), places, new MatcherBuffers());
    }

    /** A frame with a tick in it, as an icon. */
    private static BufferedImage sign(Color colour, int side) {
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setColor(new Color(0xeeeeee));
        g.fillRect(0, 0, side, side);
        g.setColor(colour);
        g.fillRect(0, 0, side, side / 4);
        g.fillRect(0, 0, side / 4, side);
        g.fillRect(side / 2, side / 2, side / 2, side / 2);
        g.dispose();
        return image;
    }

    private static BufferedImage noise(int width, int height) {
        Random random = new Random(7);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y += 8) {
            for (int x = 0; x < width; x += 8) {
                int colour = random.nextInt(0x1000000);
                for (int i = 0; i < 64; i++) {
                    image.setRGB(x + i % 8, y + i / 8, colour);
                }
            }
        }
        return image;
    }

    private static BufferedImage scaled(BufferedImage image, double scale) {
        int width = (int) Math.round(image.getWidth() * scale);
        int height = (int) Math.round(image.getHeight() * scale);
        BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = scaled.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        g.drawImage(image, 0, 0, width, height, null);
        g.dispose();
        return scaled;
    }

    /** A screen of 400×300 with these pictures: image, x, y. */
    private static Frame screen(Object... drawn) {
        BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, 400, 300);
        for (int i = 0; i < drawn.length; i += 3) {
            g.drawImage((BufferedImage) drawn[i], (Integer) drawn[i + 1], (Integer) drawn[i + 2], null);
        }
        g.dispose();
        return new Frame(400, 300, image.getRGB(0, 0, 400, 300, null, 0, 400));
    }

    private OperationEnd ended(String operation, String landmark, @Nullable Frame before, Frame after) {
        Timing timing = Timing.builder(workload.id(), operation, Group.B, Outcome.OK)
                .sequence(1)
                .intendedAt(1)
                .firedAt(1)
                .lastWithoutAt(1)
                .shownAt(2)
                .build();
        return new OperationEnd(timing, new Condition.Appears(landmark), before, after);
    }

    private static BufferedImage picture(Calibration.Picture picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(picture.png())));
    }

    @Test
    void whatIsFoundIsNotCaptured() {
        LandmarkCapturer capturer = capturer(Map.of());
        capturer.operationEnded(ended("save", SAVED, screen(), screen(sign(new Color(0x1f66c1), 12), 20, 274)));
        assertThat(capturer.all()).isEmpty();
        assertThat(capturer.missed()).isEmpty();
    }

    @Test
    void anIconOfAnotherThemeIsThePartThatTheOperationHasChanged() throws Exception {
        LandmarkCapturer capturer = capturer(Map.of());
        BufferedImage unsaved = sign(new Color(0xc01f1f), 12);
        BufferedImage dark = sign(new Color(0x101010), 12);
        capturer.operationEnded(ended("save", SAVED, screen(unsaved, 20, 274), screen(dark, 20, 274)));
        assertThat(capturer.missed()).isEmpty();
        Capture capture = capturer.all().get(0);
        assertThat(capture.operation()).isEqualTo("save");
        assertThat(SIGN.intersection(capture.place().part()))
                .isEqualTo(capture.place().part());
        assertThat(capture.picture().landmark()).isEqualTo(SAVED);
        assertThat(capture.picture().replaces()).isEqualTo(Calibrations.checksum(workload, SAVED));
        assertThat(picture(capture.picture()).getRGB(0, 0) & 0xffffff).isEqualTo(0x101010);
    }

    @Test
    void ofSeveralChangedPartsTheMostAlikeIsTakenAndTheOthersAreTold() {
        LandmarkCapturer capturer = capturer(Map.of());
        BufferedImage squares = new BufferedImage(12, 12, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 144; i++) {
            squares.setRGB(i % 12, i / 12, i % 12 / 3 % 2 == i / 36 % 2 ? 0x404040 : 0xa0a0a0);
        }
        capturer.operationEnded(
                ended("save", SAVED, screen(), screen(squares, 200, 20, sign(new Color(0x101010), 12), 20, 274)));
        Capture capture = capturer.all().get(0);
        assertThat(capture.place().part().y()).isEqualTo(274);
        assertThat(capture.others()).hasSize(1);
        assertThat(capture.words())
                .contains("changed by the operation")
                .contains("might also be 12x12 at 200,20 (hint: --place)");
    }

    @Test
    void aPictureOfTheContentIsFoundAtAnotherScale() throws Exception {
        LandmarkCapturer capturer = capturer(Map.of());
        Frame after = screen(scaled(noise(64, 40), 1.5), 100, 60);
        capturer.operationEnded(ended("open", TITLE, screen(), after));
        assertThat(capturer.missed()).isEmpty();
        Capture capture = capturer.all().get(0);
        assertThat(capture.place().part()).isEqualTo(new Rect(100, 60, 96, 60));
        assertThat(capture.words()).contains("there at 150 % scale");
        assertThat(picture(capture.picture()).getWidth()).isEqualTo(96);
        capturer.operationEnded(ended("open", TITLE, screen(), after));
        assertThat(capturer.count()).as("captured once, and found from then on").isEqualTo(1);
    }

    @Test
    void theScaleOfTheContentTellsTheSizeOfIcons() {
        LandmarkCapturer capturer = capturer(Map.of());
        capturer.operationEnded(ended("open", TITLE, screen(), screen(scaled(noise(64, 40), 2), 100, 60)));
        BufferedImage large = sign(new Color(0x101010), 26);
        capturer.operationEnded(ended("save", SAVED, screen(), screen(large, 20, 260)));
        assertThat(capturer.all()).hasSize(2);
        assertThat(capturer.all().get(1).place().part().width()).isBetween(24, 26);
    }

    @Test
    void whatIsTooPlainIsRefusedByTheRulesOfLint() {
        LandmarkCapturer capturer = capturer(Map.of());
        BufferedImage plain = new BufferedImage(12, 12, BufferedImage.TYPE_INT_RGB);
        capturer.operationEnded(ended("save", SAVED, screen(), screen(plain, 20, 274)));
        assertThat(capturer.all()).isEmpty();
        assertThat(capturer.missed().get(0))
                .startsWith("landmarks/saved.png of office/notes, after save: 12x12 at 20,274")
                .contains("hint: --place landmarks/saved.png=X,Y,WIDTHxHEIGHT");
    }

    @Test
    void whatWasThereBeforeTheInputIsRefused() {
        LandmarkCapturer capturer = capturer(Map.of());
        BufferedImage dark = sign(new Color(0x101010), 12);
        capturer.operationEnded(ended("save", SAVED, screen(dark, 300, 20), screen(dark, 20, 274)));
        assertThat(capturer.all()).isEmpty();
        assertThat(capturer.missed().get(0)).contains("also in the picture before the input");
    }

    @Test
    void aLargePictureThatIsNotLikeTheLandmarkIsNotTaken() {
        LandmarkCapturer capturer = capturer(Map.of());
        BufferedImage stripes = new BufferedImage(64, 40, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 64 * 40; i++) {
            stripes.setRGB(i % 64, i / 64, i % 64 / 5 % 2 == i / 64 / 7 % 2 ? 0xffe0e0 : 0x204020);
        }
        capturer.operationEnded(ended("open", TITLE, screen(), screen(stripes, 100, 60)));
        assertThat(capturer.all()).isEmpty();
        assertThat(capturer.missed().get(0)).contains("none that has changed is like it");
    }

    @Test
    void nothingThatChangedIsToldWithTheHint() {
        LandmarkCapturer capturer = capturer(Map.of());
        capturer.operationEnded(ended("save", SAVED, screen(), screen()));
        assertThat(capturer.missed().get(0)).contains("none that has changed is like it");
    }

    @Test
    void aGivenPlaceIsTaken() {
        LandmarkCapturer capturer = capturer(Map.of(SAVED, SIGN));
        BufferedImage dark = sign(new Color(0x101010), 12);
        capturer.operationEnded(
                ended("save", SAVED, screen(), screen(sign(new Color(0xc01f1f), 12), 200, 20, dark, 20, 274)));
        assertThat(capturer.all().get(0).place().part()).isEqualTo(SIGN);
        assertThat(capturer.all().get(0).words()).contains("given by --place");
    }

    @Test
    void beforeTheInputOnlyAnotherScaleCounts() {
        LandmarkCapturer capturer = capturer(Map.of());
        capturer.operationEnded(ended("save", SAVED, null, screen(scaled(noise(64, 40), 1.5), 100, 60)));
        assertThat(capturer.all())
                .extracting(capture -> capture.picture().landmark())
                .containsExactly(TITLE);
    }

    private void maskOfTitle() throws IOException {
        BufferedImage mask = new BufferedImage(64, 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = mask.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, 40, 40);
        g.dispose();
        ImageIO.write(
                mask,
                "png",
                workload.folder().resolve("landmarks/title.mask.png").toFile());
    }

    @Test
    void whatTheMaskExcludesIsTransparentInAPictureOfAnotherScale() throws Exception {
        maskOfTitle();
        LandmarkCapturer capturer = capturer(Map.of(TITLE, new Rect(100, 60, 96, 60)));
        capturer.operationEnded(ended("open", TITLE, screen(), screen(scaled(noise(64, 40), 1.5), 100, 60)));
        assertThat(capturer.missed()).isEmpty();
        BufferedImage picture = picture(capturer.all().get(0).picture());
        assertThat(picture.getWidth()).isEqualTo(96);
        assertThat(picture.getRGB(56, 30) >>> 24).isEqualTo(0xff);
        assertThat(picture.getRGB(61, 30) >>> 24).isZero();
    }

    @Test
    void aPictureForWhichTheMaskSaysNothingIsRefused() throws Exception {
        maskOfTitle();
        LandmarkCapturer capturer = capturer(Map.of(TITLE, new Rect(100, 60, 96, 80)));
        capturer.operationEnded(ended("open", TITLE, screen(), screen(scaled(noise(64, 40), 1.5), 100, 60)));
        assertThat(capturer.all()).isEmpty();
        assertThat(capturer.missed().get(0))
                .contains(
                        "96x80, for which title.mask.png of 64x40 says nothing (expected: the proportions of the mask)");
    }
}
