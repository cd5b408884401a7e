package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check finds what {@code workload lint} finds, so that a run does not begin with it. */
class WorkloadCheckTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private BufferedImage map;

    @BeforeEach
    void draw() throws Exception {
        map = new BufferedImage(120, 64, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(1);
        for (int i = 0; i < 120 * 64; i++) {
            map.setRGB(i % 120, i / 120, random.nextInt(0x1000000));
        }
        write("office/map", map);
        write("office/alike", map.getSubimage(10, 10, 80, 40));
    }

    /** With a picture of its second state. */
    private void write(String id, BufferedImage second) throws Exception {
        Path landmarks = Files.createDirectories(root.resolve(id).resolve("landmarks"));
        ImageIO.write(map, "png", landmarks.resolve("map.png").toFile());
        ImageIO.write(second, "png", landmarks.resolve("part.png").toFile());
        Files.writeString(landmarks.resolveSibling("workload.yaml"), """
                title: Maps
                application: { linux: [maps] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/%s.png, within: 60s } }
                  - { id: look, group: A, do: { keys: Home }, until: { %s, within: 30s } }
                """.formatted(
                        "map", second == map ? "vanishes: landmarks/map.png" : "appears: landmarks/part.png"));
        if (second == map) {
            Files.delete(landmarks.resolve("part.png"));
        }
    }

    private List<CheckFinding> findings(String workloads, long now) throws Exception {
        return findings(workloads, "{ local: { desktop: 640x480 } }", now);
    }

    private List<CheckFinding> findings(String workloads, String target, long now) throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(root);
        String yaml = """
                workloads: { workloads: [%s] }
                target: %s
                load: { fixed: { sessions: 1 } }
                """.formatted(workloads, target);
        RunProfile profile =
                RunProfiles.parse("run.yaml", ProfilePictures.inline(yaml, root.resolve("run.yaml")), catalog);
        return new WorkloadCheck(catalog, () -> now).findings(profile, 1);
    }

    @Test
    void aWorkloadWithoutAMistakeHasNoFindings() throws Exception {
        assertThat(findings("office/map", 0)).isEmpty();
    }

    /** Of a desktop of 640x480 nothing is left, and too little in the band. */
    @Test
    void conditionsThatHoldAlwaysOrNeverOnTheTargetsDesktopAreNamed() throws Exception {
        Path document = root.resolve("office/map/workload.yaml");
        String vanishes = "vanishes: landmarks/map.png";
        String text = Files.readString(document);
        Files.writeString(
                document,
                text.replace(
                        vanishes,
                        "all: [{ settles: { screen: whole, except: [640x480+0+0, 9x9+900+0] } }, { changes: { edge: top, size: 4px, atLeast: 2561px } }]"));
        assertThat(findings("office/map", 0))
                .filteredOn(finding -> finding.getWhere().equals("office/map, operation look"))
                .allMatch(finding -> finding.getSeverity() == CheckSeverity.CHECK_SEVERITY_ERROR)
                .extracting(CheckFinding::getValue)
                .containsExactly(
                        "except 9x9+900+0 lies off the desktop of 640x480",
                        "at least 64 pixels must change, and only 0 of its region count on the desktop of 640x480",
                        "at least 2561 pixels must change, and only 2560 of its region count on the desktop of 640x480");
    }

    @Test
    void landmarkRivalAndRemedyAreNamed() throws Exception {
        List<CheckFinding> findings = findings("office/map, office/alike", 0);
        assertThat(findings).allMatch(finding -> finding.getSeverity() == CheckSeverity.CHECK_SEVERITY_ERROR);
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.getWhat()).isEqualTo("workload lint");
            assertThat(finding.getWhere()).startsWith("office/alike/landmarks/part.png");
            assertThat(finding.getValue())
                    .startsWith("landmarks-alike: like landmarks/map.png of operation open: score 1.00")
                    .contains("the finder cannot tell them apart");
            assertThat(finding.getRemedy()).contains("pictures");
        });
    }

    private List<CheckFinding> withHandler(BufferedImage window) throws Exception {
        ImageIO.write(window, "png", root.resolve("consent.png").toFile());
        return findings(
                "office/map",
                "{ local: { desktop: 640x480 }, handlers: [{ when: { appears: consent.png }, do: { keys: Return } }] }",
                0);
    }

    @Test
    void aHandlerOfTheTargetThatIsLikeALandmarkIsNamed() throws Exception {
        BufferedImage almost = new BufferedImage(118, 64, BufferedImage.TYPE_INT_RGB);
        almost.getGraphics().drawImage(map, -2, 0, null);
        assertThat(withHandler(almost)).singleElement().satisfies(finding -> {
            assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_ERROR);
            assertThat(finding.getWhat()).isEqualTo("handler");
            assertThat(finding.getWhere()).isEqualTo("target.handlers: consent.png");
            assertThat(finding.getValue())
                    .isEqualTo(
                            "like office/map/landmarks/map.png of operation open: the handler dismisses what the operation waits for");
        });
        BufferedImage other = new BufferedImage(120, 64, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(2);
        for (int i = 0; i < 120 * 64; i++) {
            other.setRGB(i % 120, i / 120, random.nextInt(0x1000000));
        }
        assertThat(withHandler(other)).isEmpty();
    }

    @Test
    void whatThereIsNoTimeForIsTold() throws Exception {
        assertThat(findings("office/alike", 2)).singleElement().satisfies(finding -> {
            assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_WARNING);
            assertThat(finding.getValue()).isEqualTo("not checked in time");
        });
    }
}
