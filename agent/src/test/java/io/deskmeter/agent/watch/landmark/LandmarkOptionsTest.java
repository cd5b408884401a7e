package io.deskmeter.agent.watch.landmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Condition;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a document says of how a landmark is looked for is what a session does. */
@Tag("slow")
class LandmarkOptionsTest {
    private static final String FORM = "landmarks/form.png";
    private static final String TITLE = "landmarks/title.png";
    private static final Rect FULL = new Rect(0, 0, 400, 300);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    private final BufferedImage form = drawn(1);
    private final BufferedImage title = drawn(2);

    @SuppressWarnings("NullAway.Init")
    private DrawnScreen screen;

    private int shown = 1;

    @BeforeEach
    void written() throws Exception {
        screen = new DrawnScreen(root, 400, 300);
        screen.landmark(FORM, form);
        screen.landmark(TITLE, title);
    }

    @AfterEach
    void close() {
        screen.close();
    }

    /** Words on a light ground, with room for a caret behind them. */
    private static BufferedImage drawn(int seed) {
        BufferedImage image = new BufferedImage(96, 32, BufferedImage.TYPE_INT_RGB);
        DrawnScreen.fill(image, new Rect(0, 0, 96, 32), Color.WHITE);
        DrawnScreen.words(image, seed, Color.BLACK, new Rect(6, 11, 68, 10), 5, 9);
        return image;
    }

    private Condition condition(String until) throws Exception {
        return screen.enter("""
                title: Form
                application: { linux: [form] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: %s } }
                  - { id: fill, group: B, do: { keys: a }, until: %s }
                """.formatted(TITLE, until))
                .operations()
                .get(1)
                .occurrences()
                .get(0)
                .until()
                .condition();
    }

    private Watch arm(String until) throws Exception {
        return arm(condition(until));
    }

    private Watch arm(Condition until) {
        return WatchFactory.arm(until, screen.matcher());
    }

    private FrameUpdate show(Rect damage) {
        return screen.show(damage, 100L * shown++);
    }

    private Rect paint(BufferedImage image, int x, int y) {
        return screen.paint(image, x, y);
    }

    private boolean holdsAfter(Watch watch, Rect damage) {
        watch.see(100L * shown, show(damage));
        return watch.answer(100L * shown + 1) != null;
    }

    private static BufferedImage with(BufferedImage image, Rect what) {
        BufferedImage other = new BufferedImage(96, 32, BufferedImage.TYPE_INT_RGB);
        other.setData(image.getData());
        DrawnScreen.fill(other, what, Color.BLACK);
        return other;
    }

    @Test
    void inABandOnly() throws Exception {
        Watch watch = arm("{ appears: landmarks/form.png, in: { edge: bottom, size: 100px } }");
        assertThat(holdsAfter(watch, paint(form, 40, 60))).isFalse();
        assertThat(watch.describe()).contains("is on the screen, but not in the region 400x100+0+200");
        assertThat(holdsAfter(watch, paint(form, 200, 230))).isTrue();
        assertThat(watch.places()).containsExactly(new Rect(200, 230, 96, 32));
    }

    @Test
    void aroundAnotherLandmark() throws Exception {
        paint(title, 20, 20);
        Watch watch =
                arm("{ vanishes: landmarks/form.png, in: { around: landmarks/title.png, below: 60px, right: 40px } }");
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
        assertThat(arm("{ appears: landmarks/form.png }").holdsAlready()).isFalse();
        assertThat(arm("{ appears: landmarks/form.png, similarity: 0.9 }").holdsAlready())
                .isTrue();
        assertThat(arm("{ appears: landmarks/form.png, similarity: 0.999 }").holdsAlready())
                .isFalse();
    }

    @Test
    void aCaretIsTolerated() throws Exception {
        paint(with(form, new Rect(82, 8, 1, 16)), 40, 60);
        assertThat(arm("{ appears: landmarks/form.png }").holdsAlready()).isFalse();
        Condition tolerant = condition("{ vanishes: landmarks/form.png, tolerate: caret }");
        Watch watch = arm(tolerant);
        assertThat(watch.holdsAlready()).isFalse();
        assertThat(holdsAfter(watch, paint(form, 40, 60)))
                .as("the caret is off")
                .isFalse();
        assertThat(holdsAfter(watch, paint(title, 40, 60))).isTrue();
    }

    @Test
    void aLookAlikeIsNamedWithWhatDiffers() throws Exception {
        paint(with(form, new Rect(41, 11, 4, 10)), 40, 60);
        Watch watch = arm("{ appears: landmarks/form.png }");
        assertThat(watch.describe()).contains("alike, but another picture: a detail differs at 80,");
    }
}
