package io.deskmeter.bench.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ObjectPlace;
import io.deskmeter.vision.tracking.ObjectTracker;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The place of the object of a drag, through each codec at which landmarks must be found, and at other scales. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ObjectTrackerTest {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 600;
    private static final Rect STAGE = new Rect(40, 60, 720, 500);
    private static final int TRIALS = 25;

    private static BufferedImage stage() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        graphics.setColor(new Color(DragObject.STAGE));
        graphics.fillRect(STAGE.x(), STAGE.y(), STAGE.width(), STAGE.height());
        graphics.dispose();
        return image;
    }

    /** With its top left corner there, and a cursor in its middle. */
    private static BufferedImage at(int x, int y) {
        BufferedImage image = stage();
        Graphics2D graphics = image.createGraphics();
        DragObject.paint(graphics, x, y);
        graphics.setColor(Color.BLACK);
        graphics.fillRect(x + DragObject.WIDTH / 2, y + DragObject.HEIGHT / 2, 10, 16);
        graphics.dispose();
        return image;
    }

    private static Frame frame(BufferedImage image) {
        int width = image.getWidth();
        return new Frame(width, image.getHeight(), image.getRGB(0, 0, width, image.getHeight(), null, 0, width));
    }

    private static double error(ObjectPlace found, double left, double top, double scale) {
        return found.distance(new ObjectPlace(
                (left + DragObject.WIDTH / 2.0) * scale, (top + DragObject.HEIGHT / 2.0) * scale, false));
    }

    static Iterable<Codec> codecs() {
        return Codec.all();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void thePlaceIsExactWithoutLossAndHalfAPixelOffAtMostWithIt(Codec codec) {
        SplittableRandom random = new SplittableRandom(1);
        ObjectTracker tracker = new ObjectTracker(STAGE, 1);
        double most = codec.name().equals("raw") ? 1e-9 : 0.5;
        for (int trial = 0; trial < TRIALS; trial++) {
            int x = STAGE.x() + random.nextInt(STAGE.width() - DragObject.WIDTH + 1);
            int y = STAGE.y() + random.nextInt(STAGE.height() - DragObject.HEIGHT + 1);
            Frame frame = frame(codec.transport().apply(at(x, y)));
            assertThat(tracker.find(frame))
                    .as("%s at %d, %d", codec.name(), x, y)
                    .hasValueSatisfying(found -> {
                        assertThat(error(found, x, y, 1)).isLessThanOrEqualTo(most);
                        assertThat(found.torn()).isFalse();
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.75, 1.25, 1.5, 2})
    void aScaledDesktopGivesPlacesOfItsOwnPixels(double scale) {
        SplittableRandom random = new SplittableRandom(2);
        Rect stage = new Rect(
                (int) Math.ceil(STAGE.x() * scale),
                (int) Math.ceil(STAGE.y() * scale),
                (int) Math.floor(STAGE.width() * scale) - 1,
                (int) Math.floor(STAGE.height() * scale) - 1);
        ObjectTracker tracker = new ObjectTracker(stage, scale);
        for (int trial = 0; trial < TRIALS; trial++) {
            int x = STAGE.x() + 4 + random.nextInt(STAGE.width() - DragObject.WIDTH - 8);
            int y = STAGE.y() + 4 + random.nextInt(STAGE.height() - DragObject.HEIGHT - 8);
            Frame frame = frame(scaled(at(x, y), scale));
            assertThat(tracker.find(frame))
                    .as("at %d, %d", x, y)
                    .hasValueSatisfying(
                            found -> assertThat(error(found, x, y, scale)).isLessThanOrEqualTo(0.6));
        }
    }

    private static BufferedImage scaled(BufferedImage image, double scale) {
        int width = (int) (image.getWidth() * scale);
        int height = (int) (image.getHeight() * scale);
        BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, width, height, null);
        graphics.dispose();
        return scaled;
    }

    @Test
    void aFrameOfTwoMomentsIsTorn() {
        ObjectTracker tracker = new ObjectTracker(STAGE, 1);
        assertThat(tracker.find(frame(at(300, 200))))
                .hasValueSatisfying(found -> assertThat(found.torn()).isFalse());
        BufferedImage torn = at(300, 200);
        Graphics2D graphics = torn.createGraphics();
        graphics.drawImage(at(312, 200).getSubimage(0, 0, WIDTH, 260), 0, 0, null);
        graphics.dispose();
        assertThat(tracker.find(frame(torn)))
                .hasValueSatisfying(found -> assertThat(found.torn()).isTrue());
    }

    /** Its height is another one then: the upper border is of one moment, the lower one of another. */
    @ParameterizedTest
    @ValueSource(ints = {10, -10, 26, -26})
    void aFrameThatIsTornOnTheWayDownIsTorn(int down) {
        ObjectTracker tracker = new ObjectTracker(STAGE, 1);
        assertThat(tracker.find(frame(at(300, 200))))
                .hasValueSatisfying(found -> assertThat(found.torn()).isFalse());
        BufferedImage torn = at(300, 200);
        Graphics2D graphics = torn.createGraphics();
        graphics.drawImage(at(300, 200 + down).getSubimage(0, 0, WIDTH, 260), 0, 0, null);
        graphics.dispose();
        assertThat(tracker.find(frame(torn)))
                .hasValueSatisfying(found -> assertThat(found.torn()).isTrue());
        assertThat(tracker.find(frame(at(300, 200 + down)))).hasValueSatisfying(found -> {
            assertThat(found.torn()).isFalse();
            assertThat(error(found, 300, 200 + down, 1)).isLessThan(1e-9);
        });
    }

    @Test
    void aFarJumpIsFoundAndAnEmptyStageIsNot() {
        ObjectTracker tracker = new ObjectTracker(STAGE, 1);
        assertThat(tracker.find(frame(stage()))).isEmpty();
        assertThat(tracker.find(frame(at(60, 80)))).isPresent();
        assertThat(tracker.find(frame(at(560, 420))))
                .hasValueSatisfying(
                        found -> assertThat(error(found, 560, 420, 1)).isLessThan(1e-9));
        assertThat(tracker.find(frame(stage()))).isEmpty();
        assertThat(tracker.find(frame(at(STAGE.right() - 100, 200)))).isEmpty();
    }

    /** A drag beside a video: most of the stage is neither plain nor the object. */
    @ParameterizedTest
    @MethodSource("codecs")
    void aVideoOnTheStageIsNotTakenForTheObject(Codec codec) {
        Rect video = new Rect(STAGE.x() + 20, STAGE.y() + 180, 500, 300);
        for (int trial = 0; trial < TRIALS; trial++) {
            ObjectTracker tracker = new ObjectTracker(STAGE, 1);
            boolean across = trial % 2 == 0;
            int x = STAGE.x() + (across ? 20 + 20 * trial : 541);
            int y = STAGE.y() + (across ? 20 : 20 + 14 * trial);
            Frame frame = frame(codec.transport().apply(withVideo(at(x, y), video, trial)));
            assertThat(tracker.find(frame))
                    .as("%s at %d, %d", codec.name(), x, y)
                    .hasValueSatisfying(
                            found -> assertThat(error(found, x, y, 1)).isLessThanOrEqualTo(0.5));
            assertThat(tracker.find(frame(codec.transport().apply(withVideo(stage(), video, trial + 1)))))
                    .as("%s, the video alone", codec.name())
                    .isEmpty();
        }
    }

    /** Strong contrasts of all sizes: smooth noise, hard edges, and bars of white and black as those of the object. */
    private static BufferedImage withVideo(BufferedImage image, Rect video, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Graphics2D graphics = image.createGraphics();
        graphics.setClip(video.x(), video.y(), video.width(), video.height());
        for (int patch = 0; patch < 400; patch++) {
            int grey = random.nextInt(256);
            graphics.setColor(new Color(grey, grey, random.nextInt(256)));
            int size = 4 + random.nextInt(60);
            int x = video.x() - 30 + random.nextInt(video.width());
            int y = video.y() - 30 + random.nextInt(video.height());
            if (random.nextBoolean()) {
                graphics.fillOval(x, y, size, size);
            } else {
                graphics.fillRect(x, y, size, 1 + random.nextInt(60));
            }
        }
        for (int bar = 0; bar < 20; bar++) {
            graphics.setColor(bar % 2 == 0 ? Color.WHITE : Color.BLACK);
            graphics.fillRect(video.x() + random.nextInt(video.width()), video.y(), 12, video.height());
        }
        graphics.dispose();
        return image;
    }

    @Test
    void aStageWithoutRoomOrScaleIsRefused() {
        assertThatThrownBy(() -> new ObjectTracker(new Rect(0, 0, 0, 10), 1)).hasMessageContaining("not empty");
        assertThatThrownBy(() -> new ObjectTracker(STAGE, 9)).hasMessageContaining("0.25 to 4");
    }
}
