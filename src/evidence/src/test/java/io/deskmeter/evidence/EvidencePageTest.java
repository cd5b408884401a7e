package io.deskmeter.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class EvidencePageTest {
    @TempDir
    private Path folder;

    private static FilmStrip strip(Outcome outcome, String detail) {
        Timing timing = Timing.builder("office/<writer>", "save", Group.B, outcome)
                .session(3)
                .sequence(42)
                .intendedAt(9_000_000)
                .firedAt(10_000_000)
                .lastWithoutAt(90_000_000)
                .shownAt(110_500_000)
                .detail(detail)
                .build();
        return new FilmStrip(
                timing,
                outcome.label(),
                "saved.png appears",
                List.of("16x16 at 4,2"),
                List.of(
                        new FilmStripFrame(7, -2_000_000, FilmStripFrame.Moment.BEFORE, 0),
                        new FilmStripFrame(12, 100_500_000, FilmStripFrame.Moment.SHOWN, 4)),
                List.of(new LandmarkImage("saved.png", new byte[] {1, 2, 3})),
                List.of("a-strip.png", "a-end.png"));
    }

    private static String page(List<FilmStrip> strips, long leftOut) throws IOException {
        StringWriter out = new StringWriter();
        EvidencePage.write("Two & more", strips, leftOut, out);
        return out.toString();
    }

    @Test
    void tellsAllOfAnOperationAndNeedsNothingButItsPictures() throws Exception {
        String page = page(List.of(strip(Outcome.OK, "")), 0);

        assertThat(page)
                .contains("office/&lt;writer&gt; · save, session 3, no. 42")
                .contains("saved.png appears")
                .contains("100.5 ms, at most 20.5 ms too long; lag 1.0 ms")
                .contains("-1.0 ms", "+0.0 ms", "+80.0 ms", "+100.5 ms")
                .contains("src=\"a-strip.png\"")
                .contains("href=\"a-end.png\"")
                .contains("data:image/png;base64,AQID")
                .contains("Frames (2 shown, 4 left out)")
                .contains("prefers-color-scheme: dark")
                .doesNotContain("<script")
                .doesNotContain("http");
        String body = page.substring(page.indexOf("<body"), page.indexOf("</html>"));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    }

    @Test
    void aFailureSaysWhatCameNearestAndHasNoResponse() throws IOException {
        assertThat(page(List.of(strip(Outcome.TIMEOUT, "best score 0.71 at 412,88")), 0))
                .contains("best score 0.71 at 412,88")
                .contains("none: timeout");
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        assertThat(page(List.of(), 0)).contains("No pictures were kept.").doesNotContain("not kept, because");
        assertThat(page(List.of(strip(Outcome.OK, ""), strip(Outcome.TIMEOUT, "")), 17))
                .contains("17 more pictures were not kept")
                .contains("href=\"#s3-42\"");
    }

    @Test
    void conditionsInWords() {
        Region around = new Region.Around("title.png", 24, 0, 0, 8);
        Condition all = new Condition.All(List.of(
                new Condition.Vanishes("busy.png"),
                new Condition.Settles(new Region.Band(Region.Edge.TOP, 20), 1, Duration.ofMillis(250)),
                new Condition.Changes(around, 40)));

        assertThat(ConditionText.of(all))
                .isEqualTo("all of: busy.png vanishes; at least one pixel has changed in the 20 px at the top of the"
                        + " screen, and then nothing for 0.250 s; at least 40 pixels have changed around title.png"
                        + " (24 px above, 8 px right)");
        assertThat(ConditionText.landmarks(all)).containsExactly("busy.png", "title.png");
    }

    @Test
    void aFileIsThereWholeOrNotAtAll() throws IOException {
        Path file = folder.resolve("a.png");
        AtomicFile.write(file, new byte[] {1});
        AtomicFile.write(file, new byte[] {2, 3});
        assertThat(file).hasBinaryContent(new byte[] {2, 3});

        Path taken = folder.resolve("b.png");
        Files.createDirectories(taken.resolve("inside"));
        assertThatThrownBy(() -> AtomicFile.write(taken, new byte[] {4})).isInstanceOf(IOException.class);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(file, taken);
        }
    }
}
