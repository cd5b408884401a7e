package io.deskmeter.agent.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.evidence.recorder.EvidenceRequest;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.step.Condition;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceEncoderTest {
    private static final int WHITE = 0xFFFFFF;
    private static final int MARK = 0xE6007A;
    private static final long SECOND = 1_000_000_000;

    private final Queue<Runnable> encoder = new ArrayDeque<>();
    private final List<EvidenceFile> pictures = new ArrayList<>();
    private final Frame screen = new Frame(640, 400);
    private long sequence;

    @TempDir
    private Path folder;

    private EvidenceEncoder evidenceEncoder(Evidence wanted, EvidenceLimits limits) {
        return new EvidenceEncoder(wanted, Thresholds.DEFAULT, limits, encoder::add, pictures::add);
    }

    private static EvidenceLimits limits(int pictures, long bytes, int pictureBytes, int waiting) {
        return new EvidenceLimits(pictures, bytes, pictureBytes, 16 << 20, 4 << 20, waiting, 2);
    }

    private void encodeAll() {
        for (Runnable next = encoder.poll(); next != null; next = encoder.poll()) {
            next.run();
        }
    }

    private static Timing timing(Outcome outcome, long responseNanos) {
        return Timing.builder("office/writer", "save", Group.A, outcome)
                .session(3)
                .sequence(42)
                .intendedAt(5)
                .firedAt(5)
                .lastWithoutAt(5)
                .shownAt(5 + responseNanos)
                .build();
    }

    private EvidenceRequest request(Timing timing, Rect... places) {
        return new EvidenceRequest(timing, new Condition.Appears("landmarks/saved.png"), folder, List.of(places));
    }

    private void paint(FrameRecorder frameRecorder, int x, int y, long at) {
        screen.pixels()[y * screen.width() + x] = WHITE;
        frameRecorder.see(new FrameUpdate(screen, List.of(new Rect(x, y, 1, 1)), at, ++sequence));
    }

    /** One recorded operation: armed, a frame without, and the last one. */
    private void work(FrameRecorder frameRecorder, Outcome outcome, long responseNanos, Rect... places) {
        frameRecorder.see(new FrameUpdate(screen, List.of(screen.bounds()), 1, ++sequence));
        frameRecorder.armed(screen);
        paint(frameRecorder, 1, 1, 6);
        frameRecorder.judged(screen, Timing.NEVER);
        paint(frameRecorder, 2, 2, 5 + responseNanos);
        frameRecorder.ended(request(timing(outcome, responseNanos), places), screen);
    }

    private static BufferedImage image(EvidenceFile picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(picture.content()));
    }

    private static int pixel(EvidenceFile picture, int x, int y) throws IOException {
        return image(picture).getRGB(x, y) & WHITE;
    }

    private EvidenceFile named(String ending) {
        return pictures.stream()
                .filter(picture -> picture.name().endsWith(ending))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + ending + " in " + pictures));
    }

    @Test
    void aFailureHasThePictureBeforeTheInputTheLastPictureAndTheFilmStrip() throws IOException {
        Files.createDirectories(folder.resolve("landmarks"));
        ImageIO.write(
                new BufferedImage(30, 12, BufferedImage.TYPE_INT_RGB),
                "png",
                folder.resolve("landmarks/saved.png").toFile());
        FrameRecorder frameRecorder =
                evidenceEncoder(Evidence.FAILED, EvidenceLimits.DEFAULT).open();
        work(frameRecorder, Outcome.TIMEOUT, 20, new Rect(100, 100, 50, 20));
        paint(frameRecorder, 3, 3, 99);
        encodeAll();

        String name = "s003-0042-office-writer-save-timeout";
        assertThat(pictures)
                .extracting(EvidenceFile::name)
                .containsExactly(name + "-end.png", name + "-before.png", name + "-strip.png");
        assertThat(pixel(named("before.png"), 1, 1)).isZero();
        assertThat(pixel(named("end.png"), 2, 2)).isEqualTo(WHITE);
        assertThat(pixel(named("end.png"), 3, 3)).as("came later").isZero();
        assertThat(pixel(named("end.png"), 99, 110)).as("mark around the place").isEqualTo(MARK);
        assertThat(pixel(named("end.png"), 110, 110)).as("the place itself").isZero();
        assertThat(colours(image(named("strip.png")), MARK))
                .as("marks on the strip")
                .isGreaterThan(100);

        FilmStrip strip = Objects.requireNonNull(named("strip.png").strip());
        assertThat(strip.files()).containsExactly(name + "-strip.png", name + "-before.png", name + "-end.png");
        assertThat(strip.shots())
                .extracting(FilmStripFrame::moment)
                .containsExactly(
                        FilmStripFrame.Moment.BEFORE, FilmStripFrame.Moment.WITHOUT, FilmStripFrame.Moment.LAST);
        assertThat(strip.condition()).isEqualTo("landmarks/saved.png appears");
        assertThat(strip.landmarks().get(0).png()).isNotEmpty();
        assertThat(strip.why()).isEqualTo("timeout");
    }

    private static int colours(BufferedImage image, int rgb) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += (image.getRGB(x, y) & WHITE) == rgb ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void successIsEvidenceOnlyIfSlowOrRequestedAndSkippedNever() {
        work(evidenceEncoder(Evidence.FAILED, EvidenceLimits.DEFAULT).open(), Outcome.OK, 2 * SECOND);
        work(evidenceEncoder(Evidence.SLOW, EvidenceLimits.DEFAULT).open(), Outcome.OK, SECOND);
        work(evidenceEncoder(Evidence.ALL, EvidenceLimits.DEFAULT).open(), Outcome.SKIPPED, 1);
        assertThat(encoder).isEmpty();

        work(evidenceEncoder(Evidence.SLOW, EvidenceLimits.DEFAULT).open(), Outcome.OK, SECOND + 1);
        work(evidenceEncoder(Evidence.ALL, EvidenceLimits.DEFAULT).open(), Outcome.OK, 1);
        encodeAll();
        assertThat(pictures)
                .extracting(EvidenceFile::strip)
                .filteredOn(Objects::nonNull)
                .extracting(strip -> Objects.requireNonNull(strip).why())
                .containsExactly("slower than 1.00 s", "ok");
    }

    @Test
    void slowOperationsAreKeptUpToALimitAndTheRestIsCounted() {
        EvidenceEncoder evidenceEncoder = evidenceEncoder(Evidence.SLOW, limits(100, 1 << 24, 1 << 20, 4));
        FrameRecorder frameRecorder = evidenceEncoder.open();
        for (int i = 0; i < 5; i++) {
            work(frameRecorder, Outcome.OK, 2 * SECOND);
            encodeAll();
        }
        assertThat(pictures).hasSize(2 * 3);
        assertThat(evidenceEncoder.dropped()).isEqualTo(3 * 3);
    }

    @Test
    void keepsPicturesUpToALimitAndCountsTheRest() {
        EvidenceEncoder evidenceEncoder = evidenceEncoder(Evidence.FAILED, limits(6, 1 << 24, 1 << 20, 4));
        FrameRecorder frameRecorder = evidenceEncoder.open();
        for (int i = 0; i < 5; i++) {
            work(frameRecorder, Outcome.TIMEOUT, 9);
            encodeAll();
        }
        assertThat(pictures).hasSize(6);
        assertThat(evidenceEncoder.dropped()).isEqualTo(9);
    }

    @Test
    void keepsBytesUpToALimitAndNoPictureTooLargeForTheLink() {
        EvidenceEncoder small = evidenceEncoder(Evidence.FAILED, limits(100, 100, 1 << 20, 4));
        work(small.open(), Outcome.TIMEOUT, 9);
        encodeAll();
        assertThat(pictures.stream().mapToInt(p -> p.content().length).sum()).isLessThanOrEqualTo(100);
        pictures.clear();

        EvidenceEncoder narrow = evidenceEncoder(Evidence.FAILED, limits(100, 1 << 20, 10, 4));
        work(narrow.open(), Outcome.TIMEOUT, 9);
        encodeAll();
        assertThat(pictures).isEmpty();
        assertThat(narrow.dropped()).isEqualTo(3);
    }

    @Test
    void aPictureThatIsRefusedLeavesItsRoomToSmallerOnes() {
        work(evidenceEncoder(Evidence.FAILED, EvidenceLimits.DEFAULT).open(), Outcome.TIMEOUT, 9);
        encodeAll();
        int strip = named("strip.png").content().length;
        int singles = named("before.png").content().length + named("end.png").content().length;
        int room = 3 * singles;
        assertThat(strip).as("too large beside the others").isGreaterThan(room - singles);
        pictures.clear();

        EvidenceEncoder evidenceEncoder = evidenceEncoder(Evidence.FAILED, limits(100, room, 1 << 20, 4));
        FrameRecorder frameRecorder = evidenceEncoder.open();
        for (int i = 0; i < 2; i++) {
            work(frameRecorder, Outcome.TIMEOUT, 9);
            encodeAll();
        }
        assertThat(pictures)
                .extracting(picture -> picture.name().replaceFirst(".*-", ""))
                .containsExactly("end.png", "before.png", "end.png", "before.png");
        assertThat(evidenceEncoder.dropped()).isEqualTo(2);
    }

    @Test
    void withASlowEncoderTheQueueIsLimitedAndAllTilesAreReleased() {
        EvidenceEncoder evidenceEncoder = evidenceEncoder(Evidence.FAILED, limits(100, 1 << 24, 1 << 20, 2));
        for (int i = 0; i < 6; i++) {
            FrameRecorder frameRecorder = evidenceEncoder.open();
            work(frameRecorder, Outcome.TIMEOUT, 9);
            frameRecorder.close();
        }
        assertThat(encoder).hasSize(2);
        assertThat(evidenceEncoder.memory()).isPositive();
        encodeAll();

        assertThat(pictures).hasSize(6);
        assertThat(evidenceEncoder.dropped()).isEqualTo(12);
        assertThat(evidenceEncoder.memory()).as("tiles that were not released").isZero();
    }

    @Test
    void anOperationThatFailsBeforeItIsArmedShowsTheCurrentScreen() throws IOException {
        FrameRecorder frameRecorder =
                evidenceEncoder(Evidence.FAILED, EvidenceLimits.DEFAULT).open();
        paint(frameRecorder, 7, 7, 3);
        frameRecorder.ended(request(timing(Outcome.APPLICATION_FAILED, 1)), screen);
        encodeAll();

        assertThat(pixel(named("end.png"), 7, 7)).isEqualTo(WHITE);
        assertThat(pictures).hasSize(2);
    }
}
