package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.SteppedScroll.By;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A session drags and scrolls on a simulated probe program, in virtual time. */
@Tag("slow")
class SessionGestureTest {
    private static final int MOVES = 120;
    private static final Metric[] ALL = Stream.of(MetricSource.values())
            .filter(MetricSource::followsGestures)
            .map(MetricSource::metric)
            .toArray(Metric[]::new);
    private static final Condition AT_REST = new Condition.Settles(new Region.Whole(), 64, ms(1_000));
    private static final Operation OPEN = operation("open", new Step.Launch(), new Condition.Appears("object"));
    private static final Operation DRAG =
            operation("drag", new Step.SpiralDrag("object", 60, 240, Duration.ofSeconds(2)), AT_REST);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Operation operation(String id, Step step, Condition until) {
        return new Operation(
                id,
                Group.C,
                List.of(new Operation.Occurrence(List.of(), List.of(step), new Until(until, Duration.ofSeconds(20)))));
    }

    private SessionFixture on(SimulatedProbe probe, Operation gesture) {
        SessionFixture fixture = new SessionFixture(
                        folder,
                        SimulatedProbe.WIDTH,
                        SimulatedProbe.HEIGHT,
                        () -> new ObjectScreenMatcher(probe.signArea()))
                .measures(ALL)
                .workload("ue/probe", OPEN, gesture);
        fixture.desktop.onLaunch(app -> fixture.screen.later(ms(500), probe::paint));
        fixture.screen.onInput(probe::input);
        return fixture;
    }

    private static List<Sample> of(SessionFixture fixture, MetricSource source) {
        return fixture.samples.stream()
                .filter(sample -> sample.metric().equals(source.id()))
                .toList();
    }

    private static double value(SessionFixture fixture, MetricSource source) {
        List<Sample> samples = of(fixture, source);
        assertThat(samples).as(source.id()).hasSize(1);
        assertThat(samples.get(0).unknown()).as(source.id()).isEmpty();
        return samples.get(0).value();
    }

    private static int buttonsAtTheEnd(SessionFixture fixture) {
        return fixture.screen.sent().stream()
                .flatMap(sent -> sent.events().stream())
                .filter(InputEvent.Pointer.class::isInstance)
                .map(event -> ((InputEvent.Pointer) event).buttons())
                .reduce((before, after) -> after)
                .orElseThrow();
    }

    /** In the middle of the drag. */
    private static SessionFixture dragging(SessionFixture fixture, SimulatedProbe probe) {
        fixture.start(1);
        while (probe.moves() < 30) {
            fixture.pass(10);
        }
        return fixture;
    }

    @Test
    void eachMoveIsSeenAfterTheDelayOfTheDisplay() {
        SessionFixture fixture = on(new SimulatedProbe(false), DRAG).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag ok");
        assertThat(of(fixture, MetricSource.DRAG_LAG)).hasSize(MOVES).allSatisfy(sample -> {
            assertThat(sample.unknown()).isEmpty();
            assertThat(sample.value()).isCloseTo(40, within(0.1));
        });
        assertThat(value(fixture, MetricSource.DRAG_JITTER)).isLessThan(0.1);
        assertThat(value(fixture, MetricSource.DRAG_MOVES)).isEqualTo(100);
        assertThat(value(fixture, MetricSource.DRAG_PICK_UP)).isCloseTo(40, within(0.1));
        assertThat(value(fixture, MetricSource.DRAG_SETTLE)).isZero();
        assertThat(value(fixture, MetricSource.DRAG_FINAL_ERROR)).isLessThan(1);
        assertThat(value(fixture, MetricSource.DRAG_FREEZE)).isZero();
        assertThat(value(fixture, MetricSource.DRAG_ERROR))
                .as("40 ms at 240 px/s are 2 to 3 moves of 4 px")
                .isBetween(8.0, 13.0);
    }

    /** The slowest moves are those that no frame shows: each was awaited at least until the object was let go. */
    @Test
    void movesThatNoFrameShowsAreNoBetterThanTheTimeForWhichTheyWereAwaited() {
        SessionFixture fixture = on(new SimulatedProbe(false).shows(move -> move < 40), DRAG)
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag ok");
        List<Sample> unseen = of(fixture, MetricSource.DRAG_LAG).stream()
                .filter(sample -> !sample.isKnown())
                .toList();
        assertThat(unseen)
                .hasSizeGreaterThanOrEqualTo(MOVES - 42)
                .allSatisfy(sample ->
                        assertThat(sample.noBetterThan()).isGreaterThanOrEqualTo((sample.to() - sample.from()) / 1e6));
        assertThat(unseen.get(1).noBetterThan()).isGreaterThan(1_000);
    }

