package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An author learns what the application draws that is like a landmark, and what blinks in one. */
class ObservingScreenMatcherTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String PAGE_2 = "landmarks/page-2.png";
    private static final String PAGE_3 = "landmarks/page-3.png";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private ObservingScreenMatcher matcher;

    private final LookAlikeNotes sightings = new LookAlikeNotes();
    private final BufferedImage screen = new BufferedImage(320, 200, BufferedImage.TYPE_INT_RGB);
    private long sequence;

    @BeforeEach
    void load() throws Exception {
        Path folder = root.resolve("office/pages");
        Files.createDirectories(folder.resolve("landmarks"));
        ImageIO.write(page(2), "png", folder.resolve(PAGE_2).toFile());
        ImageIO.write(page(3), "png", folder.resolve(PAGE_3).toFile());
        Files.writeString(folder.resolve("workload.yaml"), """
                title: Pages
                application: { linux: [pages] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/page-2.png } }
                  - { id: browse, group: A, do: { keys: PageDown }, until: { appears: landmarks/page-3.png } }
                """);
        Workload workload = WorkloadCatalog.open(root).load("office/pages");
        matcher = new ObservingScreenMatcher(
                new TemplateScreenMatcher(Landmarks.load(List.of(workload)), new MatcherBuffers()), sightings);
        show(blank(), 0);
        matcher.enter(workload);
    }

    @AfterEach
    void close() {
        matcher.close();
    }

    private static BufferedImage blank() {
        return new BufferedImage(100, 32, BufferedImage.TYPE_INT_RGB);
    }

    /** Words, and a number of strokes. */
    private static BufferedImage page(int number) {
        Random random = new Random(1);
        BufferedImage page = blank();
        Graphics2D g = page.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, 100, 32);
        g.setColor(Color.BLACK);
        for (int x = 6; x < 70; x += 5) {
            g.fillRect(x, 11, 1, 10);
            g.fillRect(x, 11 + random.nextInt(9), 4, 2);
        }
        for (int i = 0; i < number; i++) {
            g.fillRect(76, 10 + 4 * i, 6, 2);
        }
        g.dispose();
        return page;
    }

    private void show(BufferedImage page, double second) {
        Graphics2D g = screen.createGraphics();
        g.drawImage(page, 60, 40, null);
        g.dispose();
        Frame frame = new Frame(320, 200, screen.getRGB(0, 0, 320, 200, null, 0, 320));
        matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), (long) (second * SECOND), ++sequence));
    }

    private boolean finds(String landmark) {
        return matcher.find(LandmarkQuery.of(landmark)).found();
    }

    @Test
    void theStrongestLookAlikeIsNamed() {
        assertThat(finds(PAGE_3)).isFalse();
        show(page(4), 1.0);
        assertThat(finds(PAGE_3)).isFalse();
        show(page(4), 1.5);
        assertThat(finds(PAGE_3)).isFalse();
        show(page(3), 3.0);
        assertThat(finds(PAGE_3)).isTrue();
        assertThat(sightings.lines())
                .singleElement()
                .satisfies(
                        line -> assertThat(line)
                                .startsWith("look-alike of office/pages landmarks/page-3.png: score 0.9")
                                .contains(
                                        " at 100x32+60+40 for 2.0 s while it was waited for: another picture: a detail differs at "));
    }

    @Test
    void anotherLandmarkIsCalledByItsName() {
        show(page(2), 1.0);
        assertThat(finds(PAGE_2)).isTrue();
        assertThat(finds(PAGE_3)).isFalse();
        show(page(2), 1.2);
        assertThat(finds(PAGE_3)).isFalse();
        assertThat(sightings.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("it is landmarks/page-2.png; another picture"));
    }

    @Test
    void aLandmarkThatIsPaintedInTwoStepsIsNotItsOwnLookAlike() {
        show(page(1), 1.0);
        assertThat(finds(PAGE_3)).isFalse();
        show(page(3), 1.02);
        assertThat(finds(PAGE_3)).isTrue();
        assertThat(sightings.lines()).isEmpty();
    }

    @Test
    void aCaretThatBlinksInALandmarkIsNamed() {
        show(page(2), 1.0);
        assertThat(finds(PAGE_2)).isTrue();
        for (int blink = 0; blink < 4; blink++) {
            BufferedImage page = page(2);
            if (blink % 2 == 0) {
                for (int y = 8; y < 24; y++) {
                    page.setRGB(90, y, 0);
                }
            }
            show(page, 2 + blink / 2.0);
        }
        assertThat(sightings.lines())
                .containsExactly(
                        "changes by itself: 1x16+150+48 in office/pages landmarks/page-2.png, 3 times: a caret or a"
                                + " spinner? Write `tolerate: caret`, exclude it with a mask, or cut the picture without it");
    }

    @Test
    void aWindowThatComesAndGoesIsNoCaret() {
        show(page(2), 1.0);
        assertThat(finds(PAGE_2)).isTrue();
        show(blank(), 2.0);
        show(page(2), 3.0);
        assertThat(sightings.lines()).isEmpty();
    }

    /** A handler is looked for in each frame, before the landmark that the operation waits for. */
    @Test
    void theStrongestLookAlikeIsNamedBesideAHandler() {
        finds(PAGE_2);
        assertThat(finds(PAGE_3)).isFalse();
        for (double second : new double[] {1.0, 1.5}) {
            show(page(4), second);
            finds(PAGE_2);
            assertThat(finds(PAGE_3)).isFalse();
        }
        show(page(3), 3.0);
        finds(PAGE_2);
        assertThat(finds(PAGE_3)).isTrue();
        assertThat(sightings.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("look-alike of office/pages landmarks/page-3.png: score 0.9")
                        .contains(" for 2.0 s while it was waited for"));
    }

    @Test
    void aCaretThatBlinksIsNamedBesideAHandler() {
        assertThat(finds(PAGE_3)).isFalse();
        show(page(2), 1.0);
        assertThat(finds(PAGE_3)).isFalse();
        assertThat(finds(PAGE_2)).isTrue();
        for (int blink = 0; blink < 4; blink++) {
            BufferedImage page = page(2);
            if (blink % 2 == 0) {
                for (int y = 8; y < 24; y++) {
                    page.setRGB(90, y, 0);
                }
            }
            show(page, 2 + blink / 2.0);
            assertThat(finds(PAGE_3)).isFalse();
        }
        assertThat(sightings.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("changes by itself: 1x16+150+48 in office/pages landmarks/page-2.png, 3 times"));
    }
}
