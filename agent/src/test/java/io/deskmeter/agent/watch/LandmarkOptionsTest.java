package io.deskmeter.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Condition;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a document says of how a landmark is looked for is what a session does. */
class LandmarkOptionsTest {
    private static final String FORM = "landmarks/form.png";
    private static final String TITLE = "landmarks/title.png";
    private static final Rect FULL = new Rect(0, 0, 400, 300);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private TemplateScreenMatcher matcher;

    @SuppressWarnings("NullAway.Init")
    private Workload workload;

    private final BufferedImage screen = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
    private final BufferedImage form = drawn(1);
    private final BufferedImage title = drawn(2);
    private int sequence;

    @BeforeEach
    void written() throws Exception {
        Path folder = Files.createDirectories(root.resolve("office/form"));
        Files.createDirectories(folder.resolve("landmarks"));
        ImageIO.write(form, "png", folder.resolve(FORM).toFile());
        ImageIO.write(title, "png", folder.resolve(TITLE).toFile());
    }

    @AfterEach
    void close() {
        matcher.close();
    }

    /** Words on a light ground, with room for a caret behind them. */
    private static BufferedImage drawn(int seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(96, 32, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, 96, 32);
        g.setColor(Color.BLACK);
        for (int x = 6; x < 74; x += 5) {
            g.fillRect(x, 11, 1, 10);
            g.fillRect(x, 11 + random.nextInt(9), 4, 2);
        }
        g.dispose();
        return image;
    }

    private Condition condition(String until) throws Exception {
        Files.writeString(root.resolve("office/form/workload.yaml"), """
                title: Form
                application: { linux: [form] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: %s } }
                  - { id: fill, group: B, do: { keys: a }, until: %s }
                """.formatted(TITLE, until));
        workload = WorkloadCatalog.open(root).load("office/form");
        matcher = new TemplateScreenMatcher(Landmarks.load(List.of(workload), Optional.empty()), new MatcherBuffers());
        show(FULL);
        matcher.enter(workload);
        return workload.operations().get(1).occurrences().get(0).until().condition();
    }

    private FrameUpdate show(Rect damage) {
        Frame frame = new Frame(400, 300, screen.getRGB(0, 0, 400, 300, null, 0, 400));
        FrameUpdate update = new FrameUpdate(frame, List.of(damage), 100L * sequence, ++sequence);
        matcher.see(update);
        return update;
    }

    private Rect paint(BufferedImage image, int x, int y) {
        Graphics2D g = screen.createGraphics();
        g.drawImage(image, x, y, null);
        g.dispose();
        return new Rect(x, y, image.getWidth(), image.getHeight());
    }

    private boolean holdsAfter(Watch watch, Rect damage) {
        watch.see(100L * sequence, show(damage));
        return watch.answer(100L * sequence + 1) != null;
    }

    private static BufferedImage with(BufferedImage image, Rect what) {
        BufferedImage other = new BufferedImage(96, 32, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = other.createGraphics();
        g.drawImage(image, 0, 0, null);
        g.setColor(Color.BLACK);
        g.fillRect(what.x(), what.y(), what.width(), what.height());
        g.dispose();
        return other;
    }

    @Test
    void inABandOnly() throws Exception {
        Watch watch = WatchFactory.arm(
                condition("{ appears: landmarks/form.png, in: { edge: bottom, size: 100px } }"), matcher);
        assertThat(holdsAfter(watch, paint(form, 40, 60))).isFalse();
        assertThat(watch.describe()).contains("is on the screen, but not in the region 400x100+0+200");
        assertThat(holdsAfter(watch, paint(form, 200, 230))).isTrue();
        assertThat(watch.places()).containsExactly(new Rect(200, 230, 96, 32));
    }

    @Test
    void aroundAnotherLandmark() throws Exception {
        paint(title, 20, 20);
        Watch watch = WatchFactory.arm(
                condition(
                        "{ vanishes: landmarks/form.png, in: { around: landmarks/title.png, below: 60px, right: 40px } }"),
                matcher);
        assertThat(watch.holdsAlready()).isTrue();
        paint(form, 40, 60);
        paint(form, 200, 200);
        show(FULL);
        assertThat(watch.holdsAlready()).isFalse();
        assertThat(holdsAfter(watch, paint(title, 200, 200))).as("elsewhere").isFalse();
        assertThat(holdsAfter(watch, paint(title, 40, 60))).isTrue();
    }

    @Test
    void aSimilarityTakesWhatIsAsAlike() throws Exception {
        BufferedImage other = with(form, new Rect(41, 11, 4, 10));
        paint(other, 40, 60);
        assertThat(WatchFactory.arm(condition("{ appears: landmarks/form.png }"), matcher)
                        .holdsAlready())
                .isFalse();
        assertThat(WatchFactory.arm(condition("{ appears: landmarks/form.png, similarity: 0.9 }"), matcher)
                        .holdsAlready())
                .isTrue();
        assertThat(WatchFactory.arm(condition("{ appears: landmarks/form.png, similarity: 0.999 }"), matcher)
                        .holdsAlready())
                .isFalse();
    }

    @Test
    void aCaretIsTolerated() throws Exception {
        paint(with(form, new Rect(82, 8, 1, 16)), 40, 60);
        assertThat(WatchFactory.arm(condition("{ appears: landmarks/form.png }"), matcher)
                        .holdsAlready())
                .isFalse();
        Condition tolerant = condition("{ vanishes: landmarks/form.png, tolerate: caret }");
        Watch watch = WatchFactory.arm(tolerant, matcher);
        assertThat(watch.holdsAlready()).isFalse();
        assertThat(holdsAfter(watch, paint(form, 40, 60)))
                .as("the caret is off")
                .isFalse();
        assertThat(holdsAfter(watch, paint(title, 40, 60))).isTrue();
    }

    @Test
    void aLookAlikeIsNamedWithWhatDiffers() throws Exception {
        paint(with(form, new Rect(41, 11, 4, 10)), 40, 60);
        Watch watch = WatchFactory.arm(condition("{ appears: landmarks/form.png }"), matcher);
        assertThat(watch.describe()).contains("alike, but another picture: a detail differs at 80,");
    }
}
