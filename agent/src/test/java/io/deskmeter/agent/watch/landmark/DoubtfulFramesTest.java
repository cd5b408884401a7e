package io.deskmeter.agent.watch.landmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.step.Condition;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames that may show a landmark, or may not, are neither frames with it nor frames without it. */
@Tag("slow")
class DoubtfulFramesTest {
    private static final String TITLE = "landmarks/title.png";
    private static final String OTHER = "landmarks/other.png";
    private static final Condition APPEARS = new Condition.Appears(TITLE);
    private static final Condition VANISHES = new Condition.Vanishes(TITLE);
    private static final Condition OTHER_APPEARS = new Condition.Appears(OTHER);
    private static final Rect PLACE = new Rect(100, 80, 120, 40);
    private static final Rect OTHER_PLACE = new Rect(20, 10, 120, 40);
    private static final Color GROUND = new Color(0xf0f0f0);
    private static final long FIRED = 1000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @SuppressWarnings("NullAway.Init")
    private DrawnScreen screen;

    @SuppressWarnings("NullAway.Init")
    private TemplateScreenMatcher matcher;

    /** So much darker, one pixel leaves open whether the landmark is there. */
    private int doubtful;

    @BeforeEach
    void load() throws Exception {
        screen = new DrawnScreen(root, 320, 200);
        screen.landmark(TITLE, label(3, 0));
        screen.landmark(OTHER, label(8, 0));
        DrawnScreen.fill(screen.picture(), screen.bounds(), GROUND);
        screen.enter("""
                title: Notes
                application: { linux: [notes] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/title.png, within: 9s } }
                  - { id: ask, group: B, do: { keys: F5 }, until: { appears: landmarks/other.png, within: 9s } }
                """);
        matcher = screen.matcher();
        LandmarkQuery title = LandmarkQuery.of(TITLE);
        for (doubtful = 60; doubtful < 200; doubtful += 2) {
            show(label(3, doubtful), 0);
            if (!matcher.find(title).found() && matcher.find(title.orDoubtful()).found()) {
                break;
            }
        }
        assertThat(doubtful).isLessThan(200);
        show(null, 0);
    }

    @AfterEach
    void close() {
        screen.close();
    }

    /** @param off by how much one pixel is darker: a refinement of the codec has not come yet */
    private static BufferedImage label(int seed, int off) {
        BufferedImage label = new BufferedImage(PLACE.width(), PLACE.height(), BufferedImage.TYPE_INT_RGB);
        DrawnScreen.fill(label, new Rect(0, 0, PLACE.width(), PLACE.height()), GROUND);
        DrawnScreen.words(label, seed, new Color(0x202020), new Rect(30, 12, 82, 14), 6, 12);
        if (off > 0) {
            // Loss of an even part, so that the pixel below is not all that differs.
            DrawnScreen.fill(label, new Rect(20, 29, 90, 9), new Color(0xeeeeee));
        }
        label.setRGB(PLACE.width() - 1, 6, (0xf0 - off) * 0x10101);
        return label;
    }

    private FrameUpdate show(@Nullable BufferedImage label, long at) {
        return show(label, null, at);
    }

    private FrameUpdate show(@Nullable BufferedImage label, @Nullable BufferedImage other, long at) {
        DrawnScreen.fill(screen.picture(), screen.bounds(), GROUND);
        screen.paint(label, PLACE.x(), PLACE.y());
        screen.paint(other, OTHER_PLACE.x(), OTHER_PLACE.y());
        return screen.show(screen.bounds(), at);
    }

    private BufferedImage sure() {
        return label(3, 0);
    }

    private BufferedImage open() {
        return label(3, doubtful);
    }

    private Measurement fired(Condition condition) {
        Measurement measurement = armed(condition);
        measurement.fired(FIRED);
        return measurement;
    }

    private Measurement armed(Condition condition) {
        return new Measurement(WatchFactory.arm(condition, matcher), matcher, 30_000);
    }

