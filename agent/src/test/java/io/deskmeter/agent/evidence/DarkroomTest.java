package io.deskmeter.agent.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.RunProfile.Evidence;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class DarkroomTest {
    private static final int WHITE = 0xFFFFFF;
    private final Queue<Runnable> encoder = new ArrayDeque<>();
    private final List<Picture> pictures = new ArrayList<>();
    private final Frame screen = new Frame(40, 30);

    private Darkroom darkroom(Evidence wanted, EvidenceLimits limits) {
        return new Darkroom(wanted, limits, encoder::add, pictures::add);
    }

    private void encodeAll() {
        for (Runnable next = encoder.poll(); next != null; next = encoder.poll()) {
            next.run();
        }
    }

    private static Timing timing(Outcome outcome) {
        return new Timing(3, 42, 0, "office/writer", "save", Group.B, outcome, Instant.EPOCH, 0, 0, 0, 0, 0, "");
    }

    private FrameUpdate paint(int x, int y) {
        screen.pixels()[y * screen.width() + x] = WHITE;
        return new FrameUpdate(screen, List.of(new Rect(x, y, 1, 1)), 1, 1);
    }

    private static int pixel(Picture picture, int x, int y) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture.png()));
        return image.getRGB(x, y) & WHITE;
    }

    @Test
    void aFailureShowsThePictureBeforeTheInputAndTheOneAtTheEnd() throws IOException {
        Film film = darkroom(Evidence.FAILED, EvidenceLimits.DEFAULT).open();
        film.armed(screen);
        film.without(paint(1, 1));
        film.ended(timing(Outcome.TIMEOUT), screen, List.of(new Rect(10, 10, 5, 5)));
        paint(2, 2);
        encodeAll();

        assertThat(pictures)
                .extracting(Picture::name)
                .containsExactly(
                        "s003-0042-office-writer-save-timeout-before.png",
                        "s003-0042-office-writer-save-timeout-end.png");
        assertThat(pixel(pictures.get(0), 1, 1)).isZero();
        assertThat(pixel(pictures.get(1), 1, 1)).isEqualTo(WHITE);
        assertThat(pixel(pictures.get(1), 2, 2)).isZero();
        assertThat(pixel(pictures.get(1), 9, 12)).as("mark around the place").isEqualTo(0xE6007A);
        assertThat(pixel(pictures.get(1), 12, 12)).as("the place itself").isZero();
    }

    @Test
    void everythingShowsTheLastFrameWithoutAndTheMatch() throws IOException {
        Film film = darkroom(Evidence.ALL, EvidenceLimits.DEFAULT).open();
        film.armed(screen);
        film.without(paint(1, 1));
        paint(2, 2);
        film.ended(timing(Outcome.OK), screen, List.of());
        encodeAll();

        assertThat(pixel(pictures.get(0), 1, 1)).isEqualTo(WHITE);
        assertThat(pixel(pictures.get(0), 2, 2)).isZero();
        assertThat(pixel(pictures.get(1), 2, 2)).isEqualTo(WHITE);
    }

    @Test
    void successIsNoEvidenceUnlessAskedForAndSkippedNever() {
        Film failures = darkroom(Evidence.FAILED, EvidenceLimits.DEFAULT).open();
        failures.armed(screen);
        failures.ended(timing(Outcome.OK), screen, List.of());
        Film all = darkroom(Evidence.ALL, EvidenceLimits.DEFAULT).open();
        all.armed(screen);
        all.ended(timing(Outcome.SKIPPED), screen, List.of());
        encodeAll();

        assertThat(pictures).isEmpty();
    }

    @Test
    void keepsAtMostSoManyPicturesAndCountsTheRest() {
        Darkroom darkroom = darkroom(Evidence.FAILED, new EvidenceLimits(3, 1 << 20, 1 << 20, 4, 4));
        Film film = darkroom.open();
        for (int i = 0; i < 5; i++) {
            film.armed(screen);
            film.ended(timing(Outcome.TIMEOUT), screen, List.of());
            encodeAll();
        }

        assertThat(pictures).hasSize(3);
        assertThat(darkroom.dropped()).isEqualTo(7);
    }

    @Test
    void keepsAtMostSoManyBytesAndNoPictureTooLargeForTheLink() {
        Darkroom small = darkroom(Evidence.FAILED, new EvidenceLimits(100, 100, 1 << 20, 4, 4));
        Film film = small.open();
        film.armed(screen);
        film.ended(timing(Outcome.TIMEOUT), screen, List.of());
        encodeAll();
        assertThat(pictures.stream().mapToInt(p -> p.png().length).sum()).isLessThanOrEqualTo(100);
        pictures.clear();

        Darkroom narrow = darkroom(Evidence.FAILED, new EvidenceLimits(100, 1 << 20, 10, 4, 4));
        Film other = narrow.open();
        other.armed(screen);
        other.ended(timing(Outcome.TIMEOUT), screen, List.of());
        encodeAll();
        assertThat(pictures).isEmpty();
        assertThat(narrow.dropped()).isEqualTo(2);
    }

    @Test
    void aSlowEncoderBoundsWhatWaits() {
        Darkroom darkroom = darkroom(Evidence.FAILED, new EvidenceLimits(100, 1 << 20, 1 << 20, 2, 2));
        for (int i = 0; i < 6; i++) {
            Film film = darkroom.open();
            film.armed(screen);
            film.ended(timing(Outcome.TIMEOUT), screen, List.of());
        }
        assertThat(encoder).hasSize(2);
        encodeAll();

        assertThat(pictures).hasSize(4);
        assertThat(darkroom.dropped()).isPositive();
    }

    @Test
    void framesAreLentOnlySoOftenAndAreGivenBack() {
        FrameStock stock = new FrameStock(1);
        Frame first = java.util.Objects.requireNonNull(stock.borrow(screen));
        assertThat(stock.borrow(screen)).isNull();
        stock.giveBack(first);
        assertThat(stock.borrow(screen)).isSameAs(first);
    }

    @Test
    void aFilmThatIsClosedGivesItsFrameBack() {
        Darkroom darkroom = darkroom(Evidence.ALL, EvidenceLimits.DEFAULT);
        Film film = darkroom.open();
        film.armed(screen);
        film.armed(screen);
        assertThat(darkroom.framesLent()).isEqualTo(1);
        film.ended(timing(Outcome.TIMEOUT), screen, List.of());
        assertThat(darkroom.framesLent()).isEqualTo(1);
        encodeAll();
        assertThat(darkroom.framesLent()).isZero();
        film.armed(screen);
        film.close();
        assertThat(darkroom.framesLent()).isZero();
    }
}
