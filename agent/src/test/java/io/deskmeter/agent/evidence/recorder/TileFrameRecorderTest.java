package io.deskmeter.agent.evidence.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.evidence.EvidenceEncoder;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.agent.evidence.tile.Tile;
import io.deskmeter.agent.evidence.tile.TileStore;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded frames equal the screen, even if others were left out, and only changes cost memory. */
class TileFrameRecorderTest {
    private static final long MILLI = 1_000_000;

    private final Frame screen = new Frame(200, 100);
    private final TileStore store = new TileStore(1 << 26);
    private final TileFrameRecorder frameRecorder = new TileFrameRecorder(evidenceEncoder(1 << 26), store, 1 << 20);
    private final List<FilmStripFrame> told = new ArrayList<>();
    private long sequence;
    private long now;

    private static EvidenceEncoder evidenceEncoder(long memory) {
        return new EvidenceEncoder(
                Evidence.ALL,
                Thresholds.DEFAULT,
                new EvidenceLimits(1000, 1L << 30, 1 << 24, memory, 8 << 20, 300, 5),
                Runnable::run,
                picture -> {});
    }

    private FrameUpdate paint(Frame frame, Rect place, int colour) {
        for (int y = place.y(); y < place.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * frame.width() + place.x(), y * frame.width() + place.right(), colour);
        }
        now += MILLI;
        return new FrameUpdate(frame, List.of(place), now, ++sequence);
    }

    /** The recorded frames by their sequence; their details are in {@link #told}. */
    private Map<Long, int[]> encoded(
            TileFrameRecorder from, Frame frame, long firedAt, long lastWithoutAt, long shownAt) {
        Timing timing = Timing.builder("w", "o", Group.A, Outcome.OK)
                .sequence(1)
                .intendedAt(firedAt)
                .firedAt(firedAt)
                .lastWithoutAt(lastWithoutAt)
                .shownAt(shownAt)
                .build();
        Map<Long, int[]> frames = new HashMap<>();
        told.clear();
        try (FrameHistory history = from.take(firedAt, frame)) {
            told.addAll(FrameMoments.of(history.recordedFrames(), timing));
            history.print((printed, still) -> frames.put(
                    history.recordedFrames().get(still).sequence(),
                    printed.pixels().clone()));
        }
        return frames;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyRecordedFrameIsTheOneThatWasSeen(long seed) {
        Random random = new Random(seed);
        for (int operation = 0; operation < 20; operation++) {
            Map<Long, int[]> truth = new HashMap<>();
            for (int between = random.nextInt(4); between >= 0; between--) {
                frameRecorder.see(paint(screen, place(random), random.nextInt(4)));
            }
            frameRecorder.armed(screen);
            truth.put(sequence, screen.pixels().clone());
            long firedAt = now;
            int frames = 1 + random.nextInt(40);
            for (int i = 0; i < frames; i++) {
                frameRecorder.see(paint(screen, place(random), random.nextInt(4)));
                truth.put(sequence, screen.pixels().clone());
                frameRecorder.judged(screen, random.nextInt(5) == 0 ? now : Timing.NEVER);
            }
            Map<Long, int[]> kept = encoded(frameRecorder, screen, firedAt, now - MILLI, now);

            assertThat(kept).hasSizeLessThanOrEqualTo(TileFrameRecorder.MOST);
            kept.forEach((number, pixels) ->
                    assertThat(pixels).as("seed %d, update %d", seed, number).isEqualTo(truth.get(number)));
            assertThat(told)
                    .extracting(FilmStripFrame::moment)
                    .startsWith(Moment.BEFORE)
                    .endsWith(Moment.SHOWN);
            assertThat(kept.size() + leftOut())
                    .as("kept and left out are all frames")
                    .isEqualTo(frames + 1);
        }
        frameRecorder.close();
        assertThat(store.bytes()).as("tiles that were not released").isZero();
    }

    private int leftOut() {
        return told.stream().mapToInt(FilmStripFrame::leftOut).sum();
    }

    private static Rect place(Random random) {
        int x = random.nextInt(190);
        int y = random.nextInt(90);
        return new Rect(x, y, 1 + random.nextInt(200 - x), 1 + random.nextInt(100 - y));
    }

    @Test
    void theFramesClosestToTheInputAndToTheResponseAreKept() {
        frameRecorder.see(paint(screen, new Rect(0, 0, 1, 1), 1));
        frameRecorder.armed(screen);
        long firedAt = now + MILLI / 2;
        for (int i = 0; i < 100; i++) {
            frameRecorder.see(paint(screen, new Rect(i, 5, 1, 1), 2));
            frameRecorder.judged(screen, Timing.NEVER);
        }
        encoded(frameRecorder, screen, firedAt, now - MILLI, now);

        assertThat(told)
                .extracting(FilmStripFrame::sequence)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 95L, 96L, 97L, 98L, 99L, 100L, 101L);
        assertThat(told.get(5).leftOut()).isEqualTo(89);
        assertThat(told).extracting(FilmStripFrame::moment).endsWith(Moment.LAST_WITHOUT, Moment.SHOWN);
        assertThat(told.get(0).sinceFiredNanos()).isEqualTo(-MILLI / 2);
    }

    /** Its sending is the last instant without the answer, and no frame arrived then. */
    @Test
    void theFrameBeforeAProbeIsTheLastWithout() {
        frameRecorder.see(paint(screen, new Rect(0, 0, 1, 1), 1));
        frameRecorder.armed(screen);
        long firedAt = now + MILLI / 2;
        for (int i = 0; i < 3; i++) {
            frameRecorder.see(paint(screen, new Rect(i, 5, 1, 1), 2));
            frameRecorder.judged(screen, Timing.NEVER);
        }
        encoded(frameRecorder, screen, firedAt, now - MILLI / 2, now);

        assertThat(told)
                .extracting(FilmStripFrame::moment)
                .containsExactly(Moment.BEFORE, Moment.WITHOUT, Moment.LAST_WITHOUT, Moment.SHOWN);
    }

    @Test
    void aResponseThatIsCertainOnlyLaterIsKeptWithTheFrameBeforeIt() {
        frameRecorder.see(paint(screen, new Rect(0, 0, 1, 1), 1));
        frameRecorder.armed(screen);
        long firedAt = now;
        long shownAt = Timing.NEVER;
        for (int i = 0; i < 80; i++) {
            frameRecorder.see(paint(screen, new Rect(i, 5, 1, 1), 2));
            shownAt = i == 40 ? now : shownAt;
            frameRecorder.judged(screen, shownAt);
        }
        encoded(frameRecorder, screen, firedAt, shownAt - MILLI, shownAt);

        assertThat(told)
                .hasSize(TileFrameRecorder.MOST)
                .extracting(FilmStripFrame::moment)
                .contains(Moment.LAST_WITHOUT, Moment.SHOWN, Moment.AFTER);
        assertThat(told).extracting(FilmStripFrame::sequence).contains(41L, 42L);
    }

    @Test
    void aScreenThatChangesCompletelyIsRecordedUpToALimitPerSecond() {
        Frame large = new Frame(1280, 800);
        TileFrameRecorder roomy = new TileFrameRecorder(evidenceEncoder(1 << 26), store, 1 << 26);
        roomy.see(paint(large, large.bounds(), 1));
        roomy.armed(large);
        long firedAt = now;
        for (int i = 0; i < 100; i++) {
            roomy.see(paint(large, large.bounds(), i + 2));
            roomy.judged(large, Timing.NEVER);
        }
        encoded(roomy, large, firedAt, now - MILLI, now);

        assertThat(told).as("in 100 ms: two at once, and the last").hasSizeBetween(3, 5);
        assertThat(leftOut()).isEqualTo(101 - told.size());
        assertThat(told.get(told.size() - 1).moment()).isEqualTo(Moment.SHOWN);
        roomy.close();
    }

    @Test
    void anotherSizeStartsANewRecording() {
        frameRecorder.see(paint(screen, screen.bounds(), 1));
        frameRecorder.armed(screen);
        long firedAt = now;
        Frame smaller = new Frame(70, 40);
        frameRecorder.see(paint(smaller, smaller.bounds(), 3));
        frameRecorder.judged(smaller, Timing.NEVER);
        Map<Long, int[]> kept = encoded(frameRecorder, smaller, firedAt, firedAt, now);

        assertThat(kept).containsOnlyKeys(2L);
        assertThat(kept.get(2L)).containsOnly(3).hasSize(70 * 40);
        frameRecorder.close();
        assertThat(store.bytes()).isZero();
    }

    @Test
    void twoHundredSimilarSessionsShareTheirTiles() {
        EvidenceEncoder evidenceEncoder = evidenceEncoder(64 << 20);
        Random random = new Random(5);
        Frame desktop = new Frame(1280, 800, random.ints(1280 * 800, 0, 1 << 24).toArray());
        List<FrameRecorder> frameRecorders = new ArrayList<>();
        for (int session = 0; session < 200; session++) {
            Frame own = desktop.copy();
            FrameRecorder one = evidenceEncoder.open();
            one.see(new FrameUpdate(own, List.of(own.bounds()), 1, 1));
            one.armed(own);
            for (int i = 0; i < 20; i++) {
                one.see(paint(own, new Rect(300, 300, 100, 20), 1 + random.nextInt(1 << 24)));
                one.judged(own, Timing.NEVER);
            }
            frameRecorders.add(one);
        }

        assertThat(evidenceEncoder.memory()).as("bytes of 200 recordings").isLessThan(64L << 20);
        frameRecorders.forEach(FrameRecorder::close);
        assertThat(evidenceEncoder.memory()).isZero();
    }

    @Test
    void withoutMemoryThePictureMarksMissingParts() {
        TileStore narrow = new TileStore(3L * Tile.BYTES);
        TileFrameRecorder poor = new TileFrameRecorder(evidenceEncoder(1 << 24), narrow, 1 << 20);
        Frame noisy =
                new Frame(256, 64, new Random(1).ints(256 * 64, 0, 1 << 24).toArray());
        poor.see(new FrameUpdate(noisy, List.of(noisy.bounds()), 1, 1));
        poor.armed(noisy);
        Map<Long, int[]> kept = encoded(poor, noisy, 0, 0, 1);

        assertThat(narrow.bytes()).isEqualTo(3L * Tile.BYTES);
        int[] pixels = Objects.requireNonNull(kept.get(1L));
        assertThat(pixels[0]).isEqualTo(noisy.pixels()[0] & 0xFFFFFF);
        assertThat(pixels[256 * 64 - 1]).as("hatched").isIn(0x707880, 0x505860);
        poor.close();
        assertThat(narrow.bytes()).isZero();
    }
}
