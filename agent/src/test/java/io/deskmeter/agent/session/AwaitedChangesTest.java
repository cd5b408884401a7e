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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of the screen that are awaited after input, before the measured part, in virtual time. */
class AwaitedChangesTest {
    private static final long MS = 1_000_000;
    private static final Condition CHANGES = new Condition.Changes(new Region.Whole(), 4);
    private static final Step ENTER = new Step.Keys(List.of("Return"));
    private static final int RETURN = 0xff0d;
    private static final int F9 = 0xffc6;
    private static final Rect WINDOW = new Rect(40, 20, Mark.SIZE, Mark.SIZE);

    @TempDir
    Path folder;

    private SessionFixture fixture;

    /** When the first key of the text left. */
    private long typedAt = -1;

    private long enterAt = -1;

    @BeforeEach
    void office() {
        fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
    }

    interface Reaction {
        void typed(ScriptedScreen screen);
    }

    private static boolean is(List<InputEvent> events, int key) {
        return events.contains(new InputEvent.Key(key, true));
    }

    /** The first key of a text has a reaction; Return is answered after 3 s. */
    private void reacts(Reaction reaction) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, RETURN)) {
                enterAt = fixture.time.nanoTime();
                screen.later(ms(3_000), frame -> Mark.of("done").paint(frame, 30, 33));
            } else if (is(events, F9)) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW.grow(2, 2, 2, 2)));
            } else if (events.stream().anyMatch(InputEvent.Key.class::isInstance) && typedAt < 0) {
                typedAt = fixture.time.nanoTime();
                reaction.typed(screen);
            }
        });
    }

    private static Rect pixel(Frame frame, int x, int y) {
        frame.pixels()[y * frame.width() + x] ^= 0xffffff;
        return new Rect(x, y, 1, 1);
    }

    private Timing run(Condition awaited, Condition until, Step... before) {
        List<Step> steps = new ArrayList<>(Arrays.asList(before));
        steps.add(new Step.Await(new Until(awaited, Duration.ofSeconds(5))));
        Operation enter = SessionFixture.operation("enter", steps, ENTER, until);
        fixture.workload("office/writer", OPEN, enter).start(1).finish();
        Timing timing = fixture.timing("enter");
        return timing;
    }

    static Stream<Condition> withOthers() {
        Condition appears = new Condition.Appears("saved");
        Condition vanishes = new Condition.Vanishes("title");
        Condition settles = new Condition.Settles(new Region.Whole(), 4, ms(300));
        return Stream.of(
                CHANGES,
                new Condition.All(List.of(CHANGES, appears)),
                new Condition.All(List.of(appears, CHANGES)),
                new Condition.All(List.of(CHANGES, vanishes)),
                new Condition.All(List.of(CHANGES, settles)),
                new Condition.All(List.of(CHANGES, settles, appears, vanishes)),
                new Condition.All(List.of(CHANGES, new Condition.Changes(new Region.Whole(), 4))),
                new Condition.All(
                        List.of(CHANGES, new Condition.Any(List.of(new Condition.Appears("never"), appears)))),
                new Condition.Any(List.of(new Condition.Appears("never"), CHANGES)),
                new Condition.Any(List.of(new Condition.Vanishes("saved"), CHANGES)),
                new Condition.Any(
                        List.of(new Condition.Appears("never"), new Condition.All(List.of(CHANGES, appears)))),
                new Condition.Any(List.of(
                        new Condition.Settles(new Region.Whole(), 4, ms(4_900)),
                        new Condition.All(List.of(CHANGES, vanishes)))));
    }

    /** The application answers within 50 ms, with all that is awaited, and the screen rests from then on. */
    @ParameterizedTest
    @MethodSource("withOthers")
    void anAnswerBeforeTheLookIsNoTimeout(Condition condition) {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5));
            screen.later(ms(60), frame -> Mark.erase(frame, SessionFixture.TITLE_PLACE));
        });
        run(condition, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.timing("enter").detail()).as(condition.toString()).doesNotStartWith("before:");
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /**
     * A frame from before the input that is passed on late, then one with the blink of a caret; the application answers
     * the text after 1.5 s.
     */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void whatWasShownBeforeTheInputAndCameLateIsNoChangeByIt(Condition condition) {
        fixture.screen.looksBackFor(ms(300)).deliverAfter(ms(100));
        // The key leaves 1 s after the title was shown to the listener.
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5));
            fixture.screen.later(ms(1_450), frame -> Mark.of("clock").paint(frame, 10, 33));
        });
        reacts(screen -> {
            screen.later(ms(20), frame -> pixel(frame, 0, 0));
            screen.later(ms(1_500), frame -> Mark.of("saved").paint(frame, 30, 5));
        });
        run(condition, CHANGES, new Step.Type("ab"));
        assertThat(enterAt - typedAt)
                .as("Return waits for the answer to the text")
                .isGreaterThanOrEqualTo(1_500 * MS);
        assertThat(fixture.timing("enter").responseNanos()).isEqualTo(3_000 * MS);
    }

    static Stream<Condition> plainAndNested() {
        return Stream.of(
                CHANGES,
                new Condition.Any(List.of(new Condition.Appears("never"), CHANGES)),
                new Condition.All(List.of(CHANGES, CHANGES)));
    }

    /**
     * A key follows a click after 50 ms; the click is answered before, the text after 1.5 s, and a caret blinks
     * meanwhile. No frame is late.
     */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void theAnswerToAClickIsNoChangeByTheTextAfterIt(Condition condition) {
        fixture.screen.looksBackFor(ms(300)).onInput((screen, events) -> {
            if (events.stream().anyMatch(InputEvent.Pointer.class::isInstance)) {
                screen.later(ms(30), frame -> Mark.of("focus").paint(frame, 10, 33));
            } else if (is(events, RETURN)) {
                enterAt = fixture.time.nanoTime();
                screen.later(ms(3_000), frame -> Mark.of("done").paint(frame, 30, 33));
            } else if (typedAt < 0) {
                typedAt = fixture.time.nanoTime();
                screen.later(ms(20), frame -> pixel(frame, 0, 0));
                screen.later(ms(1_500), frame -> Mark.of("saved").paint(frame, 30, 5));
            }
        });
        run(condition, CHANGES, new Step.Click(new Step.Place.At(20, 20), 1, 1), new Step.Type("ab"));
        assertThat(enterAt - typedAt)
                .as("Return waits for the answer to the text")
                .isGreaterThanOrEqualTo(1_500 * MS);
        assertThat(fixture.timing("enter").responseNanos()).isEqualTo(3_000 * MS);
    }

    /** The text is answered, then a window comes that a handler dismisses, all before the look. */
    @Test
    void aWindowAfterTheAnswerIsNoTimeout() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 10, 33));
            screen.later(ms(100), frame -> Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y()));
        });
        fixture.handles(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /** The same window, without an answer before it; the answer comes after 3 s. */
    @Test
    void aWindowIsNoAnswer() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(100), frame -> Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y()));
            screen.later(ms(3_000), frame -> Mark.of("saved").paint(frame, 10, 33));
        });
        fixture.handles(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        run(CHANGES, CHANGES, new Step.Type("ab"));
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(3_000 * MS);
        assertThat(fixture.timing("enter").responseNanos()).isEqualTo(3_000 * MS);
    }

    /** The window is painted in two steps: its frame before the look, the picture by which it is known after it. */
    @Test
    void theFrameOfAWindowIsNoAnswer() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(290), frame -> {
                Rect place = WINDOW.grow(2, 2, 2, 2);
                for (int y = place.y(); y < place.bottom(); y++) {
                    Arrays.fill(
                            frame.pixels(), y * frame.width() + place.x(), y * frame.width() + place.right(), 0x808080);
                }
                return place;
            });
            screen.later(ms(310), frame -> Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y()));
            screen.later(ms(3_000), frame -> Mark.of("saved").paint(frame, 10, 33));
        });
        fixture.handles(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        run(CHANGES, CHANGES, new Step.Type("ab"));
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(3_000 * MS);
    }

    private void resize(ScriptedScreen screen, long after, int width, int height) {
        var unused = fixture.time.schedule(() -> screen.resize(width, height), after, TimeUnit.MILLISECONDS);
    }

    /** The desktop has another size for a moment while the text is sent. */
    @Test
    void aSizeThatChangesAndComesBackIsNoAnswer() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            resize(screen, 50, 48, 32);
            resize(screen, 100, 64, 48);
            screen.later(ms(1_500), frame -> Mark.of("saved").paint(frame, 10, 33));
        });
        run(CHANGES, CHANGES, new Step.Type("ab"));
        assertThat(fixture.timing("enter").outcome().label() + " " + (enterAt - typedAt >= 1_500 * MS))
                .as("fails because of the size, or waits for the answer")
                .isIn("application-failed false", "ok true");
    }

    /** The text is answered, and then the desktop becomes smaller, before the look. */
    @Test
    void aSizeThatChangesAfterTheAnswerIsSaidOrIsNoMatter() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 10, 5));
            resize(screen, 100, 48, 46);
        });
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.timing("enter").outcome().label()).isNotEqualTo("timeout");
    }

    /** A text takes 1.8 s, and its first character is the only one that is answered: nothing is late. */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void theNextInputIsNotLateBecauseTheChangeCameWhileTheTextWasTyped(Condition condition) {
        reacts(screen -> screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5)));
        Timing timing =
                run(condition, new Condition.Appears("done"), new Step.Type("abcdefghij", Optional.of(ms(200))));
        assertThat(timing.lagNanos()).isZero();
    }

    /** A picture that comes and goes in answer to the text, before the look. */
    @Test
    void aChangeThatGoesAgainBeforeTheLookIsNoTimeout() {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5));
            screen.later(ms(150), frame -> Mark.erase(frame, new Rect(30, 5, Mark.SIZE, Mark.SIZE)));
        });
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /** The same without time for a look back: the await begins before. */
    @Test
    void aChangeThatGoesAgainAfterTheLookIsSeen() {
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5));
            screen.later(ms(150), frame -> Mark.erase(frame, new Rect(30, 5, Mark.SIZE, Mark.SIZE)));
        });
        run(CHANGES, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    static Stream<Condition> aroundPanel() {
        Condition around = new Condition.Changes(new Region.Around("panel", 0, 0, 0, 14), 4);
        return Stream.of(
                around,
                new Condition.All(List.of(around, new Condition.Appears("panel"))),
                new Condition.Any(List.of(around, new Condition.Appears("never"))));
    }

    /**
     * A panel was seen at one place, and is gone. The text opens it at another place within 50 ms; its content comes
     * after 1 s.
     */
    @ParameterizedTest
    @MethodSource("aroundPanel")
    void aRegionAroundALandmarkThatOpensElsewhereIsSeen(Condition around) {
        fixture.desktop.onLaunch(app -> fixture.screen.later(ms(500), frame -> {
            Mark.of("title").paint(frame, 10, 5);
            Mark.of("panel").paint(frame, 2, 33);
            return frame.bounds();
        }));
        fixture.screen.looksBackFor(ms(300)).onInput((screen, events) -> {
            if (is(events, RETURN)) {
                enterAt = fixture.time.nanoTime();
                screen.later(ms(3_000), frame -> Mark.of("done").paint(frame, 30, 33));
            } else if (is(events, F9)) {
                screen.later(ms(50), frame -> Mark.erase(frame, new Rect(2, 33, Mark.SIZE, Mark.SIZE)));
            } else {
                typedAt = fixture.time.nanoTime();
                screen.later(ms(50), frame -> Mark.of("panel").paint(frame, 30, 5));
                screen.later(ms(1_000), frame -> Mark.of("saved").paint(frame, 44, 5));
            }
        });
        run(
                around,
                new Condition.Appears("done"),
                new Step.Await(new Until(new Condition.Appears("panel"), Duration.ofSeconds(5))),
                new Step.Keys(List.of("F9")),
                new Step.Await(new Until(new Condition.Vanishes("panel"), Duration.ofSeconds(5))),
                new Step.Type("ab"));
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    static Stream<Condition> once() {
        return Stream.of(
                CHANGES,
                new Condition.All(List.of(CHANGES, new Condition.Changes(new Region.Whole(), 5))),
                new Condition.All(List.of(CHANGES, CHANGES)),
                new Condition.Any(List.of(CHANGES, CHANGES)));
    }

    /**
     * The server stands still for 600 ms of each second, and a window is dismissed during the await. Two equal parts
     * must be the same as one.
     */
    @ParameterizedTest
    @MethodSource("once")
    void twoEqualChangesAreAsOne(Condition condition) {
        fixture.screen.answerProbes(ms(2));
        for (long at = 5_000; at < 60_000; at += 1_000) {
            fixture.screen.stopped(ms(at), ms(at + 600));
        }
        reacts(screen -> {
            screen.later(ms(200), frame -> Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y()));
            screen.later(ms(210), frame -> Mark.of("saved").paint(frame, 40, 33));
        });
        fixture.handles(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        List<Step> steps = List.of(new Step.Type("ab"), new Step.Await(new Until(condition, Duration.ofSeconds(20))));
        Operation enter = SessionFixture.operation("enter", steps, ENTER, new Condition.Appears("done"));
        fixture.workload("office/writer", OPEN, enter).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
        assertThat((enterAt - typedAt) / MS).isLessThan(9_000);
    }

    /**
     * The server stands still for 600 ms of each second, and what may be a part of a window that was dismissed stays on
     * the screen. Two equal parts must be the same as one.
     */
    @ParameterizedTest
    @MethodSource("once")
    void twoEqualChangesAreAsOneWhereAPartOfAWindowMayBeLeft(Condition condition) {
        fixture.screen.answerProbes(ms(2));
        for (long at = 5_000; at < 120_000; at += 1_000) {
            fixture.screen.stopped(ms(at), ms(at + 600));
        }
        reacts(screen -> {
            screen.later(ms(200), frame -> {
                Rect place = WINDOW.grow(4, 4, 4, 4);
                for (int y = place.y(); y < place.bottom(); y++) {
                    Arrays.fill(
                            frame.pixels(), y * frame.width() + place.x(), y * frame.width() + place.right(), 0x808080);
                }
                Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y());
                return place;
            });
        });
        fixture.handles(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        List<Step> steps = List.of(new Step.Type("ab"), new Step.Await(new Until(condition, Duration.ofSeconds(20))));
        Operation enter = SessionFixture.operation("enter", steps, ENTER, new Condition.Appears("done"));
        fixture.workload("office/writer", OPEN, enter).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
        assertThat((enterAt - typedAt) / MS).isLessThan(13_000);
    }

    /**
     * A text, and a second one: before its first key leaves, what was typed before is looked back at for 300 ms. The
     * first is answered then; the second after 1.5 s.
     */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void theAnswerToATextIsNoChangeByTheNextOne(Condition condition) {
        long[] keys = {0};
        fixture.screen.looksBackFor(ms(300)).onInput((screen, events) -> {
            if (is(events, RETURN)) {
                enterAt = fixture.time.nanoTime();
                screen.later(ms(3_000), frame -> Mark.of("done").paint(frame, 30, 33));
            } else if (keys[0]++ == 0) {
                screen.later(ms(450), frame -> Mark.of("first").paint(frame, 10, 33));
            } else {
                typedAt = fixture.time.nanoTime();
                screen.later(ms(20), frame -> pixel(frame, 0, 0));
                screen.later(ms(1_500), frame -> Mark.of("saved").paint(frame, 30, 5));
            }
        });
        run(condition, CHANGES, new Step.Type("ab"), new Step.Type("cd"));
        assertThat(enterAt - typedAt)
                .as("Return waits for the answer to the second text")
                .isGreaterThanOrEqualTo(1_500 * MS);
        assertThat(fixture.timing("enter").responseNanos()).isEqualTo(3_000 * MS);
    }

    static Stream<Condition> answeredByOnePicture() {
        Condition five = new Condition.Changes(new Region.Whole(), 5);
        Condition never = new Condition.Appears("never");
        return Stream.of(
                new Condition.Any(List.of(never, CHANGES)),
                new Condition.Any(List.of(CHANGES, never)),
                new Condition.Any(List.of(new Condition.Settles(new Region.Whole(), 4, ms(4_900)), CHANGES)),
                new Condition.All(List.of(CHANGES, five)),
                new Condition.All(List.of(CHANGES, new Condition.Appears("saved"))),
                new Condition.Any(List.of(never, new Condition.All(List.of(CHANGES, new Condition.Appears("saved"))))));
    }

    /** A picture that comes and goes in answer to the text, before the look: all that is awaited was there at once. */
    @ParameterizedTest
    @MethodSource("answeredByOnePicture")
    void anAnswerToAllThatIsAwaitedMayBeGoneBeforeTheLook(Condition condition) {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5));
            screen.later(ms(150), frame -> Mark.erase(frame, new Rect(30, 5, Mark.SIZE, Mark.SIZE)));
        });
        run(condition, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.timing("enter").detail()).doesNotStartWith("before:");
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /** The text opens a panel with its content within 50 ms, where it had not been, and the screen rests. */
    @ParameterizedTest
    @MethodSource("aroundPanel")
    void aRegionAroundALandmarkIsComparedWithThePictureBeforeTheInputWhereItIsByThen(Condition around) {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> screen.later(ms(50), frame -> {
            Mark.of("panel").paint(frame, 30, 5);
            Mark.of("saved").paint(frame, 43, 5);
            return new Rect(30, 5, 26, Mark.SIZE);
        }));
        run(around, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
    }

    /** A panel goes to another place within 50 ms, and something else where it was. Its content comes after 1 s. */
    @Test
    void whatChangesWhereALandmarkHasBeenIsNoAnswer() {
        Condition around = new Condition.Changes(new Region.Around("panel", 0, 0, 0, 14), 200);
        fixture.desktop.onLaunch(app -> fixture.screen.later(ms(500), frame -> {
            Mark.of("title").paint(frame, 10, 33);
            Mark.of("panel").paint(frame, 2, 2);
            return frame.bounds();
        }));
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> {
            screen.later(ms(50), frame -> {
                Mark.of("other").paint(frame, 2, 2);
                Mark.of("other").paint(frame, 15, 2);
                Mark.of("panel").paint(frame, 30, 2);
                return frame.bounds();
            });
            screen.later(ms(1_000), frame -> Mark.of("saved").paint(frame, 43, 2));
        });
        Operation open = SessionFixture.operation("open", new Step.Launch(), new Condition.Appears("panel"));
        List<Step> steps = List.of(new Step.Type("ab"), new Step.Await(new Until(around, Duration.ofSeconds(5))));
        Operation enter = SessionFixture.operation("enter", steps, ENTER, new Condition.Appears("done"));
        fixture.workload("office/writer", open, enter).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "enter ok");
        assertThat(enterAt - typedAt).isGreaterThanOrEqualTo(1_000 * MS);
    }

    /** The keys of the text need 300 ms to leave, and the first is answered within 50 ms: nothing is late. */
    @ParameterizedTest
    @MethodSource("plainAndNested")
    void theNextInputIsNotLateBecauseTheChangeCameBeforeTheLook(Condition condition) {
        fixture.screen.looksBackFor(ms(300));
        reacts(screen -> screen.later(ms(50), frame -> Mark.of("saved").paint(frame, 30, 5)));
        Timing timing = run(condition, new Condition.Appears("done"), new Step.Type("ab"));
        assertThat(timing.lagNanos()).isZero();
    }
}
