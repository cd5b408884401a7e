package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Calibration;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationsTest {
    private static final String LANDMARK = "landmarks/saved.png";
    private static final String PROFILE = """
            workloads: { workloads: [office/notes] }
            load: { fixed: { sessions: 1 } }
            target: { local: { desktop: 1280x800 }, calibration: dark }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @BeforeEach
    void workload() throws IOException {
        write("office/notes/landmarks/saved.png", png(16, 1));
        write("office/notes/workload.yaml", """
                title: Notes
                application: { linux: [notes] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/saved.png, within: 9s } }
                """.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, bytes);
    }

    /** @param side of a square of noise */
    private static byte[] png(int side, int seed) throws IOException {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < side * side; i++) {
            image.setRGB(i % side, i / side, random.nextInt(0x1000000));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private WorkloadCatalog catalog() {
        return WorkloadCatalog.open(root);
    }

    private Calibration dark(byte[] png) throws Exception {
        return new Calibration(
                "dark",
                LocalDate.of(2026, 11, 23),
                "1280x800 through rfb",
                List.of(new Calibration.Picture(
                        "office/notes",
                        LANDMARK,
                        Calibrations.checksum(catalog().load("office/notes"), LANDMARK),
                        Base64.getEncoder().encodeToString(png))));
    }

    private RunProfile parse(String yaml) throws InvalidDocumentException {
        return RunProfiles.parse("test.yaml", yaml, catalog());
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Calibration dark = dark(png(16, 2));
        Calibrations calibrations = Calibrations.of(catalog());
        assertThat(calibrations.names()).isEmpty();
        calibrations.write(dark);
        assertThat(calibrations.names()).containsExactly("dark");
        assertThat(calibrations.read("dark")).isEqualTo(dark);
        assertThat(root.resolve("calibrations/dark/pictures/office/notes/saved.png"))
                .hasBinaryContent(png(16, 2));
        assertThat(catalog().ids()).containsExactly("office/notes");
    }

    @Test
    void writingItAgainRemovesPicturesThatItNoLongerHas() throws Exception {
        Calibrations calibrations = Calibrations.of(catalog());
        Calibration dark = dark(png(16, 2));
        calibrations.write(dark);
        calibrations.write(new Calibration(
                dark.name(),
                dark.date(),
                dark.display(),
                List.of(new Calibration.Picture(
                        "office/other",
                        LANDMARK,
                        "0".repeat(64),
                        Base64.getEncoder().encodeToString(png(16, 3))))));
        assertThat(root.resolve("calibrations/dark/pictures/office/notes/saved.png"))
                .doesNotExist();
        assertThat(calibrations.read("dark").pictures()).hasSize(1);
    }

    @Test
    void aRunProfileNamesItAndItsCanonicalFormContainsIt() throws Exception {
        Calibration dark = dark(png(16, 2));
        Calibrations.of(catalog()).write(dark);
        RunProfile profile = parse(PROFILE);
        assertThat(profile.calibration()).contains(dark);
        String canonical = RunProfiles.write(profile);
        assertThat(RunProfiles.parseSelfContained("test.yaml", canonical)).isEqualTo(profile);
        Files.delete(root.resolve("calibrations/dark/calibration.yaml"));
        assertThat(parse(canonical)).isEqualTo(profile);
    }

    @Test
    void anUnknownNameIsRefused() throws Exception {
        assertThatThrownBy(() -> parse(PROFILE))
                .hasMessageContaining("target.calibration")
                .hasMessageContaining("unknown calibration dark")
                .hasMessageContaining("./deskmeter workload calibrate");
        Calibrations.of(catalog()).write(dark(png(16, 2)));
        assertThatThrownBy(() -> parse(PROFILE.replace("calibration: dark", "calibration: dork")))
                .hasMessageContaining("unknown calibration dork")
                .hasMessageContaining("dark");
        assertThatThrownBy(() -> RunProfiles.parseSelfContained("test.yaml", PROFILE))
                .hasMessageContaining("names are not resolved here");
    }

    @Test
    void oneForAnotherVersionOfTheWorkloadIsRefused() throws Exception {
        Calibrations.of(catalog()).write(dark(png(16, 2)));
        write("office/notes/landmarks/saved.png", png(16, 4));
        assertThatThrownBy(() -> parse(PROFILE))
                .hasMessageContaining("calibration dark is for another version of office/notes: " + LANDMARK)
                .hasMessageContaining("./deskmeter workload calibrate office/notes --name dark");
    }

    @Test
    void oneWithoutAPictureOfTheProfilesWorkloadsIsRefused() throws Exception {
        Calibration dark = dark(png(16, 2));
        Calibration.Picture picture = dark.pictures().get(0);
        Calibrations.of(catalog())
                .write(new Calibration(
                        dark.name(),
                        dark.date(),
                        dark.display(),
                        List.of(new Calibration.Picture("office/other", LANDMARK, picture.replaces(), picture.png()))));
        assertThatThrownBy(() -> parse(PROFILE)).hasMessageContaining("has no picture of office/notes");
    }

    @Test
    void tooManyBytesAreRefusedBeforeTheyAreWritten() throws Exception {
        byte[] large = png(140, 5);
        assertThat(large).hasSizeBetween(50_000, 64 << 10);
        Calibration dark = dark(large);
        Calibration.Picture picture = dark.pictures().get(0);
        Calibration three = new Calibration(
                dark.name(),
                dark.date(),
                dark.display(),
                List.of(
                        picture,
                        new Calibration.Picture("office/notes", "landmarks/two.png", picture.replaces(), picture.png()),
                        new Calibration.Picture(
                                "office/notes", "landmarks/three.png", picture.replaces(), picture.png())));
        assertThatThrownBy(() -> Calibrations.of(catalog()).write(three))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("all together at most 128 KiB");
        assertThat(root.resolve("calibrations")).doesNotExist();
    }

    @Test
    void brokenDocumentsAreToldWithTheirPlace() throws Exception {
        Calibrations.of(catalog()).write(dark(png(16, 2)));
        Path document = root.resolve("calibrations/dark/calibration.yaml");
        String yaml = Files.readString(document);
        Files.writeString(document, yaml.replace("2026-11-23", "yesterday"));
        assertThatThrownBy(() -> parse(PROFILE))
                .hasMessageContaining("calibration.yaml")
                .hasMessageContaining("a date as `2026-11-23`");
        Files.writeString(document, yaml.replace("name: dark", "name: light"));
        assertThatThrownBy(() -> parse(PROFILE)).hasMessageContaining("name light (expected: `dark`");
        Files.writeString(document, yaml);
        Files.delete(root.resolve("calibrations/dark/pictures/office/notes/saved.png"));
        assertThatThrownBy(() -> parse(PROFILE)).hasMessageContaining("a PNG file");
    }

    @Test
    void theChecksumIsThatOfThePictures() throws Exception {
        Calibration dark = dark(png(16, 2));
        assertThat(dark.checksum())
                .hasSize(64)
                .isEqualTo(new Calibration("other", LocalDate.EPOCH, "", dark.pictures()).checksum());
        assertThat(dark(png(16, 3)).checksum()).isNotEqualTo(dark.checksum());
    }
}