    @Test
    void thePathOfADragIsNotedForItsPicture() {
        SimulatedProbe probe = new SimulatedProbe(false).delayed(130).shows(move -> move < 4 || move % 2 == 0);
        SessionFixture fixture = on(probe, DRAG).start(1).finish();

        assertThat(fixture.gestures).hasSize(1);
        NotedGesture drag = fixture.gestures.get(0);
        assertThat(drag.moves()).hasSize(MOVES);
        assertThat(drag.moves().subList(0, MOVES - 1))
                .allSatisfy(move -> assertThat(move.lagMillis()).isBetween(129.0, 148.0));
        assertThat(drag.moves().get(MOVES - 1).lagMillis()).as("never shown").isNaN();
        assertThat(drag.isLate()).isTrue();
        assertThat(drag.seen()).hasSizeBetween(MOVES / 2, MOVES / 2 + 3);
        NotedGesture.Seen last = drag.seen().get(drag.seen().size() - 1);
        NotedGesture.Move target = drag.moves().get(MOVES - 1);
        assertThat(last.x()).isCloseTo(target.x(), within(4.5));
        assertThat(last.y()).isCloseTo(target.y(), within(4.5));
        assertThat(last.lagMillis()).isCloseTo(130, within(0.1));
        assertThat(drag.problem()).isEmpty();
        assertThat(drag.figures()).anySatisfy(figure -> assertThat(figure).startsWith("moves seen: 5"));
        assertThat(fixture.longestWaits.get(0))
                .as("of a move that was skipped, until the next one was shown")
                .isBetween(ms(145).toNanos(), ms(148).toNanos());
    }

    @Test
    void thePathOfAScrollingIsNotedForItsPicture() {
        Operation scroll = operation("scroll", new Step.SteppedScroll("object", By.KEYS, 10, 96, 960), AT_REST);
        SessionFixture fixture =
                on(new SimulatedProbe(true).delayed(70), scroll).start(1).finish();

        NotedGesture scrolled = fixture.gestures.get(0);
        assertThat(scrolled.isLate()).isFalse();
        assertThat(scrolled.width()).isZero();
        assertThat(scrolled.height()).isEqualTo(960);
        assertThat(fixture.longestWaits.get(0)).isEqualTo(ms(70).toNanos());
        assertThat(scrolled.moves()).hasSize(10);
        assertThat(scrolled.moves().get(9).y()).isCloseTo(960, within(1.0));
        assertThat(scrolled.seen())
                .hasSize(10)
                .allSatisfy(frame -> assertThat(frame.lagMillis()).isCloseTo(70, within(0.1)));
        assertThat(scrolled.figures()).contains("lag p50: 70.0 ms, p95: 70.0 ms", "steps seen: 10 of 10");
    }

    /** Frames that come between the inputs of a gesture bound its response, though none of them is it. */
    @Test
    void theResolutionOfAGestureIsThatOfItsLastFrames() {
        Operation scroll = operation("scroll", new Step.SteppedScroll("object", By.THUMB, 10, 96, 960), AT_REST);
        SessionFixture fixture =
                on(new SimulatedProbe(true).delayed(5), scroll).start(1).finish();

        var timing = fixture.timings.get(1);
        assertThat(timing.responseNanos()).isGreaterThan(ms(800).toNanos());
        assertThat(timing.resolutionNanos()).isBetween(0L, ms(150).toNanos());
    }

    @Test
    void movesAreSentByTheClockAndTheButtonIsReleased() {
        SessionFixture fixture = on(new SimulatedProbe(false), DRAG).start(1).finish();

        List<Long> pressed = fixture.screen.sent().stream()
                .filter(sent -> sent.events().size() == 1
                        && sent.events().get(0) instanceof InputEvent.Pointer pointer
                        && pointer.buttons() == 1)
                .map(sent -> sent.at())
                .toList();
        assertThat(pressed).hasSize(MOVES);
        double seconds = (pressed.get(MOVES - 1) - pressed.get(0)) / 1e9;
        assertThat(seconds).as("119 intervals of a 60th of a second").isCloseTo(119 / 60.0, within(1e-3));
        assertThat(buttonsAtTheEnd(fixture)).isZero();
    }

