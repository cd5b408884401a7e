package io.deskmeter.agent.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.lint.LintFinding.Severity;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One planted mistake each: it is found with its place and remedy, and nothing else is. */
@Tag("slow")
class WorkloadLintTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private SampleWorkload sample;

    @BeforeEach
    void withoutAMistake() throws IOException {
        sample = new SampleWorkload(root);
    }

    private LintFinding only() throws IOException {
        List<LintFinding> findings = sample.lint();
        assertThat(findings).hasSize(1);
        LintFinding finding = findings.get(0);
        assertThat(finding.workload()).isEqualTo(SampleWorkload.ID);
        assertThat(finding.why()).isNotBlank();
        return finding;
    }

    private LintFinding picture(String rule, Severity severity, String picture, String operation) throws IOException {
        LintFinding finding = only();
        assertThat(finding.rule()).isEqualTo(rule);
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.file()).isEqualTo(sample.file(picture).toRealPath().toString());
        assertThat(finding.operation()).isEqualTo(operation);
        assertThat(finding.line()).isZero();
        return finding;
    }

    private LintFinding document(String rule, Severity severity, int line, String path, String operation)
            throws IOException {
        LintFinding finding = only();
        assertThat(finding.rule()).isEqualTo(rule);
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.file()).endsWith("workload.yaml");
        assertThat(finding.line()).isEqualTo(line);
        assertThat(finding.path()).isEqualTo(path);
        assertThat(finding.operation()).isEqualTo(operation);
        return finding;
    }

    @Test
    void aWorkloadWithoutAMistakeHasNoFindings() throws IOException {
        assertThat(sample.lint()).isEmpty();
    }

    @Test
    void aLandmarkOfOneColour() throws IOException {
        sample.picture("landmarks/title.png", SampleWorkload.plain(96, 48, new Color(0x3465a4)));
        LintFinding finding = picture("landmark-too-plain", Severity.ERROR, "landmarks/title.png", "open");
        assertThat(finding.value()).startsWith("contrast of the greys 0 ");
        assertThat(finding.remedy()).contains("64 to 200 pixels");
    }

    @Test
    void aLandmarkThatIsAnEdge() throws IOException {
        BufferedImage edge = SampleWorkload.plain(96, 48, Color.WHITE);
        Graphics2D g = edge.createGraphics();
        g.setColor(Color.BLACK);
        g.fillRect(0, 20, 96, 28);
        g.dispose();
        sample.picture("landmarks/title.png", edge);
        LintFinding finding = picture("landmark-too-plain", Severity.ERROR, "landmarks/title.png", "open");
        assertThat(finding.value()).startsWith("looks the same when it is moved sideways");
        assertThat(finding.remedy()).contains("differ in both directions");
    }

    @Test
    void aLandmarkWithHardlyAnythingOnIt() throws IOException {
        BufferedImage dots = SampleWorkload.plain(96, 48, Color.WHITE);
        for (int[] at : new int[][] {{20, 9}, {22, 30}, {70, 33}}) {
            for (int i = 0; i < 30; i++) {
                dots.setRGB(at[0] + i % 6, at[1] + i / 6, 0x202020);
            }
        }
        sample.picture("landmarks/title.png", dots);
        LintFinding finding = picture("landmark-too-plain", Severity.ERROR, "landmarks/title.png", "open");
        assertThat(finding.value()).startsWith("entropy of the greys 0.1 bits");
    }

    @Test
    void aLandmarkOfTooFewPixels() throws IOException {
        sample.picture("landmarks/title.png", SampleWorkload.drawn(30, 7, 1));
        LintFinding finding = picture("landmark-too-small", Severity.ERROR, "landmarks/title.png", "open");
        assertThat(finding.value()).isEqualTo("30x7 pixels");
        assertThat(finding.remedy()).contains("64 to 200 pixels");
    }

    @Test
    void twoLandmarksThatTheFinderCannotTellApart() throws IOException {
        BufferedImage brighter = SampleWorkload.drawn(96, 48, 1);
        for (int y = 0; y < 48; y++) {
            for (int x = 0; x < 96; x++) {
                brighter.setRGB(x, y, new Color(brighter.getRGB(x, y)).getRGB() | 0x030303);
            }
        }
        sample.picture("landmarks/saved.png", brighter);
        LintFinding finding = picture("landmarks-alike", Severity.ERROR, "landmarks/saved.png", "save");
        assertThat(finding.value()).startsWith("like landmarks/page-1.png of operation browse: score 1.00");
        assertThat(finding.remedy()).contains("other shapes");
    }

    @Test
    void aLandmarkThatIsPartOfThePictureBefore() throws IOException {
        BufferedImage title = SampleWorkload.drawn(96, 48, 0);
        sample.picture("landmarks/page-1.png", title.getSubimage(8, 4, 80, 40));
        List<LintFinding> findings = sample.lint();
        assertThat(findings).extracting(LintFinding::rule).containsExactly("until-holds-already", "landmarks-alike");
        LintFinding held = findings.get(0);
        assertThat(held.place()).endsWith("workload.yaml:13: operations[1].until (operation browse)");
        assertThat(held.value())
                .isEqualTo("true before `do`: operation open ends with it, in whose picture it is found");
        assertThat(held.remedy()).contains("only this operation shows");
    }

    @Test
    void aLandmarkThatTwoPicturesOfTheContentShow() throws IOException {
        sample.picture("content/photo-1.png", onPhoto(300, 1)).picture("content/photo-2.png", onPhoto(400, 1));
        LintFinding finding =
                picture("landmark-in-several-pictures", Severity.WARNING, "landmarks/page-1.png", "browse");
        assertThat(finding.value()).isEqualTo("found in content/photo-1.png and content/photo-2.png");
        assertThat(finding.remedy()).contains("a part that only the picture has");
    }

    @Test
    void aLandmarkThatTwoPicturesWithinADocumentShow() throws IOException {
        try (OutputStream out = Files.newOutputStream(sample.file("content/slides.odp"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 1; i <= 2; i++) {
                zip.putNextEntry(new ZipEntry("Pictures/" + i + ".png"));
                ImageIO.write(onPhoto(200 + i, 2), "png", zip);
            }
        }
        LintFinding finding =
                picture("landmark-in-several-pictures", Severity.WARNING, "landmarks/page-2.png", "browse");
        assertThat(finding.value())
                .isEqualTo("found in content/slides.odp!Pictures/1.png and content/slides.odp!Pictures/2.png");
    }

    /** A large picture with a landmark on it. */
    private static BufferedImage onPhoto(int size, long landmark) {
        BufferedImage photo = SampleWorkload.drawn(size, size, 100 + size);
        photo.createGraphics().drawImage(SampleWorkload.drawn(96, 48, landmark), 40, 60, null);
        return photo;
    }

    @Test
    void aPictureOfTheContentThatIsBroken() throws IOException {
        Files.writeString(sample.file("content/photo.png"), "no picture");
        LintFinding finding = picture("content-unreadable", Severity.WARNING, "content/photo.png", "");
        assertThat(finding.value()).isEqualTo("content/photo.png: not a picture");
    }

    @Test
    void aRepetitionThatWaitsForWhatIsThere() throws IOException {
        sample.with("page-${n}.png", "page-2.png").with("vanishes: landmarks/saved", "vanishes: landmarks/page-1");
        LintFinding finding = document("until-holds-already", Severity.ERROR, 13, "operations[1].until", "browse");
        assertThat(finding.value()).isEqualTo("true before `do`, from repetition 2 on: operation browse ends with it");
        assertThat(finding.remedy()).contains("${n}");
    }

    @Test
    void anOperationBehindTheOneThatCloses() throws IOException {
        sample.with("    do: { keys: ctrl+s }", "    do: { keys: ctrl+q }");
        LintFinding finding = document("unreachable", Severity.ERROR, 19, "operations[3]", "close");
        assertThat(finding.value()).isEqualTo("operation save has closed the application");
        assertThat(finding.remedy()).contains("before operation save");
    }

    @Test
    void repetitionsOfAnOperationThatCloses() throws IOException {
        sample.with("  - id: close\n    group: A\n", "  - id: close\n    group: A\n    times: 3\n");
        LintFinding finding = document("unreachable", Severity.ERROR, 19, "operations[3]", "close");
        assertThat(finding.value()).startsWith("repetition 2 and those behind it");
    }

    @Test
    void anApplicationThatIsNeverStarted() throws IOException {
        sample.with("launch: application", "keys: super+1");
        LintFinding finding = document("never-launched", Severity.ERROR, 5, "operations", "");
        assertThat(finding.remedy()).contains("`do: { launch: application }`");
    }

    @Test
    void aClickOnALandmarkThatHasVanished() throws IOException {
        sample.with("do: { keys: ctrl+s }", "do: { click: landmarks/saved.png }");
        LintFinding finding = document("landmark-not-there", Severity.ERROR, 17, "operations[2].do", "save");
        assertThat(finding.value()).isEqualTo("landmarks/saved.png");
        assertThat(finding.why()).contains("the `await` before the input has waited for it");
        assertThat(finding.remedy()).contains("`await` this one before");
    }

    @Test
    void aConditionThatNoScreenSatisfies() throws IOException {
        sample.with(
                "until: { appears: landmarks/saved.png, within",
                "until: { all: [{ appears: landmarks/saved.png }, { vanishes: landmarks/saved.png }], within");
        document("condition-never-true", Severity.ERROR, 18, "operations[2].until", "save");
    }

    @Test
    void aSaveInGroupA() throws IOException {
        sample.with("id: save\n    group: B", "id: save\n    group: A");
        LintFinding finding = document("group-unusual", Severity.WARNING, 15, "operations[2].group", "save");
        assertThat(finding.value()).isEqualTo("group A");
        assertThat(finding.remedy()).contains("`group: B`");
    }

    @Test
    void aBrowseInGroupB() throws IOException {
        sample.with("id: browse\n    group: A", "id: browse-pages\n    group: B");
        LintFinding finding = document("group-unusual", Severity.WARNING, 10, "operations[1].group", "browse-pages");
        assertThat(finding.remedy()).contains("`group: A`");
    }

    @Test
    void noTimeout() throws IOException {
        sample.with("appears: landmarks/saved.png, within: 30s", "appears: landmarks/saved.png");
        LintFinding finding = document("within-missing", Severity.WARNING, 18, "operations[2].until", "save");
        assertThat(finding.remedy()).contains("`within: 60s`");
    }

    @Test
    void aGestureThatIsLongerThanItsTimeout() throws IOException {
        sample.with("do: { keys: ctrl+s }", "do: { drag: { path: spiral, object: landmarks/saved.png, during: 5s } }")
                .with("appears: landmarks/saved.png, within: 30s", "changes: { screen: whole }, within: 5s");
        LintFinding finding = document("within-too-short", Severity.ERROR, 18, "operations[2].until", "save");
        assertThat(finding.value()).isEqualTo("within 5000ms, and a gesture of 5000ms");
    }

    @Test
    void thinkTimeAmongTheSteps() throws IOException {
        sample.with("do: { keys: PageDown }", "before: [{ wait: 2s }]\n    do: { keys: PageDown }");
        LintFinding finding = document("think-time", Severity.WARNING, 12, "operations[1].before[0].wait", "browse");
        assertThat(finding.value()).isEqualTo("wait of 2000ms");
        assertThat(finding.remedy()).contains("`think: { mean: 2s }`");
    }

    @Test
    void aPauseThatNoInputFollows() throws IOException {
        sample.with("do: { keys: PageDown }", "do: [{ keys: PageDown }, { wait: 300ms }]");
        LintFinding finding = document("think-time", Severity.WARNING, 12, "operations[1].do[1].wait", "browse");
        assertThat(finding.why()).startsWith("no input follows it");
    }

    @Test
    void anOperationWithoutInput() throws IOException {
        sample.with("do: { keys: ctrl+s }", "do: { wait: 300ms }")
                .with("vanishes: landmarks/saved", "vanishes: landmarks/page-1");
        document("no-input", Severity.ERROR, 17, "operations[2].do", "save");
    }

    @Test
    void aPictureThatNoOperationUses() throws IOException {
        sample.picture("landmarks/page-3.png", SampleWorkload.drawn(96, 48, 9));
        LintFinding finding = picture("landmark-unused", Severity.WARNING, "landmarks/page-3.png", "");
        assertThat(finding.remedy()).contains("delete it");
    }

    @Test
    void aPictureThatCannotBeRead() throws IOException {
        Files.writeString(sample.file("landmarks/saved.png"), "no picture");
        LintFinding finding = picture("landmark-unreadable", Severity.ERROR, "landmarks/saved.png", "save");
        assertThat(finding.value()).contains("not an image");
        assertThat(finding.remedy()).startsWith("save the picture as PNG again");
    }

    @Test
    void aPictureThatIsMissing() throws IOException {
        Files.delete(sample.file("landmarks/page-2.png"));
        sample.with("vanishes: landmarks/page-2", "vanishes: landmarks/page-1");
        LintFinding finding = document("landmark-missing", Severity.ERROR, 13, "operations[1].until.appears", "browse");
        assertThat(finding.value()).startsWith("landmarks/page-2.png: no such file");
        assertThat(finding.remedy()).startsWith("add the picture");
    }

    @Test
    void contentThatIsMissing() throws IOException {
        Files.delete(sample.file("content/album.txt"));
        LintFinding finding = document("content-missing", Severity.ERROR, 3, "application.linux[1]", "");
        assertThat(finding.value()).isEqualTo("${content}/album.txt");
        assertThat(finding.remedy()).startsWith("add the file to content/");
    }

    @Test
    void aDocumentThatIsNotValid() throws IOException {
        sample.with("keys: PageDown", "key: PageDown");
        LintFinding finding = document("grammar", Severity.ERROR, 12, "operations[1].do.key", "browse");
        assertThat(finding.value()).contains("did you mean `keys`?");
    }

    @Test
    void aHandlerOfWhatAnOperationWaitsFor() throws IOException {
        sample.with(
                "operations:",
                "handlers:\n  - { when: { appears: landmarks/saved.png }, do: { keys: Return } }\noperations:");
        assertThat(sample.lint())
                .filteredOn(finding -> finding.rule().equals("handler-of-operation"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.operation()).isEqualTo("save");
                    assertThat(finding.path()).isEqualTo("handlers[0].when");
                });
    }

    @Test
    void aHandlerWhoseWindowLooksLikeALandmark() throws IOException {
        sample.picture("landmarks/ask.png", SampleWorkload.drawn(96, 48, 3))
                .with(
                        "operations:",
                        "handlers:\n  - { when: { appears: landmarks/ask.png }, do: { keys: Return } }\noperations:");
        assertThat(sample.lint())
                .filteredOn(finding -> finding.rule().equals("handler-of-operation"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.value())
                        .isEqualTo("landmarks/ask.png, which is like landmarks/saved.png of operation save"));
    }

    private static BufferedImage withBar(int width, int height) {
        BufferedImage picture = SampleWorkload.drawn(96, 48, 3);
        Graphics2D g = picture.createGraphics();
        g.setColor(Color.BLACK);
        g.fillRect(40, 20, width, height);
        g.dispose();
        return picture;
    }

    @Test
    void picturesThatDifferInADetailAreToldHoweverTheyWereCut() throws IOException {
        sample.with(
                        "operations:",
                        "handlers:\n  - { when: { appears: landmarks/ask.png }, do: { keys: Return } }\noperations:")
                .picture("landmarks/ask.png", withBar(5, 2).getSubimage(2, 0, 92, 48))
                .picture("landmarks/saved.png", SampleWorkload.drawn(96, 48, 3).getSubimage(0, 2, 96, 44));
        assertThat(sample.lint())
                .filteredOn(finding -> finding.rule().equals("landmarks-alike"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.why()).contains("what they have in common differs in a detail only");
                });
    }

    @Test
    void aHandlerThatWasCutDifferentlyFromALandmark() throws IOException {
        BufferedImage window = SampleWorkload.drawn(96, 48, 3);
        sample.with(
                        "operations:",
                        "handlers:\n  - { when: { appears: landmarks/ask.png }, do: { keys: Return } }\noperations:")
                .picture("landmarks/ask.png", window.getSubimage(2, 0, 92, 48))
                .picture("landmarks/saved.png", window.getSubimage(0, 2, 96, 44));
        assertThat(sample.lint()).extracting(LintFinding::rule).contains("handler-of-operation");
    }

    @Test
    void aHandlerWhoseSimilarityCountsALandmarkOfAnOperation() throws IOException {
        sample.picture("landmarks/ask.png", withBar(6, 9))
                .with(
                        "operations:",
                        "handlers:\n  - { when: { appears: landmarks/ask.png, similarity: 0.6 }, do: { keys: Return } }\noperations:");
        assertThat(sample.lint())
                .filteredOn(finding -> finding.rule().equals("handler-of-operation"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.value())
                        .isEqualTo("landmarks/ask.png, which is like landmarks/saved.png of operation save"));
    }

    @Test
    void aHandlerOfAnotherWindowIsFineAndItsPictureIsUsed() throws IOException {
        sample.picture("landmarks/ask.png", SampleWorkload.drawn(96, 48, 7))
                .with(
                        "operations:",
                        "handlers:\n  - { when: { appears: landmarks/ask.png }, do: { keys: Return } }\noperations:");
        assertThat(sample.lint()).isEmpty();
    }
    /** A line of words, and a bar behind it. */
    private static BufferedImage withBar() {
        BufferedImage words = SampleWorkload.plain(96, 48, Color.WHITE);
        Random random = new Random(1);
        Graphics2D g = words.createGraphics();
        for (int x = 4; x < 66; x += 6) {
            for (int y = 13; y < 25; y += 4) {
                int grey = random.nextInt(200);
                g.setColor(new Color(grey, grey, grey));
                g.fillRect(x, y, 5, 3);
            }
        }
        g.setColor(Color.BLACK);
        g.fillRect(80, 10, 1, 18);
        g.dispose();
        return words;
    }

    @Test
    void aCaretInALandmark() throws IOException {
        sample.picture("landmarks/title.png", withBar());
        LintFinding finding = picture("landmark-caret", Severity.WARNING, "landmarks/title.png", "open");
        assertThat(finding.value()).isEqualTo("a bar like a text caret at 1x18+80+10");
        assertThat(finding.remedy()).contains("`tolerate: caret`").contains("landmarks/title.mask.png");

        sample.with("appears: landmarks/title.png, within", "appears: landmarks/title.png, tolerate: caret, within");
        assertThat(sample.lint()).isEmpty();
    }

    @Test
    void aMaskThatHidesTheCaret() throws IOException {
        sample.picture("landmarks/title.png", withBar());
        BufferedImage mask = SampleWorkload.plain(96, 48, Color.WHITE);
        for (int y = 0; y < 48; y++) {
            mask.setRGB(80, y, 0);
        }
        sample.picture("landmarks/title.mask.png", mask);
        assertThat(sample.lint()).isEmpty();
    }

    @Test
    void aRegionThatIsSmallerThanTheLandmark() throws IOException {
        sample.with(
                "appears: landmarks/title.png, within",
                "appears: landmarks/title.png, in: { edge: top, size: 40px }, within");
        LintFinding finding = picture("region-too-small", Severity.ERROR, "landmarks/title.png", "open");
        assertThat(finding.value()).isEqualTo("96x48 pixels, looked for in 40 pixels at the top of the screen");
        assertThat(finding.remedy()).startsWith("a region of at least 48 pixels");
    }

    @Test
    void aRegionAroundALandmarkThatIsNotThere() throws IOException {
        sample.with(
                "do: { keys: ctrl+s }\n    until: { appears: landmarks/saved.png, within",
                "do: { keys: ctrl+s }\n    until: { appears: landmarks/title.png, in: { around: landmarks/saved.png }, within");
        assertThat(sample.lint()).extracting(LintFinding::rule).contains("landmark-not-there");
    }

    @Test
    void aSimilarityThatCountsAnotherLandmarkToo() throws IOException {
        BufferedImage other = SampleWorkload.drawn(96, 48, 1);
        Graphics2D g = other.createGraphics();
        g.setColor(Color.BLACK);
        g.fillRect(2, 40, 6, 6);
        g.dispose();
        sample.picture("landmarks/saved.png", other);
        assertThat(only().why()).contains("they differ in a detail only");

        sample.with("appears: landmarks/saved.png, within", "appears: landmarks/saved.png, similarity: 0.7, within");
        LintFinding finding = picture("landmarks-alike", Severity.WARNING, "landmarks/saved.png", "save");
        assertThat(finding.why()).contains("a similarity of 0.70");
    }

    @Test
    void twoThatDifferInADetailAreNamedWithTheRemedy() throws IOException {
        BufferedImage other = SampleWorkload.drawn(96, 48, 1);
        Graphics2D g = other.createGraphics();
        g.setColor(Color.BLACK);
        g.fillRect(2, 40, 6, 6);
        g.dispose();
        sample.picture("landmarks/saved.png", other);
        LintFinding finding = picture("landmarks-alike", Severity.WARNING, "landmarks/saved.png", "save");
        assertThat(finding.value()).startsWith("like landmarks/page-1.png of operation browse");
        assertThat(finding.remedy()).contains("more of what differs");
    }

    /** In the picture of the one the finder sees the other, whose mask hides what differs. */
    @Test
    void aMaskOverAllThatDiffersMakesTwoLandmarksOne() throws IOException {
        for (String masked : List.of("page-1", "page-2")) {
            SampleWorkload pages = new SampleWorkload(root.resolve(masked));
            pages.picture("landmarks/saved.png", SampleWorkload.drawn(96, 48, 5))
                    .picture("landmarks/page-1.png", withBar(6, 6))
                    .picture("landmarks/page-2.png", withBar(2, 9));
            assertThat(pages.lint())
                    .filteredOn(finding -> finding.value().contains("landmarks/page-"))
                    .extracting(LintFinding::severity)
                    .containsOnly(Severity.WARNING);
            BufferedImage mask = SampleWorkload.plain(96, 48, Color.WHITE);
            Graphics2D g = mask.createGraphics();
            g.setColor(Color.BLACK);
            g.fillRect(39, 19, 9, 12);
            g.dispose();
            pages.picture("landmarks/" + masked + ".mask.png", mask);
            assertThat(pages.lint())
                    .as(masked)
                    .filteredOn(finding -> finding.rule().equals("landmarks-alike")
                            && finding.value().contains("landmarks/page-"))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                        assertThat(finding.why()).startsWith("the finder cannot tell them apart");
                    });
        }
    }

    @Test
    void twoInTheSameRegionCannotBeToldApartByIt() throws IOException {
        sample.picture("landmarks/saved.png", SampleWorkload.drawn(96, 48, 0));
        for (String landmark : List.of("title", "saved")) {
            sample.with(
                    "appears: landmarks/" + landmark + ".png, within",
                    "appears: landmarks/" + landmark + ".png, in: { edge: bottom, size: 90px }, within");
        }
        sample.with(
                "vanishes: landmarks/saved.png, within",
                "vanishes: landmarks/saved.png, in: { edge: bottom, size: 90px }, within");
        assertThat(sample.lint())
                .anyMatch(finding -> finding.rule().equals("landmarks-alike") && finding.severity() == Severity.ERROR);
    }

    @Test
    void oneInARegionOnlyMayBeTheOtherElsewhere() throws IOException {
        BufferedImage part = SampleWorkload.drawn(96, 48, 1).getSubimage(4, 4, 80, 40);
        sample.picture("landmarks/saved.png", part);
        assertThat(sample.lint())
                .anyMatch(finding -> finding.rule().equals("landmarks-alike") && finding.severity() == Severity.ERROR);
        sample.with(
                "appears: landmarks/saved.png, within",
                "appears: landmarks/saved.png, in: { edge: bottom, size: 90px }, within");
        sample.with(
                "vanishes: landmarks/saved.png, within",
                "vanishes: landmarks/saved.png, in: { edge: bottom, size: 90px }, within");
        LintFinding finding = picture("landmarks-alike", Severity.WARNING, "landmarks/saved.png", "save");
        assertThat(finding.why()).contains("in its region");
    }
}
