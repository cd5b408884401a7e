package io.deskmeter.agent.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.SeriesMeasurement.State;
import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.watch.ConditionBound;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Pauses between frames, from and to inputs, conditions and limits. Times are milliseconds. */
class SeriesMeasurementTest {
    private static final long MS = 1_000_000;
    private static final long LIMIT = 1_000 * MS;
    private static final Condition APPEARS = new Condition.Appears("title");
    private static final Condition VANISHES = new Condition.Vanishes("title");
    private static final Condition RESTS =
            new Condition.Settles(new Region.Band(Region.Edge.TOP, 20), 1, Duration.ofMillis(50));

    private final Frame frame = new Frame(80, 60);
    private final MarkScreenMatcher screenMatcher = new MarkScreenMatcher();
    private final Series series = new Series(new FrameIntervals());
    private long sequence;

    SeriesMeasurementTest() {
        screenMatcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, ++sequence));
    }

    private Bound bound(Condition condition) {
        return new ConditionBound(WatchFactory.arm(condition, screenMatcher), 0);
    }

    private SeriesMeasurement begun(long at, Condition ends) {
        series.begin(at * MS);
        return SeriesMeasurement.begun(series, bound(ends), LIMIT);
    }

    private State frameAt(SeriesMeasurement measurement, long at, Function<Frame, Rect> painter) {
        FrameUpdate update = new FrameUpdate(frame, List.of(painter.apply(frame)), at * MS, ++sequence);
        screenMatcher.see(update);
        return measurement.observe(new Observation.Picture(update));
    }

    private static Rect title(Frame frame) {
        return Mark.of("title").paint(frame, 4, 2);
    }

    private static Rect titleGone(Frame frame) {
        return Mark.erase(frame, new Rect(4, 2, Mark.SIZE, Mark.SIZE));
    }

    private static Rect elsewhere(Frame frame) {
        frame.pixels()[55 * frame.width()]++;
        return new Rect(0, 55, 1, 1);
    }

    private static SeriesValue pause(long from, long to) {
        return SeriesValue.known(from * MS, to * MS, (double) (to - from), 0);
    }

    private static SeriesValue unknown(long from, long to, String why) {
        return SeriesValue.unknown(from * MS, to * MS, why);
    }

    /** A pause that was cut off: it was no shorter than what was seen of it. */
    private static SeriesValue cutOff(long from, long to, String why) {
        return SeriesValue.noBetterThan(from * MS, to * MS, (double) (to - from), why);
    }

    @Test
    void fromAnInputToACondition() {
        SeriesMeasurement measurement = begun(100, APPEARS);
        assertThat(frameAt(measurement, 130, SeriesMeasurementTest::elsewhere)).isEqualTo(State.RUNNING);
        assertThatThrownBy(measurement::values)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("series: RUNNING (expected: ENDED)");
        assertThat(frameAt(measurement, 190, SeriesMeasurementTest::title)).isEqualTo(State.ENDED);
        frameAt(measurement, 200, SeriesMeasurementTest::elsewhere);

        assertThat(measurement.values()).containsExactly(pause(100, 130), pause(130, 190));
    }

    @Test
    void fromOneConditionToAnother() {
        SeriesMeasurement measurement =
                SeriesMeasurement.awaiting(series, bound(APPEARS), bound(VANISHES), LIMIT, 10 * MS);
        assertThat(frameAt(measurement, 40, SeriesMeasurementTest::elsewhere)).isEqualTo(State.WAITING);
        assertThat(frameAt(measurement, 70, SeriesMeasurementTest::title)).isEqualTo(State.RUNNING);
        frameAt(measurement, 80, SeriesMeasurementTest::elsewhere);
        assertThat(frameAt(measurement, 120, SeriesMeasurementTest::titleGone)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(pause(70, 80), pause(80, 120));
    }

    /** That the region rests since 130 is certain at 180; the frame at 160 belongs to nothing. */
    @Test
    void theEndIsTheLastChangeEvenIfThatIsCertainOnlyLater() {
        SeriesMeasurement measurement = begun(100, RESTS);
        frameAt(measurement, 130, SeriesMeasurementTest::title);
        assertThat(frameAt(measurement, 160, SeriesMeasurementTest::elsewhere)).isEqualTo(State.RUNNING);
        assertThat(measurement.nextLookAt()).isEqualTo(180 * MS);
        assertThat(measurement.judge(179 * MS)).isEqualTo(State.RUNNING);
        assertThat(measurement.judge(180 * MS)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(pause(100, 130));
    }

    @Test
    void aFrameAfterTheRestIsNotPartOfItHoweverLateTheTimerIs() {
        SeriesMeasurement measurement = begun(100, RESTS);
        frameAt(measurement, 130, SeriesMeasurementTest::title);
        assertThat(frameAt(measurement, 300, SeriesMeasurementTest::titleGone)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(pause(100, 130));
    }

    /** The frames between the last change and the end of its quiet time came before the series began. */
    @Test
    void aSeriesThatBeginsWithARestBeginsWithTheLastFrameBeforeItIsCertain() {
        SeriesMeasurement measurement =
                SeriesMeasurement.awaiting(series, bound(RESTS), bound(VANISHES), LIMIT, 10 * MS);
        frameAt(measurement, 100, SeriesMeasurementTest::title);
        frameAt(measurement, 140, SeriesMeasurementTest::elsewhere);
        assertThat(measurement.judge(150 * MS)).isEqualTo(State.RUNNING);
        frameAt(measurement, 170, SeriesMeasurementTest::titleGone);

        assertThat(measurement.values()).containsExactly(pause(140, 170));
    }

    @Test
    void atTheLimitThePauseThatIsCutOffIsUnknown() {
        SeriesMeasurement measurement = begun(100, APPEARS);
        frameAt(measurement, 600, SeriesMeasurementTest::elsewhere);
        assertThat(measurement.nextLookAt()).isEqualTo(1_100 * MS);
        assertThat(measurement.judge(1_100 * MS))
                .as("frames may be on their way")
                .isEqualTo(State.CLOSING);
        assertThat(measurement.nextLookAt()).isEqualTo(2_100 * MS);
        assertThat(measurement.judge(2_100 * MS)).isEqualTo(State.ENDED);

        assertThat(measurement.values())
                .containsExactly(pause(100, 600), cutOff(600, 1_100, "the series ended before the next frame came"));
    }

    @Test
    void framesFromBeforeTheLimitCountHoweverLateTheyAreHeardOf() {
        SeriesMeasurement measurement = begun(100, APPEARS);
        measurement.judge(1_100 * MS);
        frameAt(measurement, 1_050, SeriesMeasurementTest::elsewhere);
        assertThat(frameAt(measurement, 1_150, SeriesMeasurementTest::elsewhere))
                .isEqualTo(State.ENDED);

        assertThat(measurement.values())
                .containsExactly(
                        pause(100, 1_050), cutOff(1_050, 1_100, "the series ended before the next frame came"));
    }

    @Test
    void aConditionAfterTheLimitIsNoEnd() {
        SeriesMeasurement measurement = begun(100, APPEARS);
        assertThat(frameAt(measurement, 1_200, SeriesMeasurementTest::title)).isEqualTo(State.ENDED);

        assertThat(measurement.values())
                .containsExactly(cutOff(100, 1_100, "the series ended before the next frame came"));
    }

    @Test
    void aSeriesThatDoesNotBeginInTimeIsUnknown() {
        SeriesMeasurement measurement =
                SeriesMeasurement.awaiting(series, bound(APPEARS), bound(VANISHES), LIMIT, 10 * MS);
        assertThat(measurement.nextLookAt()).isEqualTo(1_010 * MS);
        assertThat(measurement.judge(1_010 * MS)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(unknown(10, 1_010, "the series has not begun in time"));
    }

    @Test
    void aBeginningAfterTheLimitIsNone() {
        SeriesMeasurement measurement =
                SeriesMeasurement.awaiting(series, bound(APPEARS), bound(VANISHES), LIMIT, 10 * MS);
        assertThat(frameAt(measurement, 1_200, SeriesMeasurementTest::title)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(unknown(10, 1_010, "the series has not begun in time"));
        assertThat(series.isBegun()).isFalse();
    }

    @Test
    void aLostScreenLeavesTheRestUnknown() {
        SeriesMeasurement measurement = begun(100, APPEARS);
        frameAt(measurement, 150, SeriesMeasurementTest::elsewhere);
        measurement.observe(new Observation.ScreenLost(200 * MS, new ScreenException("server gone")));
        measurement.judge(1_100 * MS);
        measurement.judge(2_100 * MS);

        assertThat(measurement.values())
                .containsExactly(pause(100, 150), cutOff(150, 1_100, "the screen was lost: server gone"));
    }

    /** It will be played at 400; until then the region may still change. */
    @Test
    void soundThatIsHeardBeforeItIsPlayedDecidesNothingOnTheScreen() {
        SeriesMeasurement measurement = begun(100, RESTS);
        frameAt(measurement, 130, SeriesMeasurementTest::title);
        SoundBlock early = new SoundBlock(SoundFormat.STEREO_48K, new short[96], 0, 400 * MS, 0);
        assertThat(measurement.observe(new Observation.Sound(early))).isEqualTo(State.RUNNING);
        frameAt(measurement, 150, SeriesMeasurementTest::titleGone);
        assertThat(measurement.judge(200 * MS)).isEqualTo(State.ENDED);

        assertThat(measurement.values()).containsExactly(pause(100, 130), pause(130, 150));
    }

    @Test
    void beyondTheMostValuesTheRestIsUnknown() {
        Series many = new Series(new FrameIntervals());
        many.begin(0);
        for (int i = 1; i <= Series.MOST + 5; i++) {
            FrameUpdate update = new FrameUpdate(frame, List.of(new Rect(0, 0, 1, 1)), i * MS, i);
            many.observe(new Observation.Picture(update));
        }
        assertThat(many.knownTo()).isEqualTo((Series.MOST + 5) * MS);
        List<SeriesValue> values = many.until((Series.MOST + 5) * MS);

        assertThat(values).hasSize(Series.MOST + 1).startsWith(pause(0, 1));
        assertThat(values.get(Series.MOST))
                .isEqualTo(unknown(Series.MOST, Series.MOST + 5, "the series has more than 10000 values"));
    }
}
