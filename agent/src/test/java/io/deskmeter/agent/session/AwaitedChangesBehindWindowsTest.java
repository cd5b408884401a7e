package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changes of the screen that are awaited after input, before the measured part, where windows come that handlers
 * dismiss; in virtual time.
 */
class AwaitedChangesBehindWindowsTest {
    private static final long MS = 1_000_000;
    private static final Condition CHANGES = new Condition.Changes(new Region.Whole(), 4);
    private static final Step ENTER = new Step.Keys(List.of("Return"));
    private static final Step LOOK = new Step.Keys(List.of("F5"));
    private static final int RETURN = 0xff0d;
    private static final int F5 = 0xffc2;
    private static final int F9 = 0xffc6;
    private static final Rect WINDOW = new Rect(40, 20, Mark.SIZE, Mark.SIZE);
    private static final Rect BODY = WINDOW.grow(2, 2, 2, 2);

    @TempDir
    Path folder;

    private SessionFixture fixture;

    /** When the first key left that has the reaction, and Return. */
    private long typedAt = -1;

    private long enterAt = -1;

    /** How often a window has been answered. */
    private int answers;

    @BeforeEach
    void office() {
        fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.looksBackFor(ms(300));
    }

    interface Reaction {
        void to(ScriptedScreen screen);
    }

    private static boolean is(List<InputEvent> events, int key) {
        return events.contains(new InputEvent.Key(key, true));
    }

