package io.deskmeter.agent.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.agent.evidence.painter.GesturePainter;
import io.deskmeter.agent.evidence.recorder.GestureRecorder;
import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.evidence.recorder.NotedGesture.Move;
import io.deskmeter.agent.evidence.recorder.NotedGesture.Seen;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.evidence.GesturePath;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The picture of a gesture: the path that was sent, what was seen of it, and the lag. */
class GestureEvidenceTest {
    private static final long MILLI = 1_000_000;
    private static final long FIRED = 50_000 * MILLI;
    private static final int MOVES = 180;

    private final List<EvidenceFile> files = new ArrayList<>();

    private EvidenceEncoder encoder(Evidence wanted) {
        return new EvidenceEncoder(
                wanted,
                Thresholds.DEFAULT,
                new EvidenceLimits(100, 10 << 20, 3 << 20, 16 << 20, 4 << 20, 16, 2),
                Runnable::run,
                files::add);
    }

    private static Timing timing(long number) {
        return Timing.builder("ue/drag", "drag", Group.C, Outcome.OK)
                .sequence(number)
                .intendedAt(FIRED)
                .firedAt(FIRED)
                .lastWithoutAt(FIRED)
                .shownAt(FIRED + 5_000 * MILLI)
                .build();
    }

    /** Moves to the right; the last third is later by another lag, of which half is never seen. */
    private static NotedGesture drag(double lag, double laterLag, String problem) {
        List<Move> moves = new ArrayList<>();
        List<Seen> seen = new ArrayList<>();
        IntStream.range(0, MOVES).forEach(i -> {
            long at = FIRED + 16L * i * MILLI;
            boolean late = i > MOVES * 2 / 3;
            double own = late ? laterLag : lag;
            boolean never = i >= MOVES - 3 && laterLag > NotedGesture.LATE;
            double x = 100 + 4 * i;
            moves.add(new Move(at, x, 80, never ? Double.NaN : own));
            if (!never) {
                seen.add(new Seen(at + Math.round(own * MILLI), x, 80, own));
            }
        });
        return new NotedGesture(960, 600, moves, seen, problem, List.of("lag p50: 8.0 ms, p95: 13.0 ms"));
    }