    @Test
    void theIntervalBeginsBeforeTheFirstFrameThatMayShowTheLandmark() {
        Measurement measurement = fired(APPEARS);
        measurement.frame(show(null, 1500));
        measurement.frame(show(open(), 2000));
        assertThat(measurement.judge(2000)).isEqualTo(Measurement.State.RUNNING);
        measurement.frame(show(open(), 3000));
        measurement.unchangedUntil(4000);
        measurement.frame(show(sure(), 5000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(1500, 5000, 5000));
    }

    @Test
    void aFrameThatCertainlyLacksItEndsTheDoubt() {
        Measurement measurement = fired(APPEARS);
        measurement.frame(show(open(), 2000));
        measurement.frame(show(null, 3000));
        measurement.frame(show(sure(), 5000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(3000, 5000, 5000));
    }

    @Test
    void itMayHaveVanishedSinceTheFirstFrameThatMayNotShowIt() {
        show(sure(), 500);
        Measurement measurement = fired(VANISHES);
        measurement.frame(show(sure(), 1500));
        measurement.frame(show(open(), 2000));
        assertThat(measurement.judge(2000)).isEqualTo(Measurement.State.RUNNING);
        measurement.frame(show(null, 5000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(1500, 5000, 5000));
    }

    @Test
    void whatMayHaveBeenThereBeforeTheInputIsNoAnswerToIt() {
        show(open(), 500);
        Measurement measurement = armed(APPEARS);
        assertThat(measurement.mayHoldAlready()).isTrue();
        assertThat(measurement.holdsAlready()).isFalse();
        assertThat(measurement.doubt())
                .startsWith("; the picture leaves open whether it is: ")
                .contains("title.png");
        assertThat(armed(VANISHES).mayHoldAlready()).isTrue();
        assertThat(armed(new Condition.Any(List.of(APPEARS, OTHER_APPEARS))).mayHoldAlready())
                .isTrue();
        assertThat(armed(new Condition.All(List.of(APPEARS, OTHER_APPEARS))).mayHoldAlready())
                .isFalse();
    }

    @Test
    void whatMayHaveComeBeforeTheInputIsNoAnswerToIt() {
        Measurement measurement = armed(APPEARS);
        measurement.frame(show(open(), 900));
        measurement.fired(FIRED);
        assertThat(measurement.heldBeforeInput()).isTrue();
    }

    @Test
    void anyMayHaveBeenTrueSinceOneOfItsPartsMayHaveBeen() {
        Measurement measurement = fired(new Condition.Any(List.of(APPEARS, OTHER_APPEARS)));
        measurement.frame(show(open(), 2000));
        measurement.frame(show(open(), label(8, 0), 3000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(FIRED, 3000, 3000));
    }

    @Test
    void anyMayHaveBeenTrueUntilTheFrameThatLacksTheDoubtfulPart() {
        Measurement measurement = fired(new Condition.Any(List.of(APPEARS, OTHER_APPEARS)));
        measurement.frame(show(open(), 2000));
        measurement.frame(show(null, label(8, 0), 3000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(FIRED, 3000, 3000));
    }

    @Test
    void allIsCertainlyFalseWhileOneOfItsPartsCertainlyIs() {
        Measurement measurement = fired(new Condition.All(List.of(APPEARS, OTHER_APPEARS)));
        measurement.frame(show(open(), 2000));
        measurement.frame(show(open(), label(8, 0), 3000));
        measurement.frame(show(sure(), label(8, 0), 4000));
        assertThat(measurement.answer()).isEqualTo(new WatchResult(2000, 4000, 4000));
    }

    /** Stripes beside the landmark explain, on a lossy display, what its picture has lost. */
    @Test
    void whatIsBesideALandmarkMayDecideAboutIt() {
        FrameUpdate plain = show(open(), 2000);
        int[] pixels = plain.frame().pixels();
        Rect beside = new Rect(PLACE.right(), PLACE.y() - 10, 16, PLACE.height() + 20);
        Watch watch = WatchFactory.arm(APPEARS, matcher);
        watch.see(1500, plain);
        assertThat(watch.openSince()).isPresent();
        for (int step = 0; step < 4; step++) {
            for (int y = beside.y(); y < beside.bottom(); y++) {
                for (int x = beside.x(); x < beside.right(); x++) {
                    pixels[y * plain.frame().width() + x] = step % 2 == 1 ? 0xf0f0f0 : x % 2 == 0 ? 0 : 0xffffff;
                }
            }
            FrameUpdate update = screen.show(plain.frame(), beside, 3000 + step);
            watch.see(2999 + step, update);
            assertThat(watch.answer(3000 + step) != null).as("step %d", step).isEqualTo(step % 2 == 0);
        }
    }

    /** What little is left of the two after much loss is nearer to neither: but only who knows both knows that. */
    @Test
    void aPictureOfTheTargetIsTheRivalOfALandmarkAndTheOtherWayRound() throws Exception {
        BufferedImage other = sure();
        for (int x = 20; x < 80; x++) {
            other.setRGB(x, 28, 0xd0d0d0);
        }
        BufferedImage between = sure();
        for (int x = 20; x < 80; x++) {
            between.setRGB(x, 28, 0xe0e0e0);
        }
        Random random = new Random(5);
        for (int y = 0; y < PLACE.height(); y++) {
            for (int x = 0; x < PLACE.width(); x++) {
                between.setRGB(x, y, between.getRGB(x, y) + (6 - random.nextInt(13)) * 0x10101);
            }
        }
        String ready = "target:ready:picture";
        Landmarks alone = Landmarks.load(List.of(screen.workload()));
        Landmarks both = alone.with(Map.of(ready, Template.of("ready", other.getSubimage(2, 0, 116, 40))));
        Frame frame = show(between, 0).frame();
        try (TemplateMatcher looking = new TemplateMatcher()) {
            looking.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            assertThat(looking.find(alone.template(screen.workload().id(), TITLE))
                            .found())
                    .isTrue();
            assertThat(looking.find(both.template(screen.workload().id(), TITLE))
                            .found())
                    .isFalse();
            assertThat(looking.find(both.template(Landmarks.NO_WORKLOAD, ready)).found())
                    .isTrue();
            assertThat(looking.find(both.template(screen.workload().id(), ready))
                            .found())
                    .isFalse();
        }
    }
}