    @Test
    void skippedMovesAreLateAndCounted() {
        SimulatedProbe probe = new SimulatedProbe(false).shows(move -> move < 4 || move % 2 == 0);
        SessionFixture fixture = on(probe, DRAG).start(1).finish();

        assertThat(value(fixture, MetricSource.DRAG_MOVES)).isCloseTo(50, within(3.0));
        assertThat(value(fixture, MetricSource.DRAG_JITTER))
                .as("half of the lags are an interval longer")
                .isCloseTo(8.3, within(0.5));
    }

    @Test
    void aDisplayThatStandsStillFreezes() {
        SimulatedProbe probe = new SimulatedProbe(false).shows(move -> move < 30 || move > 70);
        SessionFixture fixture = on(probe, DRAG).start(1).finish();

        assertThat(value(fixture, MetricSource.DRAG_FREEZE))
                .as("about 41 of 126 intervals")
                .isBetween(28.0, 36.0);
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void eachStepOfScrollingIsSeen(By by) {
        Operation scroll = operation("scroll", new Step.SteppedScroll("object", by, 10, 96, 960), AT_REST);
        SessionFixture fixture =
                on(new SimulatedProbe(true).delayed(70), scroll).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "scroll ok");
        assertThat(of(fixture, MetricSource.SCROLL_LAG)).hasSize(10).allSatisfy(sample -> {
            assertThat(sample.unknown()).isEmpty();
            assertThat(sample.value()).isCloseTo(70, within(0.1));
        });
        assertThat(value(fixture, MetricSource.SCROLL_STEPS)).isEqualTo(100);
        assertThat(value(fixture, MetricSource.SCROLL_REVERSALS)).isZero();
        assertThat(value(fixture, MetricSource.SCROLL_FINAL_ERROR)).isLessThan(1);
        assertThat(of(fixture, MetricSource.DRAG_LAG)).isEmpty();
        assertThat(buttonsAtTheEnd(fixture)).isZero();
    }

    @Test
    void aPointerThatIsNotAbsoluteIsRefused() {
        SimulatedProbe probe = new SimulatedProbe(false).pointerScale(0.5);
        SessionFixture fixture = on(probe, DRAG).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag application-failed");
        assertThat(fixture.timing("drag").detail())
                .contains("the screen does not follow the pointer", "the object is at 124.0,96.0", "148,112");
        assertThat(fixture.samples).isEmpty();
        assertThat(buttonsAtTheEnd(fixture)).isZero();
    }

    @Test
    void aWindowOverTheStageIsRefused() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = on(probe, DRAG);
        fixture.desktop.onLaunch(app -> fixture.screen.later(ms(500), frame -> {
            Rect all = probe.paint(frame);
            frame.pixels()[609 * frame.width() + 969] = 0xffffff;
            return all;
        }));
        fixture.start(1).finish();

