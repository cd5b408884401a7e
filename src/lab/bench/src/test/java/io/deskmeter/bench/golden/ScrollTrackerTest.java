package io.deskmeter.bench.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.ScrollPicture;
import io.deskmeter.vision.tracking.ScrollTracker;
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

/** How far a known picture is scrolled, through each codec at which landmarks must be found, and at other scales. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ScrollTrackerTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 600;
    private static final Rect WINDOW = new Rect(20, 30, 280, 540);
    private static final int TRIALS = 15;
    private static final int JUMPS = 150;

    private static final ScrollPicture PICTURE = new ScrollPicture();

    private static BufferedImage scrolledTo(int offset) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int y = WINDOW.y(); y < WINDOW.bottom(); y++) {
            int grey = PICTURE.grey(offset + y - WINDOW.y());
            for (int x = WINDOW.x(); x < WINDOW.right(); x++) {
                image.setRGB(x, y, grey << 16 | grey << 8 | grey);
            }
        }
        return image;
    }

    private static Frame frame(BufferedImage image) {
        int width = image.getWidth();
        return new Frame(width, image.getHeight(), image.getRGB(0, 0, width, image.getHeight(), null, 0, width));
    }

    private static int offset(SplittableRandom random) {
        return random.nextInt(ScrollPicture.HEIGHT - WINDOW.height() + 1);
    }

    static Iterable<Codec> codecs() {
        return Codec.all();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void theOffsetIsWithinHalfARowThroughEachCodec(Codec codec) {
        SplittableRandom random = new SplittableRandom(1);
        ScrollTracker tracker = new ScrollTracker(WINDOW, 1);
        for (int trial = 0; trial < TRIALS; trial++) {
            int offset = offset(random);
            Frame frame = frame(codec.transport().apply(scrolledTo(offset)));
            assertThat(tracker.find(frame)).as("%s at %d", codec.name(), offset).hasValueSatisfying(found -> {
                assertThat(found.offset()).isCloseTo(offset, within(0.5));
                assertThat(found.torn()).isFalse();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.75, 1.5, 2})
    void aScaledDesktopGivesOffsetsOfItsOwnPixels(double scale) {
        SplittableRandom random = new SplittableRandom(2);
        Rect window = new Rect(
                (int) Math.round(WINDOW.x() * scale) + 1,
                (int) Math.round(WINDOW.y() * scale),
                (int) (WINDOW.width() * scale) - 4,
                (int) (WINDOW.height() * scale) - 4);
        ScrollTracker tracker = new ScrollTracker(window, scale);
        for (int trial = 0; trial < TRIALS; trial++) {
            int offset = offset(random);
            BufferedImage scaled =
                    new BufferedImage((int) (WIDTH * scale), (int) (HEIGHT * scale), BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = scaled.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            graphics.drawImage(scrolledTo(offset), 0, 0, scaled.getWidth(), scaled.getHeight(), null);
            graphics.dispose();
            double expected = offset * scale + window.y() - WINDOW.y() * scale;
            assertThat(tracker.find(frame(scaled)))
                    .as("at %d", offset)
                    .hasValueSatisfying(found -> assertThat(found.offset()).isCloseTo(expected, within(1.0)));
        }
    }

    /** Near the last offset, some part of the picture may be much like one far away. */
    @Test
    void aFarJumpIsNotMistakenForANearOne() {
        SplittableRandom random = new SplittableRandom(4);
        ScrollTracker tracker = new ScrollTracker(WINDOW, 1);
        for (int jump = 0; jump < JUMPS; jump++) {
            int offset = offset(random);
            assertThat(tracker.find(frame(scrolledTo(offset))))
                    .as("jump %d to %d", jump, offset)
                    .hasValueSatisfying(found -> {
                        assertThat(found.offset()).isCloseTo(offset, within(0.5));
                        assertThat(found.torn()).isFalse();
                    });
        }
    }

    /** Two rows beside its place the picture is still much like itself. */
    @Test
    void aJumpJustBeyondTheNearOffsetsIsNotReadAtTheirEdge() {
        for (int jump = 299; jump <= 303; jump++) {
            int offset = 1_000 + jump;
            ScrollTracker tracker = new ScrollTracker(WINDOW, 1);
            assertThat(tracker.find(frame(scrolledTo(1_000)))).isPresent();
            assertThat(tracker.find(frame(scrolledTo(offset))))
                    .as("by %d", jump)
                    .hasValueSatisfying(found -> {
                        assertThat(found.offset()).isCloseTo(offset, within(0.1));
                        assertThat(found.torn()).isFalse();
                    });
        }
    }

    @Test
    void aFrameOfTwoMomentsIsTorn() {
        ScrollTracker tracker = new ScrollTracker(WINDOW, 1);
        for (int border : new int[] {200, 270, 400}) {
            BufferedImage torn = scrolledTo(1_000);
            Graphics2D graphics = torn.createGraphics();
            graphics.drawImage(scrolledTo(1_040).getSubimage(0, 0, WIDTH, border), 0, 0, null);
            graphics.dispose();
            assertThat(tracker.find(frame(torn)))
                    .as("at %d", border)
                    .hasValueSatisfying(found -> assertThat(found.torn()).isTrue());
        }
    }

    @Test
    void anotherPictureIsNotFound() {
        ScrollTracker tracker = new ScrollTracker(WINDOW, 1);
        BufferedImage plain = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        assertThat(tracker.find(frame(plain))).isEmpty();
        SplittableRandom random = new SplittableRandom(3);
        for (int y = 0; y < HEIGHT; y++) {
            int grey = random.nextInt(256);
            for (int x = 0; x < WIDTH; x++) {
                plain.setRGB(x, y, grey << 16 | grey << 8 | grey);
            }
        }
        assertThat(tracker.find(frame(plain))).isEmpty();
        assertThat(tracker.find(frame(scrolledTo(0)))).isPresent();
        assertThat(tracker.find(frame(scrolledTo(ScrollPicture.HEIGHT - WINDOW.height()))))
                .isPresent();
    }

    @Test
    void aWindowWithoutRoomIsRefused() {
        assertThatThrownBy(() -> new ScrollTracker(new Rect(0, 0, 300, 60), 1)).hasMessageContaining("at least 32x96");
    }
}
