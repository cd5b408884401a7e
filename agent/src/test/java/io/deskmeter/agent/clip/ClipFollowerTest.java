package io.deskmeter.agent.clip;

import static io.deskmeter.agent.clip.PlayedClip.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clips that are played with known faults. */
@Tag("slow")
class ClipFollowerTest {
    private static final double FRAME_MILLIS = 1_000.0 / 30;

    private static final long MS = 1_000_000;
    private static final ReferenceSound SOUND = SimulatedClip.sound();

    private final SimulatedClip clip = new SimulatedClip(SOUND);

    private static List<Double> values(ClipFigures figures, MetricSource source) {
        List<SeriesValue> all = figures.of(source);
        assertThat(all).allMatch(SeriesValue::isKnown);
        return all.stream().map(SeriesValue::value).toList();
    }

    private static void assertUnknown(ClipFigures figures, MetricSource source, String reason) {
        assertThat(figures.of(source)).isNotEmpty().allSatisfy(value -> {
            assertThat(value.value()).isNaN();
            assertThat(value.unknown()).contains(reason);
        });
    }

    private static Predicate<SeriesValue> holds(double truth) {
        return value -> Math.abs(value.value() - truth) <= value.uncertainty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000, -300, -185, -125, -60, -20, 0, 7, 45, 90, 300})
    void theSkewIsFoundAndNothingElse(long millis) {
        int seconds = millis < -1_000 ? 9 : 4;
        ClipFigures figures = play(clip.skewed(millis), seconds);
        List<SeriesValue> skews = figures.of(MetricSource.AV_SKEW).subList(millis < -1_000 ? 6 : 0, seconds);
        assertThat(skews).allSatisfy(value -> {
            assertThat(value.unknown()).isEmpty();
            assertThat(value.value()).isCloseTo((double) millis, within(0.1));
            assertThat(value.uncertainty()).isLessThan(0.5);
        });
        assertThat(skews).allMatch(holds((double) millis));
        if (millis > -1_000) {
            assertThat(values(figures, MetricSource.SOUND_DROPOUT)).containsOnly(0.0);
        }
        assertThat(values(figures, MetricSource.VIDEO_FREEZE)).containsOnly(0.0);
        assertThat(values(figures, MetricSource.VIDEO_FRAMES))
                .allSatisfy(percent -> assertThat(percent).isCloseTo(100, within(100.0 / 20)));
    }

    @Test
    void startsAreTimesFromTheInput() {
        ClipFigures figures = play(clip.skewed(45), 2);
        assertThat(figures.of(MetricSource.VIDEO_START))
                .singleElement()
                .satisfies(value -> assertThat(value.value()).isCloseTo(445 + FRAME_MILLIS, within(0.01)));
        assertThat(figures.of(MetricSource.SOUND_START))
                .singleElement()
                .satisfies(value -> assertThat(value.value()).isCloseTo(400, within(2.0)));
    }

    @Test
    void framesThatAreNotShownAreCounted() {
        long frame = 1_000 * MS / 30;
        ClipFigures figures = play(clip.frames(due -> due / frame % 10 == 3 ? -1 : due), 5);
        assertThat(values(figures, MetricSource.VIDEO_FRAMES).subList(1, 5)).containsOnly(90.0);
        assertThat(figures.of(MetricSource.AV_SKEW)).allMatch(holds(0));
        assertThat(values(figures, MetricSource.VIDEO_FREEZE)).containsOnly(0.0);
    }

    @ParameterizedTest
    @CsvSource({"100, 0", "190, 0", "210, 21", "400, 40", "1500, 100"})
    void freezesAreThoseOfTheirDefinition(long millis, double percent) {
        long since = 2_000 * MS;
        long to = since + millis * MS;
        // The frame of 2 s comes; those within the freeze do not; the first one after it comes with its end.
        ClipFigures figures = play(
                clip.frames(due -> {
                    long frame = 1_000 * MS / 30;
                    return due <= since + MS ? due : due < to ? -1 : due < to + frame ? to : due;
                }),
                5);
        assertThat(values(figures, MetricSource.VIDEO_FREEZE).get(2)).isCloseTo(percent, within(0.01));
        assertThat(values(figures, MetricSource.VIDEO_FREEZE).get(1)).isZero();
        assertThat(values(figures, MetricSource.VIDEO_FREEZE).get(4)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 10, 23, 46, 60, 200, 700})
    void silenceIsADropout(long millis) {
        ClipFigures figures = play(clip.silent(at -> at >= 2_100 && at < 2_100 + millis), 5);
        List<Double> lost = values(figures, MetricSource.SOUND_DROPOUT);
        assertThat(lost.get(2)).isCloseTo(millis / 10.0, within(0.2));
        assertThat(List.of(lost.get(0), lost.get(1), lost.get(3), lost.get(4))).containsOnly(0.0);
        assertThat(figures.of(MetricSource.AV_SKEW)).allMatch(holds(0));
    }

    /** A stream that runs dry sends no blocks until it goes on; its sound is missing all the same. */
    @Test
    void soundThatDoesNotComeInTimeIsADropout() {
        ClipFigures figures = play(clip.dry(at -> at >= 1_500 && at < 2_700), 5);
        assertThat(values(figures, MetricSource.SOUND_DROPOUT))
                .satisfiesExactly(
                        first -> assertThat(first).isZero(),
                        half -> assertThat(half).isCloseTo(50, within(0.3)),
                        most -> assertThat(most).isCloseTo(70, within(0.3)),
                        none -> assertThat(none).isZero(),
                        none -> assertThat(none).isZero());
    }

    @Test
    void aSecondInWhichNothingIsHeardIsLostAndItsSkewUnknown() {
        ClipFigures figures = play(clip.silent(at -> at >= 2_000 && at < 4_000), 6);
        assertThat(values(figures, MetricSource.SOUND_DROPOUT).get(2)).isCloseTo(100, within(0.2));
        assertThat(figures.of(MetricSource.AV_SKEW).get(3).unknown()).startsWith("nothing heard");
        assertThat(figures.of(MetricSource.AV_SKEW).get(5)).matches(holds(0));
    }

    /**
     * For example since the session's sound server was killed: the second in which that happened is the last one that
     * is known.
     */
    @Test
    void silenceIsUnknownWhileNobodyPlays() {
        ClipFigures figures =
                PlayedClip.playWithoutPlayer(clip.silent(at -> at >= 2_400), 5, "no program plays to the sound server");
        assertThat(figures.of(MetricSource.SOUND_DROPOUT).get(2).value()).isCloseTo(60, within(0.2));
        for (MetricSource source :
                List.of(MetricSource.AV_SKEW, MetricSource.SOUND_DROPOUT, MetricSource.SOUND_BANDWIDTH)) {
            assertThat(figures.of(source).subList(3, 5))
                    .allSatisfy(value -> assertThat(value.unknown()).isEqualTo("no program plays to the sound server"));
        }
        assertThat(values(figures, MetricSource.VIDEO_FREEZE)).containsOnly(0.0);
    }

    @Test
    void soundThatFallsBackIsFollowed() {
        List<SeriesValue> skews = play(clip.soundJumps(3_000, 150), 6).of(MetricSource.AV_SKEW);
        assertThat(skews.subList(0, 3)).allMatch(holds(0));
        assertThat(skews.subList(4, 6)).allMatch(holds(-150));
    }

    /** At these places a part of 20 ms that a step cuts, or a note behind it, fits a little further on, too. */
    @ParameterizedTest
    @CsvSource({"5, 13, 6096", "5, 22, 40080", "23, 27, 25632"})
    void whatIsRepeatedIsNotTakenForLeftOut(int millis, int second, int start) {
        long frames = millis * 48L;
        long at = 2L * 48_000 + start;
        // The third second that is heard is that second of the clip.
        long shift = (second - 2) * 48_000L - (second - 1) * frames;
        ClipFigures figures = play(clip.sound((position, due) -> due + shift - (position < at ? 0 : frames)), 4);
        assertThat(values(figures, MetricSource.SOUND_REPEATED).get(2)).isCloseTo(millis / 10.0, within(0.05));
        assertThat(values(figures, MetricSource.SOUND_REMOVED)).containsOnly(0.0);
    }

    @Test
    void whatIsNotTheClipIsUnknownAndNeverZero() {
        ClipFigures figures = play(clip.foreign(ReferenceSound.of(4711, SimulatedClip.CLIP.seconds())), 4);
        assertUnknown(figures, MetricSource.AV_SKEW, "not the reference sound");
        assertUnknown(figures, MetricSource.SOUND_DROPOUT, "not the reference sound");
        assertUnknown(figures, MetricSource.SOUND_START, "not the reference sound");
        assertThat(values(figures, MetricSource.VIDEO_FREEZE)).containsOnly(0.0);
    }

    @Test
    void withoutSoundTheReasonIsTold() {
        ClipFigures figures = play(clip.mute(), 3, 0, "no sound server");
        assertUnknown(figures, MetricSource.AV_SKEW, "no sound server");
        assertUnknown(figures, MetricSource.SOUND_DROPOUT, "no sound server");
        assertThat(values(figures, MetricSource.VIDEO_FRAMES)).hasSize(3);
    }

    @Test
    void aClipThatIsNeverHeardIsUnknown() {
        ClipFigures figures = play(clip.silent(at -> true), 3);
        assertUnknown(figures, MetricSource.SOUND_DROPOUT, "no sound was heard since the input");
    }

    @Test
    void fromTheLossOfTheSoundOnItIsUnknown() {
        ClipFigures figures = play(clip.soundLostAt(2_500), 5);
        assertThat(figures.of(MetricSource.AV_SKEW).subList(0, 2)).allMatch(holds(0));
        for (MetricSource source : List.of(MetricSource.AV_SKEW, MetricSource.SOUND_DROPOUT)) {
            assertThat(figures.of(source).subList(2, 5))
                    .allSatisfy(value -> assertThat(value.unknown()).isEqualTo("the sound was lost: killed"));
        }
        assertThat(values(figures, MetricSource.VIDEO_FREEZE)).containsOnly(0.0);
    }

    @Test
    void whatTheAgentLosesIsNoDropout() {
        List<SeriesValue> lost = play(clip, 3, 3, "").of(MetricSource.SOUND_DROPOUT);
        assertThat(lost.get(0).unknown()).isEqualTo("the agent was too slow for 3 blocks of sound");
        assertThat(lost.get(1).isKnown()).isTrue();
    }

    @Test
    void framesThatCannotBeReadAreUnknown() {
        ClipFigures figures = play(clip.covered(), 3);
        for (MetricSource source :
                List.of(MetricSource.AV_SKEW, MetricSource.VIDEO_FREEZE, MetricSource.VIDEO_FRAMES)) {
            assertUnknown(figures, source, "frames could not be read");
        }
        assertThat(values(figures, MetricSource.SOUND_DROPOUT)).containsOnly(0.0);
    }

    /** A viewer program paints what comes over the network, in as many parts as it comes. */
    @Test
    void aFrameThatComesInPiecesIsReadWhenItIsComplete() {
        ClipFigures figures = play(clip.inPieces(10), 4);
        assertThat(figures.of(MetricSource.AV_SKEW)).allMatch(holds(0));
        assertThat(values(figures, MetricSource.VIDEO_FRAMES).subList(1, 4)).containsOnly(100.0);
    }

    @Test
    void aFrameThatIsIncompleteForLongIsNotRead() {
        assertUnknown(play(clip.inPieces(20), 3), MetricSource.AV_SKEW, "frames could not be read");
    }

    /** A stall on the way: what follows is later by it, and the second is known all the same. */
    @ParameterizedTest
    @ValueSource(longs = {2_450, 2_700, 2_950})
    void aSilenceThatDelaysWhatFollowsIsADropout(long from) {
        ClipFigures figures = play(clip.soundJumps(from, 150).silent(at -> at >= from && at < from + 150), 6);
        assertThat(values(figures, MetricSource.SOUND_DROPOUT).stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(15, within(0.4));
        List<SeriesValue> skews = figures.of(MetricSource.AV_SKEW);
        assertThat(skews).allMatch(SeriesValue::isKnown);
        assertThat(skews.subList(0, 2)).allMatch(holds(0));
        assertThat(skews.subList(4, 6)).allMatch(holds(-150));
    }
}