        assertThat(fixture.timing("drag").detail()).contains("#ffffff at 969,609 (expected: #909090");
    }

    @Test
    void theButtonIsReleasedWhenTheSessionIsStopped() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = dragging(on(probe, DRAG), probe);
        assertThat(buttonsAtTheEnd(fixture)).isEqualTo(1);

        fixture.session().stop(true, "enough");
        int sent = fixture.screen.sent().size();
        fixture.finish();

        assertThat(buttonsAtTheEnd(fixture)).isZero();
        assertThat(fixture.screen.sent().size() - sent)
                .as("nothing but the release")
                .isLessThanOrEqualTo(1);
        assertThat(fixture.outcomes()).containsExactly("open ok", "drag skipped");
    }

    /**
     * Also if it ends by itself, without an error, and if the gesture is the last operation: what lies below must not
     * be dragged.
     */
    @ParameterizedTest
    @CsvSource({"137, true", "0, true", "137, false", "0, false"})
    void theButtonIsReleasedWhenTheApplicationEnds(int exitCode, boolean anotherFollows) {
        SimulatedProbe probe = new SimulatedProbe(false);
        Operation close = operation("close", new Step.Keys(List.of("q")), new Condition.Vanishes("object"));
        SessionFixture fixture = new SessionFixture(
                        folder,
                        SimulatedProbe.WIDTH,
                        SimulatedProbe.HEIGHT,
                        () -> new ObjectScreenMatcher(probe.signArea()))
                .measures(ALL)
                .workload(
                        "ue/probe",
                        anotherFollows ? new Operation[] {OPEN, DRAG, close} : new Operation[] {OPEN, DRAG});
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), probe::paint);
            var unused = fixture.time.schedule(() -> app.exit(exitCode), 3_000, TimeUnit.MILLISECONDS);
        });
        fixture.screen.onInput(probe::input);
        fixture.start(1).finish();

        assertThat(probe.moves()).as("in the middle of the drag").isBetween(5, MOVES - 5);
        assertThat(fixture.outcomes()).startsWith("open ok", "drag application-failed");
        assertThat(fixture.timing("drag").detail()).contains("the application exited with " + exitCode);
        assertThat(buttonsAtTheEnd(fixture)).isZero();
        assertThat(fixture.samples).isEmpty();
    }

    @Test
    void theButtonIsReleasedAtOnceWhenTheMachineFails() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = on(probe, DRAG);
        fixture.screen.onInput((screen, events) -> {
            if (probe.moves() == 40 && isPressed(events)) {
                throw new NoClassDefFoundError("no memory for a class");
            }
            probe.input(screen, events);
        });
        dragging(fixture, probe);
        fixture.pass(1_000);

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag harness-error");
        assertThat(fixture.timing("drag").detail()).contains("NoClassDefFoundError");
        assertThat(buttonsAtTheEnd(fixture)).isZero();
        fixture.finish();
        assertThat(fixture.samples).isEmpty();
    }

    private static boolean isPressed(List<InputEvent> events) {
        return events.stream().anyMatch(event -> event instanceof InputEvent.Pointer at && at.buttons() != 0);
    }

    @Test
    void aLockedSessionIsRefused() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = on(probe, DRAG);
        fixture.screen.onInput((screen, events) -> {});
        fixture.start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag application-failed");
        assertThat(fixture.timing("drag").detail())
                .contains("the screen does not follow the pointer", "is the mouse absolute, and the session unlocked?");
        assertThat(fixture.samples).isEmpty();
        assertThat(buttonsAtTheEnd(fixture)).isZero();
    }

    /** What was seen until then tells nothing of the rest, and no move that was not seen counts as a good one. */
    @Test
    void aSessionThatIsLockedInMidDragIsUnknown() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = on(probe, DRAG);
        fixture.screen.onInput((screen, events) -> {
            if (probe.moves() < 40) {
                probe.input(screen, events);
            } else {
                screen.later(ms(40), SessionGestureTest::lock);
            }
        });
        dragging(fixture, probe).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag ok");
        assertThat(of(fixture, MetricSource.DRAG_LAG))
                .hasSize(MOVES)
                .allSatisfy(sample -> assertThat(sample.unknown()).contains("the object was not found for"));
        assertThat(buttonsAtTheEnd(fixture)).isZero();
    }

    private static Rect lock(Frame frame) {
        Arrays.fill(frame.pixels(), 0x203040 + (frame.pixels()[0] == 0x203040 ? 1 : 0));
        return frame.bounds();
    }

    @Test
    void anObjectThatIsNotThereIsOneOutcome() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = on(probe, DRAG);
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), probe::paint);
            fixture.screen.later(ms(1_200), SessionGestureTest::lock);
        });
        fixture.start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag application-failed");
        assertThat(fixture.timing("drag").detail())
                .contains("gesture: object is not on the screen (expected: visible before the gesture");
        assertThat(fixture.screen.sent())
                .as("no input into what is there instead")
                .isEmpty();
    }

    @Test
    void theButtonIsReleasedWhenTheOperationTimesOut() {
        SimulatedProbe probe = new SimulatedProbe(false);
        Operation endless = new Operation(
                "drag",
                Group.C,
                List.of(new Operation.Occurrence(
                        List.of(),
                        List.of(new Step.SpiralDrag("object", 60, 240, Duration.ofSeconds(20))),
                        new Until(AT_REST, Duration.ofSeconds(3)))));
        SessionFixture fixture = on(probe, endless).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag timeout");
        assertThat(probe.moves()).isLessThan(200);
        assertThat(buttonsAtTheEnd(fixture)).isZero();
        assertThat(fixture.samples).isEmpty();
    }

    @Test
    void aLostScreenEndsTheDragWithOneOutcome() {
        SimulatedProbe probe = new SimulatedProbe(false);
        SessionFixture fixture = dragging(on(probe, DRAG), probe);
        fixture.screen.lose("line cut");
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "drag desktop-lost");
    }
}
