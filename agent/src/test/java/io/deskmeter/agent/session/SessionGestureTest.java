package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.measure.Sample;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Condition;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.MetricSource;
import io.deskmeter.workload.Operation;
import io.deskmeter.workload.Region;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Step.SteppedScroll.By;
import io.deskmeter.workload.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A session drags and scrolls on a simulated probe program, in virtual time. */
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
        Operation scroll = operation("scroll", new Step.SteppedScroll("object", by, 10, 960), AT_REST);
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

    @Test
    void theButtonIsReleasedWhenTheApplicationEnds() {
        SimulatedProbe probe = new SimulatedProbe(false);
        Operation close = operation("close", new Step.Keys(List.of("q")), new Condition.Vanishes("object"));
        SessionFixture fixture = new SessionFixture(
                        folder,
                        SimulatedProbe.WIDTH,
                        SimulatedProbe.HEIGHT,
                        () -> new ObjectScreenMatcher(probe.signArea()))
                .measures(ALL)
                .workload("ue/probe", OPEN, DRAG, close);
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), probe::paint);
            var unused = fixture.time.schedule(() -> app.exit(137), 3_000, java.util.concurrent.TimeUnit.MILLISECONDS);
        });
        fixture.screen.onInput(probe::input);
        fixture.start(1).finish();

        assertThat(probe.moves()).as("in the middle of the drag").isBetween(5, MOVES - 5);
        assertThat(fixture.outcomes()).startsWith("open ok", "drag application-failed");
        assertThat(buttonsAtTheEnd(fixture)).isZero();
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