    private BufferedImage image() throws Exception {
        EvidenceFile last = files.get(files.size() - 1);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(last.content()));
        Path folder = Files.createDirectories(Path.of("target", "gesture-evidence"));
        Files.write(folder.resolve(last.name()), last.content());
        return image;
    }

    /** Whether the picture has this colour within the path's part, around a place of the stage. */
    private static boolean shows(BufferedImage image, Color colour, double stageX) {
        double scale = 500 / 600.0;
        int x = (int) Math.round(60 + stageX * scale);
        int y = (int) Math.round(76 + 30 + 80 * scale);
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                if ((image.getRGB(x + dx, y + dy) & 0xffffff) == (colour.getRGB() & 0xffffff)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void thePathIsColouredByItsLag() throws Exception {
        encoder(Evidence.SLOW).openGestures().made(timing(3), drag(8, 200, ""));

        assertThat(files).extracting(EvidenceFile::name).containsExactly("s000-0003-ue-drag-drag-ok-gesture-path.png");
        FilmStrip strip = Objects.requireNonNull(files.get(0).strip());
        assertThat(strip.why()).isEqualTo("late");
        assertThat(strip.isWhole()).isFalse();
        GesturePath path = Objects.requireNonNull(strip.gesture());
        assertThat(path.picture()).isEqualTo(files.get(0).name());
        assertThat(path.figures()).containsExactly("lag p50: 8.0 ms, p95: 13.0 ms");
        BufferedImage image = image();
        assertThat(shows(image, GesturePainter.colour(8), 300)).as("soon").isTrue();
        assertThat(shows(image, GesturePainter.colour(200), 700)).as("late").isTrue();
        assertThat(GesturePainter.colour(8)).isNotEqualTo(GesturePainter.colour(200));
    }

    @Test
    void aGestureThatIsNotLateIsKeptOnlyWhereAllAreWanted() throws Exception {
        encoder(Evidence.SLOW).openGestures().made(timing(3), drag(8, 60, ""));
        encoder(Evidence.FAILED).openGestures().made(timing(4), drag(8, 200, ""));
        assertThat(files).isEmpty();

        encoder(Evidence.ALL).openGestures().made(timing(5), drag(8, 60, ""));
        assertThat(files).hasSize(1);
        assertThat(Objects.requireNonNull(files.get(0).strip()).why()).isEqualTo("ok");
        image();
    }

    /** The desktop cannot be blamed for input that the agent sent late. */
    @Test
    void aGestureThatTheAgentSentLateIsNotCalledLate() {
        assertThat(drag(8, 200, "the agent sent 30 of 180 inputs more than 8 ms late")
                        .isLate())
                .isFalse();
        assertThat(drag(8, 200, "").isLate()).isTrue();
    }

    @Test
    void onlyTheFirstLateGesturesOfAnOperationAreKeptAndTheOthersCounted() {
        EvidenceEncoder encoder = encoder(Evidence.SLOW);
        GestureRecorder recorder = encoder.openGestures();
        for (int number = 1; number <= 5; number++) {
            recorder.made(timing(number), drag(120, 150, ""));
        }

        assertThat(files).hasSize(2);
        assertThat(encoder.dropped()).isEqualTo(3);
    }

    /**
     * A screen whose rectangle moves to the right with each frame; the frames arrive so many milliseconds after the
     * input of the moves that they show.
     */
    private static void seeMoves(GestureRecorder recorder, long... waits) {
        Frame frame = new Frame(640, 400);
        long arrivedAt = FIRED;
        for (int i = 0; i < waits.length; i++) {
            arrivedAt += waits[i] * MILLI;
            int left = 20 + 40 * i;
            for (int y = 100; y < 140; y++) {
                Arrays.fill(frame.pixels(), y * 640 + left, y * 640 + left + 40, 0xC03020);
            }
            recorder.see(
                    new FrameUpdate(frame, List.of(new Rect(left, 100, 40, 40)), arrivedAt, i + 1),
                    waits[i] * MILLI,
                    waits[i] > 0);
        }
    }

    @Test
    void theFramesUntilTheLongestWaitEndsAreOnAFilmStrip() throws Exception {
        EvidenceEncoder encoder = encoder(Evidence.SLOW);
        GestureRecorder recorder = encoder.openGestures();
        recorder.begin(new Rect(0, 0, 640, 400));
        seeMoves(recorder, 10, 70, 612, 80, 20, 90);
        recorder.made(timing(3), drag(8, 200, ""));

        String name = "s000-0003-ue-drag-drag-ok-gesture";
        assertThat(files).extracting(EvidenceFile::name).containsExactly(name + "-path.png", name + "-strip.png");
        FilmStrip strip = Objects.requireNonNull(files.get(1).strip());
        assertThat(strip.files()).containsExactly(name + "-strip.png");
        assertThat(strip.shots())
                .extracting(FilmStripFrame::sequence, FilmStripFrame::moment)
                .containsExactly(tuple(2L, Moment.LAST_WITHOUT), tuple(3L, Moment.SHOWN));
        assertThat(Objects.requireNonNull(strip.gesture()).figures())
                .contains("longest wait: a move was seen after 612.0 ms, 0.69 s after the first input");
        assertThat(image().getWidth()).isGreaterThan(1_000);
        assertThat(encoder.memory()).isZero();
    }

    /** Tiles are shared between sessions: what nobody needs any more must be given back. */
    @Test
    void framesOfAGestureThatIsNotKeptAreForgotten() {
        EvidenceEncoder encoder = encoder(Evidence.SLOW);
        GestureRecorder recorder = encoder.openGestures();
        recorder.begin(new Rect(0, 0, 640, 400));
        seeMoves(recorder, 70, 90);
        assertThat(encoder.memory()).isPositive();
        recorder.made(timing(3), drag(8, 60, ""));
        assertThat(encoder.memory()).isZero();

        recorder.begin(new Rect(0, 0, 640, 400));
        seeMoves(recorder, 70, 90);
        recorder.close();
        assertThat(encoder.memory()).isZero();
        assertThat(files).isEmpty();
    }

    @Test
    void aGestureThatIsSeenInTimeHasNoFilmStrip() {
        EvidenceEncoder encoder = encoder(Evidence.ALL);
        GestureRecorder recorder = encoder.openGestures();
        recorder.begin(new Rect(0, 0, 640, 400));
        seeMoves(recorder, 10, 20, 30);
        assertThat(encoder.memory()).isZero();
        recorder.made(timing(3), drag(8, 40, ""));
        assertThat(files).hasSize(1);

        recorder.begin(new Rect(0, 0, 640, 400));
        seeMoves(recorder, 40, 60);
        recorder.made(timing(4), drag(8, 60, ""));
        assertThat(files).hasSize(2);
    }

    @Test
    void aScrollingIsDrawnOverTime() throws Exception {
        List<Move> moves = IntStream.range(0, 20)
                .mapToObj(i -> new Move(FIRED + 100L * i * MILLI, 0, 96.0 * (i + 1), 40 + 5 * i))
                .toList();
        List<Seen> seen = moves.stream()
                .map(move -> new Seen(move.at() + Math.round(move.lagMillis() * MILLI), 0, move.y(), move.lagMillis()))
                .toList();
        encoder(Evidence.ALL)
                .openGestures()
                .made(timing(6), new NotedGesture(0, 1920, moves, seen, "", List.of("steps seen: 20 of 20")));

        assertThat(image().getHeight()).isLessThan(700);
    }
}
