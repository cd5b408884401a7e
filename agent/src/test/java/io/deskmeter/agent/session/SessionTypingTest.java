package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts and other input that takes time, or is refused, in virtual time. */
class SessionTypingTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private SessionFixture fixture;

    @BeforeEach
    void office() {
        fixture = new SessionFixture(folder);
        opens(fixture);
    }

    private static void opens(SessionFixture session) {
        session.desktop.onLaunch(
                app -> session.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
    }

    @Test
    void aRefusedTextIsNoLossOfTheDesktop() {
        fixture.refuseTexts();
        Operation type = SessionFixture.operation("type", new Step.Type("ł"), new Condition.Appears("saved"));
        fixture.workload("office/writer", OPEN, type).start(1).finish();
        assertThat(fixture.timing("type").outcome()).isEqualTo(Outcome.HARNESS_ERROR);
        assertThat(fixture.timing("type").detail()).contains("text not typed: its characters \"ł\" (U+0142)");
        assertThat(fixture.phases().toString()).doesNotContain("LOST");
    }

    /**
     * Reproducer: what the server says of Caps Lock 20 ms after the last key was never looked at, and the operation was
     * ok. In virtual time: the key leaves at 4800 ms, and is answered after 200 ms.
     */
    @Test
    void whatTheServerSaysOfCapsLockBeforeTheAnswerCounts() {
        for (Step typed :
                List.of(new Step.Type("ab"), new Step.Keys(List.of("b")), new Step.Keys(List.of("shift+b")))) {
            SessionFixture session = new SessionFixture(folder.resolve(String.valueOf(typed.hashCode())));
            opens(session);
            session.screen
                    .tellsCapsLockAt(ms(4820))
                    .onInput((screen, events) ->
                            screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 30, 5)));
            Operation type = SessionFixture.operation("type", typed, new Condition.Appears("saved"));
            session.workload("office/writer", OPEN, type).start(1).finish();

            assertThat(session.timing("type").firedAt()).isLessThan(4820 * MS);
            assertThat(session.timing("type").outcome()).as(typed.toString()).isEqualTo(Outcome.HARNESS_ERROR);
            assertThat(session.timing("type").detail()).contains("Caps Lock went on");
        }
    }

    /** Reproducer: the measured part looked back at what was typed in it alone, and the operation was ok. */
    @Test
    void whatTheServerSaysOfLettersBeforeTheMeasuredPartCounts() {
        fixture.screen
                .tellsCapsLockAt(ms(4820))
                .onInput((screen, events) ->
                        screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 30, 5)));
        Operation type = SessionFixture.operation(
                "type", List.of(new Step.Type("ab")), new Step.Keys(List.of("Return")), new Condition.Appears("saved"));
        fixture.workload("office/writer", OPEN, type).start(1).finish();

        assertThat(fixture.timing("type").firedAt()).isLessThan(4820 * MS);
        assertThat(fixture.timing("type").outcome()).isEqualTo(Outcome.HARNESS_ERROR);
        assertThat(fixture.timing("type").detail()).contains("Caps Lock went on");
    }

    private static final Condition CHANGES = new Condition.Changes(new Region.Whole(), 4, true);

    static Stream<Condition> changesByInput() {
        return Stream.of(
                CHANGES,
                new Condition.All(List.of(CHANGES, new Condition.Appears("saved"))),
                new Condition.Any(List.of(
                        new Condition.Appears("never"),
                        new Condition.All(List.of(CHANGES, new Condition.Any(List.of(CHANGES)))))));
    }

    /**
     * Reproducer: an application that paints before it is known that all keys have left had changed nothing, and the
     * await ended as a timeout; also where the change is one part of what is awaited.
     */
    @ParameterizedTest
    @MethodSource("changesByInput")
    void whatIsTypedIsAwaitedFromBeforeItsFirstKey(Condition condition) {
        fixture.screen
                .looksBackFor(ms(300))
                .onInput((screen, events) ->
                        screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5)));
        Operation type = SessionFixture.operation(
                "type",
                List.of(new Step.Type("ab"), new Step.Await(new Until(condition, Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("saved"));
        fixture.workload("office/writer", OPEN, type).start(1).finish();

        assertThat(fixture.timing("type").detail()).doesNotStartWith("before:");
    }

    /** Caps Lock does not change what a chord does. */
    @Test
    void chordsAreNotLookedBackAt() {
        fixture.screen
                .tellsCapsLockAt(ms(4820))
                .onInput((screen, events) ->
                        screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 30, 5)));
        Operation save = SessionFixture.operation(
                "save", new Step.Keys(List.of("ctrl+s", "F5", "1")), new Condition.Appears("saved"));
        fixture.workload("office/writer", OPEN, save).start(1).finish();

        assertThat(fixture.timing("save").outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void aRegionAroundALandmarkThatIsNotThereIsNoFaultOfTheHarness() {
        Operation save = SessionFixture.operation(
                "save",
                new Step.Keys(List.of("ctrl+s")),
                new Condition.Appears(
                        "saved",
                        new LandmarkOptions(new Region.Around("panel", 0, 0, 10, 10), OptionalDouble.empty(), false)));
        fixture.workload("office/writer", OPEN, save).start(1).finish();
        Operation click = SessionFixture.operation(
                "save", new Step.Click(new Step.Place.On("panel", 0, 0), 1, 1), new Condition.Appears("saved"));
        SessionFixture other = new SessionFixture(folder.resolve("b"));
        other.desktop.onLaunch(
                app -> other.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
        other.workload("office/writer", OPEN, click).start(1).finish();
        assertThat(fixture.timing("save").outcome())
                .isEqualTo(other.timing("save").outcome());
    }

    private SessionFixture paced(Optional<Duration> pace, Condition until) {
        SessionFixture typing = new SessionFixture(folder.resolve(pace.isPresent() ? "paced" : "plain"))
                .measures(MetricSource.FRAME_GAP.metric());
        typing.desktop.onLaunch(
                app -> typing.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
        int[] keys = {0};
        typing.screen.onInput((screen, events) -> {
            for (InputEvent event : events) {
                if (event instanceof InputEvent.Key key && key.down()) {
                    int at = keys[0]++;
                    screen.later(ms(50), frame -> {
                        frame.pixels()[40 * frame.width() + 2 * at] = 0xffffff;
                        frame.pixels()[40 * frame.width() + 2 * at + 1] = 0xffffff;
                        return new Rect(2 * at, 40, 2, 1);
                    });
                    if (key.keysym() == 'z') {
                        screen.later(ms(120), frame -> Mark.of("saved").paint(frame, 30, 5));
                    }
                }
            }
        });
        Operation type = SessionFixture.operation("type", new Step.Type("abcdefghiz", pace), until);
        return typing.workload("office/writer", OPEN, type).start(1).finish();
    }

    @Test
    void framesWhileATextIsTypedCount() {
        SessionFixture typing = paced(Optional.of(ms(200)), new Condition.Appears("saved"));
        double gap = typing.samples.stream()
                .filter(sample -> sample.operation().equals("type"))
                .mapToDouble(Sample::value)
                .max()
                .orElseThrow();
        assertThat(gap).isLessThanOrEqualTo(200.0);
    }

    @Test
    void aResponseToATextIsAsExactAsItsFrames() {
        Condition changes = new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 2);
        SessionFixture typing = paced(Optional.of(ms(200)), changes);
        Timing type = typing.timing("type");
        assertThat(type.resolutionNanos()).isLessThanOrEqualTo(200 * MS);
    }

    /**
     * The first character is the change; the user types for 1.8 s, sees for 0.5 s that it is still there, and thinks
     * then.
     */
    @Test
    void theThinkTimeFollowsTheLastCharacterHoweverEarlyTheAnswerWas() {
        Condition changes = new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 2);
        SessionFixture typing = new SessionFixture(folder.resolve("early"));
        opens(typing);
        typing.screen.onInput((screen, events) -> {
            if (events.contains(new InputEvent.Key('s', true))) {
                screen.later(ms(100), frame -> Mark.of("saved").paint(frame, 10, 20));
            } else {
                screen.later(ms(50), frame -> Mark.of("text").paint(frame, 20, 36));
            }
        });
        Operation type = SessionFixture.operation("type", new Step.Type("abcdefghiz", Optional.of(ms(200))), changes);
        Operation save =
                SessionFixture.operation("save", new Step.Keys(List.of("ctrl+s")), new Condition.Appears("saved"));
        typing.workload("office/writer", OPEN, type, save).start(1).finish();

        Timing early = typing.timing("type");
        assertThat(typing.outcomes()).containsExactly("open ok", "type ok", "save ok");
        assertThat(early.responseNanos()).isEqualTo(50 * MS);
        assertThat(early.detail()).isEqualTo("answered before the last input was sent");
        long typed = early.firedAt() + 1_800 * MS;
        assertThat(typing.timing("save").firedAt()).isEqualTo(typed + 500 * MS + 1_000 * MS);
        assertThat(typing.timing("save").lagNanos()).isZero();
    }

    private static final Rect PLACE = new Rect(30, 20, Mark.SIZE, Mark.SIZE);

    private static Rect shown(Frame frame) {
        return Mark.of("saved").paint(frame, PLACE.x(), PLACE.y());
    }

    private static Rect cleared(Frame frame) {
        return Mark.erase(frame, PLACE);
    }

    /**
     * Types 11 characters within 2 s. The screen shows something after the first one, and nothing else until the last
     * one was sent.
     */
    private Timing silent(Condition until, Consumer<ScriptedScreen> afterLast) {
        SessionFixture typing = new SessionFixture(folder.resolve("silent"));
        opens(typing);
        typing.screen.onInput((screen, events) -> {
            if (events.contains(new InputEvent.Key('a', true))) {
                screen.later(ms(110), SessionTypingTest::shown);
            } else if (events.contains(new InputEvent.Key('z', true))) {
                afterLast.accept(screen);
            }
        });
        Operation type = SessionFixture.operation("type", new Step.Type("abcdefghijz", Optional.of(ms(200))), until);
        typing.workload("office/writer", OPEN, type).start(1).finish();
        assertThat(typing.outcomes()).containsExactly("open ok", "type ok");
        return typing.timing("type");
    }

    /** Some servers send no frames while they take input. */
    @Test
    void silenceWhileATextIsTypedIsNoRest() {
        Condition settles = new Condition.Settles(new Region.Whole(), 4, ms(1_000));
        Timing type = silent(settles, screen -> screen.later(ms(300), SessionTypingTest::cleared));
        assertThat(type.responseNanos()).isEqualTo(2_300 * MS);
        assertThat(type.resolutionNanos()).isEqualTo(2_190 * MS);
        assertThat(type.detail()).isEqualTo("2.00 s of it are the pace of typing");
    }

    @Test
    void whatHasSettledBeforeTheLastInputAndStaysSoIsAnsweredThen() {
        Timing type = silent(new Condition.Settles(new Region.Whole(), 4, ms(1_000)), screen -> {});
        assertThat(type.responseNanos()).isEqualTo(110 * MS);
        assertThat(type.detail()).isEqualTo("answered before the last input was sent");
    }

    static Stream<Condition> trueAfterTheFirstCharacter() {
        Condition saved = new Condition.Appears("saved");
        Condition changes = new Condition.Changes(new Region.Whole(), 4);
        Condition settles = new Condition.Settles(new Region.Whole(), 4, ms(100));
        return Stream.of(
                saved,
                changes,
                new Condition.All(List.of(saved, changes)),
                new Condition.All(List.of(saved, settles)),
                new Condition.Any(List.of(saved, changes)));
    }

    @ParameterizedTest
    @MethodSource("trueAfterTheFirstCharacter")
    void anOldPictureIsNoAnswerIfTheFirstFramesAfterTheLastInputShowAnotherOne(Condition until) {
        Timing type = silent(until, screen -> {
            screen.later(ms(90), SessionTypingTest::cleared);
            screen.later(ms(150), SessionTypingTest::shown);
        });
        assertThat(type.responseNanos()).isEqualTo(2_150 * MS);
        assertThat(type.resolutionNanos()).isEqualTo(60 * MS);
        assertThat(type.detail()).isEqualTo("2.00 s of it are the pace of typing");
    }

    @ParameterizedTest
    @MethodSource("trueAfterTheFirstCharacter")
    void whatIsStillTrueAfterTheLastInputIsAnsweredBefore(Condition until) {
        Timing type = silent(until, screen -> {});
        assertThat(type.responseNanos()).isEqualTo(110 * MS);
        assertThat(type.detail()).isEqualTo("answered before the last input was sent");
    }

    @Test
    void whatVanishesBeforeTheLastInputHasToStayAway() {
        SessionFixture typing = new SessionFixture(folder.resolve("vanishes"));
        opens(typing);
        typing.screen.onInput((screen, events) -> {
            if (events.contains(new InputEvent.Key('a', true))) {
                screen.later(ms(110), frame -> Mark.erase(frame, SessionFixture.TITLE_PLACE));
            } else if (events.contains(new InputEvent.Key('z', true))) {
                screen.later(ms(90), frame -> Mark.of("title").paint(frame, 10, 5));
                screen.later(ms(700), frame -> Mark.erase(frame, SessionFixture.TITLE_PLACE));
            }
        });
        Operation type = SessionFixture.operation(
                "type", new Step.Type("abcdefghijz", Optional.of(ms(200))), new Condition.Vanishes("title"));
        typing.workload("office/writer", OPEN, type).start(1).finish();
        assertThat(typing.timing("type").responseNanos()).isEqualTo(2_700 * MS);
    }

    /** A drag is input that takes time, as a text is. */
    @Test
    void silenceDuringADragIsNoRest() {
        SessionFixture dragging = new SessionFixture(folder.resolve("drag"));
        opens(dragging);
        dragging.screen.onInput((screen, events) -> {
            for (InputEvent event : events) {
                if (event.equals(new InputEvent.Pointer(10, 10, 1))) {
                    screen.later(ms(50), SessionTypingTest::shown);
                } else if (event.equals(new InputEvent.Pointer(50, 40, 0))) {
                    screen.later(ms(300), SessionTypingTest::cleared);
                }
            }
        });
        Operation drag = SessionFixture.operation(
                "drag",
                new Step.Drag(new Step.Place.At(10, 10), new Step.Place.At(50, 40), ms(2_000)),
                new Condition.Settles(new Region.Whole(), 4, ms(500)));
        dragging.workload("office/writer", OPEN, drag).start(1).finish();
        assertThat(dragging.outcomes()).containsExactly("open ok", "drag ok");
        assertThat(dragging.timing("drag").responseNanos()).isBetween(2_299 * MS, 2_301 * MS);
    }

    @Test
    void theTimeLimitOfAPacedTextIsNotUpWhileItIsTyped() {
        List<String> outcomes = new ArrayList<>();
        for (boolean before : new boolean[] {false, true}) {
            SessionFixture typing = new SessionFixture(folder.resolve("long" + before));
            typing.desktop.onLaunch(app ->
                    typing.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
            typing.screen.onInput((screen, events) -> {
                if (events.contains(new InputEvent.Key('z', true))) {
                    screen.later(ms(120), frame -> Mark.of("saved").paint(frame, 30, 5));
                }
            });
            Step text = new Step.Type("a".repeat(before ? 400 : 60) + "z", Optional.of(ms(200)));
            Operation type = before
                    ? SessionFixture.operation(
                            "type", List.of(text), List.of(new Step.Keys(List.of("z"))), new Condition.Appears("saved"))
                    : SessionFixture.operation("type", text, new Condition.Appears("saved"));
            typing.workload("office/writer", OPEN, type).start(1).finish();
            outcomes.addAll(typing.outcomes());
        }
        assertThat(outcomes).containsExactly("open ok", "type ok", "open ok", "type ok");
    }
}
