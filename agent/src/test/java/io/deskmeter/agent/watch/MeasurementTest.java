package io.deskmeter.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.watch.Measurement.State;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each condition, with frames before and after the input. Times are plain nanoseconds. */
class MeasurementTest {
    private static final Region TOP = new Region.Band(Region.Edge.TOP, 20);
    private static final Region BOTTOM = new Region.Band(Region.Edge.BOTTOM, 20);
    private static final Condition APPEARS = new Condition.Appears("title");

    private final Frame frame = new Frame(80, 60);
    private final MarkScreenMatcher screenMatcher = new MarkScreenMatcher();
    private long sequence;

    MeasurementTest() {
        screenMatcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, ++sequence));
    }

    private Measurement arm(Condition condition) {
        return new Measurement(WatchFactory.arm(condition, screenMatcher), screenMatcher, 1000);
    }

    private void frameAt(Measurement measurement, long at, Function<Frame, Rect> painter) {
        FrameUpdate update = new FrameUpdate(frame, List.of(painter.apply(frame)), at, ++sequence);
        screenMatcher.see(update);
        measurement.frame(update);
    }

    private static Rect title(Frame frame) {
        return Mark.of("title").paint(frame, 4, 2);
    }

    private static Rect titleGone(Frame frame) {
        return Mark.erase(frame, new Rect(4, 2, Mark.SIZE, Mark.SIZE));
    }

    /** Paints this number of pixels at the bottom. */
    private static Function<Frame, Rect> bottom(int count, int colour) {
        return frame -> {
            for (int x = 0; x < count; x++) {
                frame.pixels()[55 * frame.width() + x] = colour;
            }
            return new Rect(0, 55, count, 1);
        };
    }

    @Test
    void appears() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        frameAt(m, 130, bottom(3, 1));
        assertThat(m.judge(130)).isEqualTo(State.RUNNING);
        frameAt(m, 170, MeasurementTest::title);

        assertThat(m.judge(170)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(130, 170, 170));
    }

    /**
     * Both frames are processed before the screen reports the time of the input; the second one arrived after the
     * input.
     */
    @Test
    void aConditionThatWasTrueAtTheInputIsNotSatisfiedByTheNextFrame() {
        Measurement m = arm(APPEARS);
        frameAt(m, 90, MeasurementTest::title);
        frameAt(m, 130, bottom(3, 1));
        m.fired(100);

        assertThat(m.heldBeforeInput()).isTrue();
    }

    @Test
    void aTemporaryLandmarkBeforeTheInputDoesNotCount() {
        Measurement m = arm(APPEARS);
        frameAt(m, 80, MeasurementTest::title);
        frameAt(m, 90, MeasurementTest::titleGone);
        m.fired(100);

        assertThat(m.heldBeforeInput()).isFalse();
        frameAt(m, 150, MeasurementTest::title);
        assertThat(m.answer()).isEqualTo(new WatchResult(100, 150, 150));
    }

    @Test
    void settlesIsNotSatisfiedWhileInputIsPending() {
        Measurement m = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        m.moreInputFollows();
        m.fired(100);
        frameAt(m, 120, bottom(1, 1));
        assertThat(m.judge(200)).isEqualTo(State.RUNNING);
        assertThat(m.nextLookAt())
                .as("nothing to look for before the last input")
                .isEqualTo(1100);
        m.allInputSent(300);
        frameAt(m, 400, bottom(2, 2));
        assertThat(m.answer()).isEqualTo(new WatchResult(100, 120, 350));
    }

    /** A server may send no frames while it takes input. */
    @Test
    void settlesWaitsForItsQuietTimeAfterTheLastInput() {
        Measurement m = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        m.moreInputFollows();
        m.fired(100);
        frameAt(m, 120, bottom(1, 1));
        m.allInputSent(300);
        assertThat(m.judge(349)).isEqualTo(State.RUNNING);
        assertThat(m.nextLookAt()).isEqualTo(350);
        assertThat(m.likelyShownAt()).isEqualTo(120);
        frameAt(m, 349, bottom(2, 2));
        assertThat(m.judge(398)).isEqualTo(State.RUNNING);

        assertThat(m.judge(399)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(120, 349, 399));
    }

    @Test
    void whatWasTrueBeforeTheLastInputHasToBeTrueForAWhileAfterIt() {
        Measurement stays = arm(APPEARS);
        stays.moreInputFollows();
        stays.fired(100);
        frameAt(stays, 120, MeasurementTest::title);
        stays.allInputSent(300);
        long knownAt = 300 + FrameWatch.HELD_NANOS;
        assertThat(stays.judge(knownAt - 1))
                .as("it is not up, though the time limit is")
                .isEqualTo(State.RUNNING);
        assertThat(stays.nextLookAt()).isEqualTo(knownAt);
        assertThat(stays.judge(knownAt)).isEqualTo(State.SHOWN);
        assertThat(stays.answer()).isEqualTo(new WatchResult(100, 120, knownAt));

        frameAt(stays, 400, MeasurementTest::titleGone);
        Measurement goes = arm(APPEARS);
        goes.moreInputFollows();
        goes.fired(500);
        frameAt(goes, 520, MeasurementTest::title);
        goes.allInputSent(700);
        frameAt(goes, 710, MeasurementTest::titleGone);
        assertThat(goes.judge(711)).isEqualTo(State.RUNNING);
        frameAt(goes, 790, MeasurementTest::title);
        assertThat(goes.judge(790)).isEqualTo(State.SHOWN);
        assertThat(goes.answer()).isEqualTo(new WatchResult(710, 790, 790));
    }

    /**
     * Which of its parts was first is known only when it is known whether the one that was true before the last input
     * still is.
     */
    @Test
    void anyWaitsForAPartThatWasTrueBeforeTheLastInput() {
        Condition any = new Condition.Any(List.of(APPEARS, new Condition.Changes(BOTTOM, 4)));
        Measurement m = arm(any);
        m.moreInputFollows();
        m.fired(100);
        frameAt(m, 120, MeasurementTest::title);
        m.allInputSent(300);
        frameAt(m, 310, bottom(4, 1));
        assertThat(m.judge(311)).isEqualTo(State.RUNNING);
        long knownAt = 300 + FrameWatch.HELD_NANOS;
        assertThat(m.nextLookAt()).isEqualTo(knownAt);
        assertThat(m.judge(knownAt)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(100, 120, knownAt));

        frameAt(m, 320, frame -> titleGone(frame).union(bottom(4, 2).apply(frame)));
        Measurement goes = arm(any);
        goes.moreInputFollows();
        goes.fired(500);
        frameAt(goes, 520, MeasurementTest::title);
        goes.allInputSent(700);
        frameAt(goes, 710, bottom(4, 3));
        frameAt(goes, 720, MeasurementTest::titleGone);
        assertThat(goes.judge(721)).isEqualTo(State.SHOWN);
        assertThat(goes.answer()).isEqualTo(new WatchResult(520, 710, 710));
    }

    @Test
    void vanishes() {
        frameAt(arm(APPEARS), 1, MeasurementTest::title);
        Measurement m = arm(new Condition.Vanishes("title"));
        assertThat(m.holdsAlready()).isFalse();
        m.fired(100);
        frameAt(m, 170, MeasurementTest::titleGone);

        assertThat(m.answer()).isEqualTo(new WatchResult(100, 170, 170));
    }

    @Test
    void changesCountsPixelsSinceTheArming() {
        Measurement m = arm(new Condition.Changes(BOTTOM, 4));
        m.fired(100);
        frameAt(m, 120, MeasurementTest::title);
        frameAt(m, 130, bottom(3, 7));
        assertThat(m.judge(130)).isEqualTo(State.RUNNING);
        frameAt(m, 140, bottom(4, 8));

        assertThat(m.answer()).isEqualTo(new WatchResult(130, 140, 140));
    }

    @Test
    void changesIgnoresRevertedPixels() {
        Measurement m = arm(new Condition.Changes(BOTTOM, 1));
        m.fired(100);
        frameAt(m, 130, bottom(3, 0));

        assertThat(m.judge(140)).isEqualTo(State.RUNNING);
    }

    @Test
    void changesAroundTheLastPlaceOfALandmark() {
        Condition around = new Condition.Changes(new Region.Around("title", 0, 30, 0, 40), 1);
        assertThatThrownBy(() -> arm(around))
                .isInstanceOf(UnusableScreenException.class)
                .hasMessageContaining("title has not been on the screen yet");
        frameAt(arm(APPEARS), 1, MeasurementTest::title);
        Measurement m = arm(around);
        assertThat(m.places()).containsExactly(new Rect(4, 2, Mark.SIZE + 40, Mark.SIZE + 30));
        m.fired(100);
        frameAt(m, 150, bottom(10, 5));
        assertThat(m.judge(150)).isEqualTo(State.RUNNING);
        frameAt(m, 160, MeasurementTest::titleGone);
        assertThat(m.judge(160)).isEqualTo(State.SHOWN);
    }

    @Test
    void aRegionBesideALandmarkAndOneWithoutPixels() {
        frameAt(arm(APPEARS), 1, MeasurementTest::title);
        Measurement beside = arm(new Condition.Changes(new Region.Around("title", 0, 2, -Mark.SIZE, Mark.SIZE + 3), 1));
        assertThat(beside.places()).containsExactly(new Rect(4 + Mark.SIZE, 2, Mark.SIZE + 3, Mark.SIZE + 2));
        Condition nothing = new Condition.Changes(new Region.Around("title", 0, 0, -Mark.SIZE, 0), 1);
        assertThatThrownBy(() -> arm(nothing))
                .isInstanceOf(UnusableScreenException.class)
                .hasMessageContaining("has no pixel on the screen");
    }

    @Test
    void settlesReturnsTheLastChangeAfterTheQuietTime() {
        Measurement m = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        m.fired(100);
        assertThat(m.nextLookAt()).isEqualTo(1100);
        frameAt(m, 120, bottom(1, 1));
        frameAt(m, 150, bottom(2, 2));
        frameAt(m, 155, MeasurementTest::title);
        assertThat(m.judge(199)).isEqualTo(State.RUNNING);
        assertThat(m.nextLookAt()).isEqualTo(200);

        assertThat(m.judge(200)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(120, 150, 200));
    }

    @Test
    void aPartThatNeverRestsIsNamedAndDoesNotCountIfItIsExcepted() {
        Measurement clock = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        clock.fired(100);
        for (int at = 110; at <= 1110; at += 40) {
            frameAt(clock, at, bottom(1, at));
        }
        assertThat(clock.judge(1110)).isEqualTo(State.EXPIRED);
        Rect place = clock.moving().get(0);
        assertThat(clock.moving()).hasSize(1);
        assertThat(clock.describe())
                .contains(" is not stable: " + place + " keeps changing")
                .contains("except: [" + place + "]");

        Condition excepted = new Condition.Settles(
                BOTTOM,
                1,
                Duration.ofNanos(50),
                List.of(new ScreenRect(place.x(), place.y(), place.width(), place.height())));
        Measurement rest = new Measurement(WatchFactory.await(excepted, screenMatcher, 2000), screenMatcher, 1000);
        rest.fired(2000);
        for (int at = 2010; at <= 2090; at += 40) {
            frameAt(rest, at, bottom(1, at));
        }
        assertThat(rest.judge(2090)).isEqualTo(State.SHOWN);
    }

    @Test
    void settlesIsSatisfiedEvenIfNotEvaluatedBeforeTheNextChange() {
        Measurement m = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        m.fired(100);
        frameAt(m, 120, bottom(1, 1));
        frameAt(m, 300, bottom(2, 2));

        assertThat(m.answer()).isEqualTo(new WatchResult(100, 120, 170));
    }

    @Test
    void settlesNeedsAChangeUnlessItIsOnlyAwaited() {
        Condition quiet = new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50));
        Measurement measured = arm(quiet);
        measured.fired(100);
        assertThat(measured.judge(900)).isEqualTo(State.RUNNING);
        assertThat(measured.judge(1100)).isEqualTo(State.EXPIRED);

        Measurement awaited = new Measurement(WatchFactory.await(quiet, screenMatcher, 100), screenMatcher, 1000);
        awaited.fired(100);
        assertThat(awaited.judge(149)).isEqualTo(State.RUNNING);
        assertThat(awaited.judge(150)).isEqualTo(State.SHOWN);
    }

    @Test
    void settlesMayBecomeCertainAfterTheTimeLimitButMustChangeBefore() {
        Condition quiet = new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50));
        Measurement inTime = arm(quiet);
        inTime.fired(100);
        frameAt(inTime, 1090, bottom(1, 1));
        assertThat(inTime.judge(1100)).isEqualTo(State.RUNNING);
        assertThat(inTime.judge(1140)).isEqualTo(State.SHOWN);

        Measurement late = arm(quiet);
        late.fired(2000);
        frameAt(late, 2990, bottom(1, 2));
        frameAt(late, 3010, bottom(1, 3));
        assertThat(late.judge(3010)).isEqualTo(State.EXPIRED);
    }

    @Test
    void allReturnsTheLatestOfItsParts() {
        Measurement m = arm(new Condition.All(List.of(APPEARS, new Condition.Changes(BOTTOM, 1))));
        m.fired(100);
        frameAt(m, 120, MeasurementTest::title);
        assertThat(m.judge(120)).isEqualTo(State.RUNNING);
        frameAt(m, 150, bottom(1, 1));

        assertThat(m.answer()).isEqualTo(new WatchResult(120, 150, 150));
    }

    @Test
    void allNeedsItsPartsInTheSameFrame() {
        Measurement m = arm(new Condition.All(List.of(APPEARS, new Condition.Changes(BOTTOM, 1))));
        m.fired(100);
        frameAt(m, 120, MeasurementTest::title);
        frameAt(m, 130, MeasurementTest::titleGone);
        frameAt(m, 150, bottom(1, 1));
        assertThat(m.judge(150)).isEqualTo(State.RUNNING);
        frameAt(m, 160, MeasurementTest::title);

        assertThat(m.answer()).isEqualTo(new WatchResult(150, 160, 160));
    }

    @Test
    void allWithSettlesWaitsForTheQuietTimeAndReturnsTheLatestFrame() {
        Measurement m =
                arm(new Condition.All(List.of(APPEARS, new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)))));
        m.fired(100);
        frameAt(m, 110, bottom(1, 1));
        assertThat(m.nextLookAt()).isEqualTo(1100);
        frameAt(m, 130, MeasurementTest::title);
        assertThat(m.nextLookAt()).isEqualTo(160);

        assertThat(m.judge(160)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(110, 130, 160));
    }

    @Test
    void anyReturnsTheFirst() {
        Measurement m = arm(new Condition.Any(List.of(APPEARS, new Condition.Changes(TOP, 100))));
        m.fired(100);
        frameAt(m, 120, bottom(1, 1));
        frameAt(m, 130, MeasurementTest::title);

        assertThat(m.answer()).isEqualTo(new WatchResult(120, 130, 130));
    }

    @Test
    void aFrameFromBeforeTheInputNeverEndsAnOperationAndArmsTheCondition() {
        Measurement m = arm(new Condition.Changes(BOTTOM, 1));
        frameAt(m, 95, bottom(5, 1));
        m.fired(100);
        assertThat(m.judge(100)).isEqualTo(State.RUNNING);
        frameAt(m, 99, bottom(6, 2));
        frameAt(m, 120, MeasurementTest::title);
        assertThat(m.judge(120)).isEqualTo(State.RUNNING);
        frameAt(m, 130, bottom(1, 9));

        assertThat(m.answer()).isEqualTo(new WatchResult(120, 130, 130));
    }

    @Test
    void aFrameThatIsProcessedBeforeTheInputIsReportedStillCounts() {
        Measurement m = arm(APPEARS);
        frameAt(m, 130, MeasurementTest::title);
        assertThat(m.judge(140)).isEqualTo(State.RUNNING);
        m.fired(100);

        assertThat(m.judge(140)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(100, 130, 130));
    }

    @Test
    void onlyTheFirstEventStartsTheClock() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        m.fired(400);

        assertThat(m.firedAt()).isEqualTo(100);
    }

    @Test
    void aFrameAfterTheTimeLimitDoesNotCount() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        frameAt(m, 1101, MeasurementTest::title);

        assertThat(m.judge(1101)).isEqualTo(State.EXPIRED);
        assertThat(m.answer()).isNull();
    }

    @Test
    void aFrameAtTheTimeLimitCounts() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        frameAt(m, 1100, MeasurementTest::title);

        assertThat(m.judge(5000)).isEqualTo(State.SHOWN);
    }

    @Test
    void aProbeThatFoundNothingChangedMovesTheBeginningOfTheIntervalUpToItsSending() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        m.unchangedUntil(150);
        m.unchangedUntil(200);
        frameAt(m, 230, MeasurementTest::title);

        assertThat(m.answer()).isEqualTo(new WatchResult(200, 230, 230));
    }

    @Test
    void aFrameAfterTheProbeIsTheLaterBeginning() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        m.unchangedUntil(150);
        frameAt(m, 170, bottom(3, 1));
        frameAt(m, 190, MeasurementTest::title);

        assertThat(m.answer()).isEqualTo(new WatchResult(170, 190, 190));
    }

    @Test
    void aProbeAfterTheAnswerChangesNothing() {
        Measurement m = arm(APPEARS);
        m.fired(100);
        frameAt(m, 130, MeasurementTest::title);
        m.unchangedUntil(150);
        frameAt(m, 170, bottom(3, 1));

        assertThat(m.answer()).isEqualTo(new WatchResult(100, 130, 130));
    }

    @Test
    void aProbeFromBeforeTheInputSaysNothingOfItsAnswer() {
        Measurement m = arm(APPEARS);
        m.unchangedUntil(80);
        m.fired(100);
        m.unchangedUntil(99);
        frameAt(m, 130, MeasurementTest::title);

        assertThat(m.answer()).isEqualTo(new WatchResult(100, 130, 130));
    }

    @Test
    void theLastChangeOfARegionThatSettlesBeginsWithTheProbeBeforeIt() {
        Measurement m = arm(new Condition.Settles(BOTTOM, 1, Duration.ofNanos(50)));
        m.fired(100);
        m.unchangedUntil(150);
        frameAt(m, 180, bottom(1, 1));
        m.unchangedUntil(200);

        assertThat(m.judge(230)).isEqualTo(State.SHOWN);
        assertThat(m.answer()).isEqualTo(new WatchResult(150, 180, 230));
    }

    @Test
    void thePausesBetweenFramesBeginWithTheInputAndDoNotEndWithTheAnswer() {
        Measurement m = arm(APPEARS);
        frameAt(m, 90, bottom(3, 1));
        m.fired(100);
        frameAt(m, 130, MeasurementTest::title);
        frameAt(m, 170, bottom(3, 2));

        assertThat(m.judge(170)).isEqualTo(State.SHOWN);
        assertThat(m.intervals().until(170))
                .extracting(SeriesValue::from, SeriesValue::to)
                .containsExactly(tuple(100L, 130L), tuple(130L, 170L));
    }

    @Test
    void aWindowThatComesWhileTheInputIsSentIsNoPartOfThePictureBeforeIt() {
        for (Condition condition :
                List.of(new Condition.Changes(BOTTOM, 4), new Condition.Settles(BOTTOM, 4, Duration.ofNanos(50)))) {
            frameAt(arm(condition), 0, bottom(20, 0));
            Measurement m = arm(condition);
            m.windowCame();
            frameAt(m, 90, bottom(20, 0xffffff));
            Frame shown = screenMatcher.frame().copy();
            m.fired(100);
            frameAt(m, 200, bottom(20, 0));
            m.windowGone(new GoneWindow(shown, shown, 90, 200, new Rect(0, 55, 20, 1), false));
            assertThat(m.judge(300)).as("%s", condition).isEqualTo(State.RUNNING);
            frameAt(m, 400, bottom(8, 0xff));
            m.judge(500);
            assertThat(m.answer())
                    .isEqualTo(new WatchResult(200, 400, condition instanceof Condition.Changes ? 400 : 450));
        }
    }

    @Test
    void aWindowThatHasGoneBeforeTheInputWasSentIsForgotten() {
        Measurement m = arm(new Condition.Changes(BOTTOM, 4));
        m.windowCame();
        frameAt(m, 80, bottom(20, 0xffffff));
        Frame shown = screenMatcher.frame().copy();
        frameAt(m, 90, bottom(20, 0x1));
        m.windowGone(new GoneWindow(shown, shown, 80, 90, new Rect(0, 55, 20, 1), false));
        m.fired(100);
        assertThat(m.judge(300)).isEqualTo(State.RUNNING);
        frameAt(m, 400, bottom(8, 0xff));
        assertThat(m.answer()).isEqualTo(new WatchResult(100, 400, 400));
    }
}
