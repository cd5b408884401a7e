package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * LibreOffice with another theme of icons, and with 150 % scale on a display that is as much larger. In the longer
 * lane, for it takes minutes.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class CalibrationLongIT {
    private static final String WRITER = "office/writer";
    private static final String SAVED = "landmarks/saved.png";
    private static final String REMEDY = "./deskmeter workload calibrate " + WRITER;
    private static final Pattern TIMING = Pattern.compile(
            "(?m)^\\d+ +" + WRITER + " +(\\S+) +[ABC] +(\\S+) +\\S+(?: ms)? +\\S+(?: ms)? +\\S+ ms +(.*)$");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Path workloads;

    /** A library with the word processor alone, in another theme. */
    @BeforeEach
    void darkIcons() throws IOException {
        workloads = folder.resolve("w");
        Path shipped = Program.HOME.resolve("workloads").resolve(WRITER);
        try (Stream<Path> files = Files.walk(shipped)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = workloads.resolve(WRITER).resolve(shipped.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        replace("content/home/.config/libreoffice/4/user/registrymodifications.xcu", ">colibre<", ">colibre_dark<");
    }

    private void replace(String file, String part, String instead) throws IOException {
        Path path = workloads.resolve(WRITER).resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(part);
        Files.writeString(path, text.replace(part, instead));
    }

    private record Line(String operation, String outcome, String detail) {}

    private Program.Ended run(Duration limit, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--workloads",
                workloads.toString(),
                "--state",
                folder.resolve("s").toString()));
        try (Program program = Program.start(folder, all.toArray(new String[0]))) {
            return program.await(limit);
        }
    }

    private static List<Line> lines(Program.Ended ended) {
        List<Line> lines = new ArrayList<>();
        for (Matcher timing = TIMING.matcher(ended.printed()); timing.find(); ) {
            lines.add(new Line(timing.group(1), timing.group(2), timing.group(3)));
        }
        return lines;
    }

    private static void assertSaveFailsAndNamesCalibration(Program.Ended ended, String remedy) {
        assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(4);
        assertThat(lines(ended))
                .as(ended.printed())
                .filteredOn(
                        line -> !line.outcome().equals("ok") && !line.outcome().equals("skipped"))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.operation()).isEqualTo("save");
                    assertThat(line.outcome()).isEqualTo("timeout");
                    assertThat(line.detail())
                            .contains("best score")
                            .contains("other theme, scale or version")
                            .contains(remedy);
                });
    }

    private static void assertOk(Program.Ended ended, int iterations) {
        assertThat(ended.exitCode()).as(ended.printed()).isZero();
        assertThat(lines(ended)).as(ended.printed()).extracting(Line::outcome).containsOnly("ok");
        assertThat(lines(ended))
                .as(ended.printed())
                .filteredOn(line -> line.operation().equals("save"))
                .hasSize(iterations);
    }

    @Test
    void anotherThemeNeedsACalibrationOfTheSignForASavedDocumentOnly() throws Exception {
        assertSaveFailsAndNamesCalibration(run(Duration.ofMinutes(5), "agent", "try", WRITER), REMEDY);

        Program.Ended calibrated =
                run(Duration.ofMinutes(8), "workload", "calibrate", WRITER, "--name", "dark", "--verify", "1");
        assertThat(calibrated.exitCode()).as(calibrated.printed()).isZero();
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        assertThat(Calibrations.of(catalog).read("dark").pictures())
                .extracting(Calibration.Picture::landmark)
                .containsExactly(SAVED);
        assertThat(workloads.resolve("calibrations/dark/index.html")).content().contains(SAVED, "data:image/png");

        assertOk(run(Duration.ofMinutes(8), "agent", "try", WRITER, "--calibration", "dark", "--iterations", "3"), 3);
    }

    @Test
    void anotherThemeAtAnotherScaleIsOkTwentyTimesOfTwenty() throws Exception {
        replace("workload.yaml", "SAL_USE_VCLPLUGIN=gen,", "SAL_USE_VCLPLUGIN=gen, SAL_FORCEDPI=144,");
        Program.Ended uncalibrated = run(Duration.ofMinutes(5), "agent", "try", WRITER, "--size", "1920x1200");
        assertThat(lines(uncalibrated).get(0).detail())
                .contains("at 150 % scale")
                .contains(REMEDY);

        Program.Ended calibrated = run(
                Duration.ofMinutes(15),
                "workload",
                "calibrate",
                WRITER,
                "--name",
                "dark-150",
                "--size",
                "1920x1200",
                "--verify",
                "1");
        assertThat(calibrated.exitCode()).as(calibrated.printed()).isZero();
        Calibrations calibrations = Calibrations.of(WorkloadCatalog.open(workloads));
        Calibration complete = calibrations.read("dark-150");

        // The document as it is there, but the sign for a saved document as it is elsewhere.
        calibrations.write(new Calibration(
                "document",
                complete.date(),
                complete.display(),
                complete.pictures().stream()
                        .filter(picture -> !picture.landmark().equals(SAVED))
                        .toList()));
        assertSaveFailsAndNamesCalibration(
                run(Duration.ofMinutes(5), "agent", "try", WRITER, "--calibration", "document", "--size", "1920x1200"),
                REMEDY);

        assertOk(
                run(
                        Duration.ofMinutes(20),
                        "agent",
                        "try",
                        WRITER,
                        "--calibration",
                        "dark-150",
                        "--size",
                        "1920x1200",
                        "--iterations",
                        "20"),
                20);
    }
}
