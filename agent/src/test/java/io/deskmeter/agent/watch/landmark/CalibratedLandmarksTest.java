package io.deskmeter.agent.watch.landmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session looks for the picture of the calibration, and says what to try where a landmark has never been seen. */
class CalibratedLandmarksTest {
    private static final String SAVED = "landmarks/saved.png";
    private static final int SIDE = 24;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private Workload workload;

    @BeforeEach
    void shipped() throws Exception {
        Path folder = root.resolve("office/notes");
        Files.createDirectories(folder.resolve("landmarks"));
        Files.write(folder.resolve(SAVED), png(1));
        Files.writeString(folder.resolve("workload.yaml"), """
                title: Notes
                application: { linux: [notes] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/saved.png, within: 9s } }
                """);
        workload = WorkloadCatalog.open(root).load("office/notes");
    }

    private static BufferedImage image(int seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIDE * SIDE; i++) {
            image.setRGB(i % SIDE, i / SIDE, random.nextInt(0x1000000));
        }
        return image;
    }

    private static byte[] png(int seed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image(seed), "png", out);
        return out.toByteArray();
    }

    private Calibration calibration(int seed) throws IOException {
        return calibration(png(seed));
    }

    private Calibration calibration(byte[] picture) throws IOException {
        return new Calibration(
                "dark",
                LocalDate.of(2026, 11, 23),
                "",
                List.of(new Calibration.Picture(
                        workload.id(),
                        SAVED,
                        Calibrations.checksum(workload, SAVED),
                        Base64.getEncoder().encodeToString(picture))));
    }

    private TemplateScreenMatcher matcher(Optional<Calibration> calibration, int shown) throws TemplateException {
        TemplateScreenMatcher matcher =
                new TemplateScreenMatcher(Landmarks.load(List.of(workload), calibration), new MatcherBuffers());
        show(matcher, shown, 1);
        matcher.enter(workload);
        return matcher;
    }

    private static void show(TemplateScreenMatcher matcher, int seed, int sequence) {
        BufferedImage screen = new BufferedImage(200, 100, BufferedImage.TYPE_INT_RGB);
        screen.createGraphics().drawImage(image(seed), 60, 40, null);
        Frame frame = new Frame(200, 100, screen.getRGB(0, 0, 200, 100, null, 0, 200));
        matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, sequence));
    }

    @Test
    void thePictureOfTheCalibrationIsFoundInPlaceOfTheLandmark() throws Exception {
        try (TemplateScreenMatcher matcher = matcher(Optional.of(calibration(2)), 2)) {
            assertThat(matcher.find(SAVED).found()).isTrue();
        }
        try (TemplateScreenMatcher matcher = matcher(Optional.of(calibration(2)), 1)) {
            assertThat(matcher.find(SAVED).found()).isFalse();
        }
        try (TemplateScreenMatcher matcher = matcher(Optional.empty(), 1)) {
            assertThat(matcher.find(SAVED).found()).isTrue();
        }
    }

    @Test
    void whereAWindowIsInFrontACalibrationIsNoRemedy() throws Exception {
        try (TemplateScreenMatcher matcher = matcher(Optional.empty(), 2)) {
            assertThat(matcher.diagnoseMiss(LandmarkQuery.of(SAVED)))
                    .contains("best score")
                    .doesNotContain("calibrate");
        }
    }

    @Test
    void aLandmarkThatWasNeverSeenSuggestsACalibration() throws Exception {
        try (TemplateScreenMatcher matcher = matcher(Optional.empty(), 2)) {
            assertThat(matcher.diagnose(LandmarkQuery.of(SAVED)))
                    .contains("best score")
                    .endsWith(
                            "; not seen before in this session: does the application ask something (see the picture)? other theme, scale or version?"
                                    + " ./deskmeter workload calibrate office/notes");
        }
    }

    @Test
    void aCalibratedOneThatWasNeverSeenNamesTheCalibrationAndItsDate() throws Exception {
        try (TemplateScreenMatcher matcher = matcher(Optional.of(calibration(2)), 3)) {
            assertThat(matcher.diagnose(LandmarkQuery.of(SAVED)))
                    .contains("landmarks/saved.png as calibrated by dark")
                    .contains("though calibrated by dark on 2026-11-23")
                    .endsWith("./deskmeter workload calibrate office/notes --name dark");
        }
    }

    @Test
    void aLandmarkThatWasSeenIsLateAndNotDifferent() throws Exception {
        try (TemplateScreenMatcher matcher = matcher(Optional.empty(), 1)) {
            assertThat(matcher.find(SAVED).found()).isTrue();
            show(matcher, 2, 2);
            matcher.enter(workload);
            assertThat(matcher.diagnose(LandmarkQuery.of(SAVED))).doesNotContain("calibrate");
        }
    }

    @Test
    void oneForAnotherVersionOfTheWorkloadIsRefused() throws Exception {
        Calibration made = calibration(2);
        Files.write(workload.folder().resolve(SAVED), png(4));
        assertThatThrownBy(() -> Landmarks.load(List.of(workload), Optional.of(made)))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("is for another version of office/notes");
    }

    /** What is right of the 12th column does not count. */
    private void mask() throws IOException {
        BufferedImage mask = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIDE * SIDE; i++) {
            mask.setRGB(i % SIDE, i / SIDE, i % SIDE < 12 ? 0xffffff : 0);
        }
        ImageIO.write(
                mask,
                "png",
                workload.folder().resolve("landmarks/saved.mask.png").toFile());
    }

    @Test
    void theMaskOfALandmarkHoldsForItsCalibratedPictureToo() throws Exception {
        mask();
        assertThat(isFoundWithASpinner(Optional.empty(), 1)).isTrue();
        assertThat(isFoundWithASpinner(Optional.of(calibration(2)), 2)).isTrue();
        assertThat(isFoundWithASpinner(Optional.of(calibration(2)), 3)).isFalse();
    }

    private boolean isFoundWithASpinner(Optional<Calibration> calibration, int seed) throws TemplateException {
        BufferedImage screen = new BufferedImage(200, 100, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = screen.createGraphics();
        g.drawImage(image(seed), 40, 30, null);
        g.setColor(Color.GREEN);
        g.fillRect(40 + 14, 30, 8, SIDE);
        g.dispose();
        Frame frame = new Frame(200, 100, screen.getRGB(0, 0, 200, 100, null, 0, 200));
        try (TemplateScreenMatcher matcher =
                new TemplateScreenMatcher(Landmarks.load(List.of(workload), calibration), new MatcherBuffers())) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 1, 1));
            matcher.enter(workload);
            return matcher.find(LandmarkQuery.of(SAVED)).found();
        }
    }

    @Test
    void aCalibratedPictureOfAnotherSizeWithoutItsMaskIsRefused() throws Exception {
        mask();
        assertThatThrownBy(() -> Landmarks.load(List.of(workload), Optional.of(calibration(picture(2, 0xff)))))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("landmarks/saved.png as calibrated by dark: 48x48 pixels")
                .hasMessageContaining("saved.mask.png of 24x24")
                .hasMessageContaining("calibrate again");
        assertThat(Landmarks.load(List.of(workload), Optional.of(calibration(picture(2, 0))))
                        .template(workload.id(), SAVED)
                        .width())
                .isEqualTo(2 * SIDE);
    }

    /** At twice the size; right of the middle of this opacity. */
    private static byte[] picture(int seed, int alpha) throws IOException {
        BufferedImage picture = new BufferedImage(2 * SIDE, 2 * SIDE, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < 4 * SIDE * SIDE; i++) {
            int x = i % (2 * SIDE);
            int y = i / (2 * SIDE);
            picture.setRGB(x, y, (x < SIDE ? 0xff : alpha) << 24 | (image(seed).getRGB(x / 2, y / 2) & 0xffffff));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", out);
        return out.toByteArray();
    }
}