    private static Handler handler(int atMost) {
        return new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), atMost);
    }

    /** Return is answered after 3 s. */
    private void reacts(char first, Reaction toFirst, Reaction toF5, Reaction toF9) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, RETURN)) {
                enterAt = fixture.time.nanoTime();
                screen.later(ms(3_000), frame -> Mark.of("done").paint(frame, 30, 34));
            } else if (is(events, F9)) {
                answers++;
                toF9.to(screen);
            } else if (is(events, F5)) {
                typedAt = fixture.time.nanoTime();
                toF5.to(screen);
            } else if (is(events, first)) {
                typedAt = fixture.time.nanoTime();
                toFirst.to(screen);
            }
        });
    }

    /** The first key of a text has a reaction, and F9 ends the window within 100 ms. */
    private void reacts(Reaction toText) {
        reacts('a', toText, screen -> {}, AwaitedChangesBehindWindowsTest::allGoes);
    }

    private static void allGoes(ScriptedScreen screen) {
        screen.later(ms(100), frame -> Mark.erase(frame, BODY));
    }

    private static Rect window(Frame frame) {
        return Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y());
    }

    private static Rect body(Frame frame) {
        for (int y = BODY.y(); y < BODY.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * frame.width() + BODY.x(), y * frame.width() + BODY.right(), 0x808080);
        }
        return BODY;
    }

    private static Rect saved(Frame frame) {
        return Mark.of("saved").paint(frame, 10, 34);
    }

    private Timing run(Condition awaited, Condition until, Step... before) {
        List<Step> steps = new ArrayList<>(Arrays.asList(before));
        steps.add(new Step.Await(new Until(awaited, Duration.ofSeconds(5))));
        Operation enter = SessionFixture.operation("enter", steps, ENTER, until);
        fixture.workload("office/writer", OPEN, enter).start(1).finish();
        return fixture.timing("enter");
    }

    private void isAnswered() {
        assertThat(fixture.timing("enter").detail()).doesNotStartWith("before:");
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /**
     * A window goes by itself, and another one comes with the next frame, which is there before anything else is done.
     */
    @Test
    void aWindowThatComesRightAfterAnotherOneHasGoneIsNoTimeout() {
        reacts(screen -> {
            screen.later(ms(50), AwaitedChangesBehindWindowsTest::saved);
            screen.later(ms(100), frame -> Mark.of("splash").paint(frame, 24, 5));
            screen.later(ms(200), frame -> Mark.erase(frame, new Rect(24, 5, Mark.SIZE, Mark.SIZE)));
            screen.later(ms(200), AwaitedChangesBehindWindowsTest::window);
        });
        Handler splash = new Handler(new Condition.Appears("splash"), List.of(LOOK), 3);
        fixture.handles(splash, handler(3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        isAnswered();
    }

    /** The same while the next step waits until no window is open. */
    @Test
    void aWindowThatComesRightAfterAnotherOneHasBeenDismissedIsNoTimeout() {
        reacts(
                'a',
                screen -> screen.later(ms(100), frame -> Mark.of("splash").paint(frame, 24, 5)),
                screen -> {
                    screen.later(ms(100), frame -> Mark.erase(frame, new Rect(24, 5, Mark.SIZE, Mark.SIZE)));
                    screen.later(ms(100), AwaitedChangesBehindWindowsTest::window);
                    screen.later(ms(1_500), AwaitedChangesBehindWindowsTest::saved);
                },
                AwaitedChangesBehindWindowsTest::allGoes);
        Handler splash = new Handler(new Condition.Appears("splash"), List.of(LOOK), 3);
        fixture.handles(splash, handler(3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        isAnswered();
    }

    /** The answer is there for 750 ms while a text is typed for 1.8 s, and no window comes. */
    @Test
    void anAnswerThatIsGoneAgainCountsWhereAWindowMightHaveCome() {
        reacts(screen -> {
            screen.later(ms(50), AwaitedChangesBehindWindowsTest::saved);
            screen.later(ms(800), frame -> Mark.erase(frame, new Rect(10, 34, Mark.SIZE, Mark.SIZE)));
        });
        fixture.handles(handler(3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("abcdefghij", Optional.of(ms(200))));
        isAnswered();
    }

    /** A window comes 400 ms after that, and is dismissed. */
    @Test
    void anAnswerThatIsGoneAgainCountsThoughAWindowComesLater() {
        reacts(screen -> {
            screen.later(ms(50), AwaitedChangesBehindWindowsTest::saved);
            screen.later(ms(800), frame -> Mark.erase(frame, new Rect(10, 34, Mark.SIZE, Mark.SIZE)));
            screen.later(ms(1_200), AwaitedChangesBehindWindowsTest::window);
        });
        fixture.handles(handler(3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("abcdefghij", Optional.of(ms(200))));
        isAnswered();
    }

    /** A window that does not go is given up before the look; the application answers beside it before that. */
    @Test
    void anAnswerBesideAWindowThatIsGivenUpBeforeTheLookIsNoTimeout() {
        reacts(
                'a',
                screen -> {
                    screen.later(ms(100), AwaitedChangesBehindWindowsTest::window);
                    screen.later(ms(500), AwaitedChangesBehindWindowsTest::saved);
                },
                screen -> {},
                screen -> {});
        fixture.handles(handler(1));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        isAnswered();
    }

    static Stream<Condition> withOthers() {
        Condition appears = new Condition.Appears("saved");
        Condition vanishes = new Condition.Vanishes("title");
        Condition settles = new Condition.Settles(new Region.Whole(), 4, ms(300));
        return Stream.of(
                CHANGES,
                new Condition.All(List.of(CHANGES, appears)),
                new Condition.All(List.of(vanishes, CHANGES)),
                new Condition.All(List.of(CHANGES, settles)),
                new Condition.All(List.of(CHANGES, CHANGES)),
                new Condition.All(
                        List.of(CHANGES, new Condition.Any(List.of(new Condition.Appears("never"), appears)))),
                new Condition.Any(
                        List.of(new Condition.Appears("never"), new Condition.All(List.of(CHANGES, vanishes)))));
    }

    /** The same where more is awaited. */
    @ParameterizedTest
    @MethodSource("withOthers")
    void whatElseIsAwaitedBesideAWindowThatIsGivenUpIsNoTimeout(Condition condition) {
        reacts(
                'a',
                screen -> {
                    screen.later(ms(100), AwaitedChangesBehindWindowsTest::window);
                    screen.later(ms(500), AwaitedChangesBehindWindowsTest::saved);
                    screen.later(ms(510), frame -> Mark.erase(frame, SessionFixture.TITLE_PLACE));
                },
                screen -> {},
                screen -> {});
        fixture.handles(handler(1));
        run(condition, new Condition.Appears("done"), new Step.Type("ab"));
        isAnswered();
    }

    /**
     * The text is answered with all that is awaited, a window comes and is dismissed before the look, and the screen
     * rests.
     */
    @ParameterizedTest
    @MethodSource("withOthers")
    void whatElseIsAwaitedIsSeenAfterAWindowIsDismissedBeforeTheLook(Condition condition) {
        reacts(screen -> {
            screen.later(ms(50), AwaitedChangesBehindWindowsTest::saved);
            screen.later(ms(60), frame -> Mark.erase(frame, SessionFixture.TITLE_PLACE));
            screen.later(ms(100), AwaitedChangesBehindWindowsTest::window);
        });
        fixture.handles(handler(3));
        run(condition, new Condition.Appears("done"), new Step.Type("ab"));
        isAnswered();
    }

    /**
     * A second text waits 300 ms before its first key; a window comes and goes by itself meanwhile. The text is
     * answered before the look.
     */
    @Test
    void aWindowThatHasGoneBeforeTheFirstInputIsNoTimeout() {
        reacts('c', screen -> screen.later(ms(50), AwaitedChangesBehindWindowsTest::saved), screen -> {}, screen -> {});
        afterTheFirstText(screen -> {
            screen.later(ms(350), AwaitedChangesBehindWindowsTest::window);
            screen.later(ms(450), frame -> Mark.erase(frame, WINDOW));
        });
        fixture.handles(handler(3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"), new Step.Type("cd"));
        isAnswered();
        assertThat(answers).isZero();
    }

    /** The text "ab" has this reaction, beside those of other keys. */
    private void afterTheFirstText(Reaction reaction) {
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5));
            // The operation begins 1 s after the title.
            fixture.screen.later(ms(1_500), frame -> {
                reaction.to(fixture.screen);
                return new Rect(0, 0, 0, 0);
            });
        });
    }

    /**
     * The same window stays until its handler acts, and the first text is answered behind it, before the second one;
     * that is answered after 4 s.
     */
    @Test
    void whatChangesBesideAWindowBeforeTheFirstInputIsNoChangeByIt() {
        reacts(
                'c',
                screen -> screen.later(ms(4_000), AwaitedChangesBehindWindowsTest::saved),
                screen -> {},
                AwaitedChangesBehindWindowsTest::allGoes);
        afterTheFirstText(screen -> {
            screen.later(ms(350), AwaitedChangesBehindWindowsTest::window);
            screen.later(ms(450), frame -> Mark.of("first").paint(frame, 24, 5));
        });
        fixture.handles(handler(3));
        run(CHANGES, CHANGES, new Step.Type("ab"), new Step.Type("cd"));
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(4_000 * MS);
    }

    /** The picture by which a window is known goes first, and the rest of it after the next input has left. */
    @Test
    void theRestOfAWindowThatGoesAfterTheNextInputIsNoChangeByIt() {
        reacts(
                'a',
                screen -> screen.later(ms(100), frame -> {
                    body(frame);
                    window(frame);
                    return BODY;
                }),
                screen -> screen.later(ms(1_500), AwaitedChangesBehindWindowsTest::saved),
                screen -> {
                    screen.later(ms(100), frame -> body(frame));
                    screen.later(ms(300), frame -> Mark.erase(frame, BODY));
                });
        fixture.handles(handler(3));
        run(CHANGES, CHANGES, new Step.Type("ab"), LOOK);
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(1_500 * MS);
    }

    /** A window is given up, and goes by itself after the next input. */
    @Test
    void aWindowThatWasGivenUpAndGoesAfterTheNextInputIsNoChangeByIt() {
        reacts(
                'a',
                screen -> screen.later(ms(100), AwaitedChangesBehindWindowsTest::window),
                screen -> {
                    screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
                    screen.later(ms(1_500), AwaitedChangesBehindWindowsTest::saved);
                },
                screen -> {});
        fixture.handles(handler(1));
        run(CHANGES, CHANGES, new Step.Type("ab"), LOOK);
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(1_500 * MS);
    }

    static Stream<Condition> answeredByAnyChange() {
        return Stream.of(CHANGES, new Condition.Settles(new Region.Whole(), 4, ms(500)));
    }

    /** A window is given up before the measured input, and goes by itself after it. */
    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void aWindowThatWasGivenUpBeforeTheInputIsNoResponseWhenItGoes(Condition until) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, RETURN)) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
                screen.later(ms(3_000), AwaitedChangesBehindWindowsTest::saved);
            } else if (is(events, 'a')) {
                screen.later(ms(100), AwaitedChangesBehindWindowsTest::window);
            }
        });
        fixture.handles(handler(1));
        Operation enter = SessionFixture.operation("enter", List.of(new Step.Type("ab")), ENTER, until);
        fixture.workload("office/writer", OPEN, enter).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
        assertThat(fixture.timing("enter").responseNanos()).isEqualTo(3_000 * MS);
    }

    /**
     * A window is painted before the picture by which it is known, which may come only after the last character: a
     * server may send no frames while it takes keys.
     */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void anEmptyWindowDuringATextIsNoAnswerBeforeItsPictureCanBeThere(Condition condition) {
        reacts(screen -> {
            screen.later(ms(50), AwaitedChangesBehindWindowsTest::body);
            screen.later(ms(2_190), AwaitedChangesBehindWindowsTest::window);
            screen.later(ms(4_000), AwaitedChangesBehindWindowsTest::saved);
        });
        fixture.screen.looksBackFor(Duration.ZERO);
        fixture.handles(handler(3));
        run(condition, CHANGES, new Step.Type("abcdefghijkl", Optional.of(ms(190))));
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(4_000 * MS);
    }

    static Stream<Condition> plainAndNested() {
        return Stream.of(
                CHANGES,
                new Condition.Any(List.of(new Condition.Appears("never"), CHANGES)),
                new Condition.All(List.of(CHANGES, CHANGES)));
    }
}
