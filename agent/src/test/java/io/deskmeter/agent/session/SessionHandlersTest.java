package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Windows that come at any time, in virtual time. A desktop is usable after 2 s, and an operation begins 1 s after the
 * one before it.
 */
class SessionHandlersTest {
    private static final long MS = 1_000_000;
    private static final Rect WINDOW = new Rect(40, 20, Mark.SIZE, Mark.SIZE);
    private static final Rect BESIDE_TITLE = new Rect(36, 2, 22, 32);
    private static final Step ANSWER = new Step.Keys(List.of("F9"));
    private static final Handler HANDLER = handler(3);
    private static final Operation SAVE =
            SessionFixture.operation("save", new Step.Keys(List.of("ctrl+s")), new Condition.Appears("saved"));

    @TempDir
    Path folder;

    private SessionFixture fixture;

    /** How often the window has been answered. */
    private int answers;

    private static Handler handler(int atMost) {
        return new Handler(new Condition.Appears("window"), List.of(ANSWER), atMost);
    }

    /**
     * An application whose title appears 500 ms after its launch; it saves within 200 ms. The window goes 100 ms after
     * its answer.
     */
    @BeforeEach
    void office() {
        fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                answers++;
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else if (is(events, "s")) {
                screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
    }

    private static boolean is(List<InputEvent> events, String key) {
        return events.contains(new InputEvent.Key(key.equals("F9") ? 0xffc6 : 's', true));
    }

    private void window(Duration after) {
        fixture.screen.later(after, frame -> Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y()));
    }

    /**
     * Reproducer: the operation never ended. What was seen counts when no window has come for a while in which the
     * server answers, which never passed.
     */
    @Test
    void aServerThatHangsAfterAChangeEndsNoOperationOk() {
        Operation type = SessionFixture.operation(
                "type", new Step.Keys(List.of("ctrl+s")), new Condition.Changes(new Region.Whole(), 4));
        fixture.screen.answerProbes(ms(2)).stopped(ms(5010), ms(3_000_000));
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).pass(120_000);

        assertThat(fixture.outcomes()).containsExactly("open ok", "type timeout");
        assertThat(fixture.timing("type").detail()).contains("the server has not answered for 1");
    }

    /** Reproducer: the input was waited for without end. */
    @Test
    void aServerThatHangsAfterAWindowHasGoneEndsTheNextOperation() {
        fixture.desktop.onLaunch(app -> window(ms(200)));
        fixture.screen.answerProbes(ms(2)).stopped(ms(4010), ms(3_000_000)).onInput((screen, events) -> {
            screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            screen.later(ms(150), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN, SAVE).start(1).pass(120_000);

        assertThat(fixture.outcomes()).containsExactly("open ok", "save timeout");
        assertThat(fixture.timing("save").detail()).contains("the server has not answered for most of 60 s");
        assertThat(fixture.screen.sent()).as("nothing is sent to it").hasSize(1);
    }

    /**
     * Reproducer: a server that looks once a second had painted the window's frame, and the picture by which it is
     * known with its next look; its frame was the answer.
     */
    @Test
    void aWindowThatIsPaintedInTwoStepsIsNoAnswerOnASlowServer() {
        Operation type = SessionFixture.operation(
                "type", new Step.Keys(List.of("ctrl+s")), new Condition.Changes(new Region.Whole(), 4));
        fixture.screen.answerProbes(ms(2)).onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, BESIDE_TITLE));
                screen.later(ms(1700), frame -> Mark.of("typed").paint(frame, 10, 36));
            } else if (is(events, "s")) {
                screen.later(ms(210), frame -> fill(frame, BESIDE_TITLE, GREY));
                window(ms(1210));
            }
        });
        for (long at = 2010; at < 60_000; at += 1000) {
            fixture.screen.stopped(ms(at), ms(at + 1000));
        }
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertThat(fixture.timing("type").handled()).isEqualTo(1);
        assertThat(fixture.timing("type").responseNanos()).isGreaterThan(2000 * MS);
    }

    @Test
    void aWindowInFrontOfAnOpeningApplicationIsAnsweredWithinTheResponse() {
        fixture.desktop.onLaunch(app -> window(ms(200)));
        fixture.screen.onInput((screen, events) -> {
            answers++;
            screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            screen.later(ms(400), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok");
        Timing open = fixture.timing("open");
        // Seen after 200 ms, answered 300 ms later, and the title 400 ms after that.
        assertThat(open.responseNanos()).isEqualTo(900 * MS);
        assertThat(open.handled()).isEqualTo(1);
        assertThat(open.detail()).isEqualTo("handled window once, 0.40 s of the time");
        assertThat(answers).isEqualTo(1);
    }

    @Test
    void anAnswerBehindAWindowCountsWhenTheWindowHasGone() {
        fixture.desktop.onLaunch(app -> {
            window(ms(100));
            fixture.screen.later(ms(200), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertThat(fixture.timing("open").responseNanos()).isEqualTo(500 * MS);
        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(300 * MS);
    }

    @Test
    void aWindowThatGoesIsNoChangeOfTheApplication() {
        Operation type = SessionFixture.operation(
                "type", new Step.Keys(List.of("ctrl+s")), new Condition.Changes(new Region.Whole(), 4));
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else {
                window(ms(50));
                screen.later(ms(3000), frame -> Mark.of("typed").paint(frame, 10, 36));
            }
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertThat(fixture.timing("type").responseNanos()).isEqualTo(3000 * MS);
        assertThat(fixture.timing("type").handled()).isEqualTo(1);
    }

    /** Reproducer: the window had gone while the server stood still, and its answer reached what was behind it. */
    @Test
    void aWindowIsAnsweredOnlyWhileTheServerAnswers() {
        fixture.screen.answerProbes(ms(2)).stopped(ms(3540), ms(6000));
        fixture.desktop.onLaunch(app -> {
            window(ms(200));
            fixture.screen.later(ms(2700), frame -> Mark.erase(frame, WINDOW));
            fixture.screen.later(ms(2900), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertThat(answers).isZero();
    }

    /**
     * Reproducer: 300 ms passed while the server stood still between the window and the picture by which it is known,
     * and the window was the answer.
     */
    @Test
    void aWindowThatIsPaintedInTwoStepsIsNoAnswerHoweverLongTheServerStandsStillBetweenThem() {
        Operation type = SessionFixture.operation(
                "type", new Step.Keys(List.of("ctrl+s")), new Condition.Changes(new Region.Whole(), 4));
        fixture.screen.answerProbes(ms(2)).stopped(ms(4860), ms(6000)).onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, BESIDE_TITLE));
                screen.later(ms(700), frame -> Mark.of("typed").paint(frame, 10, 36));
            } else if (is(events, "s")) {
                screen.later(ms(50), frame -> fill(frame, BESIDE_TITLE, GREY));
                window(ms(1190));
            }
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertThat(fixture.timing("type").handled()).isEqualTo(1);
        assertThat(fixture.timing("type").responseNanos()).isGreaterThan(2000 * MS);
    }

    private Operation settles(Step... steps) {
        return SessionFixture.operation(
                "save", List.of(), List.of(steps), new Condition.Settles(new Region.Whole(), 4, ms(500)));
    }

    /** In front of the title, and larger than the picture by which it is known. */
    private static final Rect BODY = new Rect(4, 2, 54, 32);

    private static final int GREY = 0x808080;

    private void comes(Duration after) {
        fixture.screen.later(after, frame -> {
            fill(frame, BODY, GREY);
            Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y());
            return BODY;
        });
    }

    private static Rect fill(Frame frame, Rect place, int colour) {
        for (int y = place.y(); y < place.bottom(); y++) {
            int row = y * frame.width();
            Arrays.fill(frame.pixels(), row + place.x(), row + place.right(), colour);
        }
        return place;
    }

    /** First the picture by which it is known, then a part beside the title, at last the part in front of the title. */
    private void goesInPieces(boolean titleBehind) {
        fixture.screen.later(ms(100), frame -> fill(frame, WINDOW, GREY));
        fixture.screen.later(ms(300), frame -> Mark.erase(frame, new Rect(36, 2, 22, 32)));
        fixture.screen.later(ms(900), frame -> {
            Rect rest = Mark.erase(frame, new Rect(4, 2, 32, 32));
            if (titleBehind) {
                Mark.of("title").paint(frame, 10, 5);
            }
            return rest;
        });
    }

    private void fades() {
        int[] colours = {GREY, 0x606060, 0x404040, 0x202020};
        for (int i = 0; i < colours.length; i++) {
            int colour = colours[i];
            fixture.screen.later(ms(100 + 250 * i), frame -> fill(frame, BODY, colour));
        }
        fixture.screen.later(ms(100 + 250 * colours.length), frame -> {
            Mark.erase(frame, BODY);
            Mark.of("title").paint(frame, 10, 5);
            return BODY;
        });
    }

    /** All that the title going away answers. */
    static Stream<Condition> answeredByTheTitle() {
        Condition changes = new Condition.Changes(new Region.Whole(), 4);
        Condition vanishes = new Condition.Vanishes("title");
        Condition settles = new Condition.Settles(new Region.Whole(), 4, ms(100));
        return Stream.of(
                changes,
                vanishes,
                settles,
                new Condition.All(List.of(changes, vanishes)),
                new Condition.Any(List.of(vanishes, changes)),
                new Condition.All(List.of(vanishes, settles)));
    }

    private static Rect titleGone(Frame frame) {
        return Mark.erase(frame, SessionFixture.TITLE_PLACE);
    }

    private Timing response(Condition until, Runnable input, Runnable answer) {
        fixture.screen.onInput((screen, events) -> (is(events, "F9") ? answer : input).run());
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, SessionFixture.operation("save", SAVES, until))
                .start(1)
                .finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").handled()).isEqualTo(1);
        return fixture.timing("save");
    }

    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aWindowThatGoesInPiecesIsNoResponse(Condition until) {
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(3000), SessionHandlersTest::titleGone);
        };
        assertThat(response(until, input, () -> goesInPieces(true)).responseNanos())
                .isEqualTo(3000 * MS);
    }

    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aWindowThatFadesIsNoResponse(Condition until) {
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(3000), SessionHandlersTest::titleGone);
        };
        assertThat(response(until, input, this::fades).responseNanos()).isEqualTo(3000 * MS);
    }

    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void anAnswerBehindAWindowThatGoesInPiecesCountsWhenAllOfItHasGone(Condition until) {
        Timing save = response(until, () -> comes(ms(50)), () -> goesInPieces(false));
        // Answered after 350 ms; the last piece goes 900 ms later. It may have been there since the first one.
        assertThat(save.responseNanos()).isEqualTo(1250 * MS);
        assertThat(save.resolutionNanos()).isGreaterThanOrEqualTo(600 * MS);
    }

    private static final Rect REST = new Rect(4, 2, 32, 32);

    private static final Rect ALL = new Rect(0, 0, 64, 48);

    private static Rect beside(Frame frame) {
        return fill(frame, new Rect(0, 36, 64, 12), 0xffffff);
    }

    private static Rect restGone(Frame frame) {
        Mark.erase(frame, REST);
        Mark.of("title").paint(frame, 10, 5);
        return ALL;
    }

    /** What is left of the window after 450 ms is the part in front of the title. */
    private void firstPieceGoes() {
        fixture.screen.later(ms(100), frame -> Mark.erase(frame, new Rect(36, 2, 22, 32)));
    }

    private void allOfItGoes() {
        fixture.screen.later(ms(100), SessionHandlersTest::bodyGone);
    }

    static Stream<Condition> answeredByAnyChange() {
        return Stream.of(
                new Condition.Changes(new Region.Whole(), 4),
                new Condition.Settles(new Region.Whole(), 4, ms(100)),
                new Condition.All(List.of(
                        new Condition.Changes(new Region.Whole(), 4),
                        new Condition.Settles(new Region.Whole(), 4, ms(100)))),
                new Condition.Any(
                        List.of(new Condition.Appears("saved"), new Condition.Changes(new Region.Whole(), 4))));
    }

    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void aResponseInTheFrameInWhichTheRestOfAWindowGoesDoesNotHideThatItGoes(Condition until) {
        Timing save = response(until, () -> comes(ms(50)), () -> {
            firstPieceGoes();
            fixture.screen.later(ms(1100), frame -> beside(frame).union(restGone(frame)));
        });
        assertThat(save.responseNanos()).isEqualTo(1450 * MS);
    }

    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void aResponseBeforeTheRestOfAWindowGoesCountsWhenItHasGone(Condition until) {
        Timing save = response(until, () -> comes(ms(50)), () -> {
            firstPieceGoes();
            fixture.screen.later(ms(1100), SessionHandlersTest::beside);
            fixture.screen.later(ms(1300), SessionHandlersTest::restGone);
        });
        assertThat(save.responseNanos()).isEqualTo(1650 * MS);
    }

    /** Nothing of the picture from before the input comes back. */
    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void aResponseThatWasBehindTheRestOfAWindowCountsWhenItHasGone(Condition until) {
        Timing save = response(until, () -> comes(ms(50)), () -> {
            firstPieceGoes();
            fixture.screen.later(ms(1100), frame -> fill(frame, REST, 0xf0f0f0));
        });
        assertThat(save.responseNanos()).isEqualTo(1450 * MS);
    }

    /** Neither part of it has been the same since its picture was first seen. */
    @ParameterizedTest
    @MethodSource({"answeredByAnyChange", "answeredByTheTitle"})
    void aWindowThatIsPaintedInStepsHasGoneWhenAllOfItHasGone(Condition until) {
        Runnable titleFirst = () -> {
            window(ms(50));
            comes(ms(110));
        };
        Runnable fadesIn = () -> {
            fixture.screen.later(ms(50), frame -> {
                fill(frame, BODY, 0x404040);
                Mark.of("window").paint(frame, WINDOW.x(), WINDOW.y());
                return BODY;
            });
            comes(ms(150));
        };
        for (Runnable input : List.of(titleFirst, fadesIn)) {
            office();
            Timing save = response(until, input, () -> {
                firstPieceGoes();
                fixture.screen.later(ms(1100), frame -> fill(frame, ALL, 0xffffff));
            });
            assertThat(save.responseNanos()).isEqualTo(1450 * MS);
        }
    }

    /** A line that the application draws while the window is open does not belong to it, though it is redrawn later. */
    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void whatIsPaintedApartFromAWindowThatIsPaintedInStepsIsNoPartOfIt(Condition until) {
        Rect line = new Rect(0, 36, 64, 12);
        Runnable input = () -> {
            window(ms(50));
            comes(ms(110));
            fixture.screen.later(ms(200), frame -> fill(frame, line, 0xff0000));
        };
        Timing save = response(until, input, () -> {
            allOfItGoes();
            fixture.screen.later(ms(700), frame -> fill(frame, line, 0x00ff00));
        });
        assertThat(save.responseNanos()).isEqualTo(450 * MS);
    }

    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void aCaretBesideAWindowIsNoPartOfIt(Condition until) {
        Rect caret = new Rect(30, 37, 1, 10);
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(200), frame -> {
                fill(frame, caret, 0xffffff);
                return Mark.of("typed").paint(frame, 10, 36).union(caret);
            });
        };
        Timing save = response(until, input, () -> {
            allOfItGoes();
            fixture.screen.later(ms(700), frame -> fill(frame, caret, 0));
        });
        assertThat(save.responseNanos()).isEqualTo(450 * MS);
    }

    /** What the application paints for itself, after the window had gone, has nothing to do with the window. */
    @Test
    void anApplicationThatGoesOnPaintingAfterItsResponseIsNoPartOfAWindow() {
        Rect line = new Rect(0, 36, 64, 12);
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(200), frame -> fill(frame, line, 0xff0000));
        };
        Timing save = response(new Condition.Changes(new Region.Whole(), 4), input, () -> {
            allOfItGoes();
            fixture.screen.later(ms(700), frame -> fill(frame, line, 0x00ff00));
            fixture.screen.later(ms(1300), frame -> fill(frame, line, 0x0000ff));
        });
        assertThat(save.responseNanos()).isEqualTo(450 * MS);
    }

    static Stream<Condition> firstOfTwo() {
        Condition changes = new Condition.Changes(new Region.Whole(), 4);
        Condition saved = new Condition.Appears("saved");
        return Stream.of(
                changes,
                new Condition.Any(List.of(changes, saved)),
                new Condition.Any(List.of(saved, changes)),
                new Condition.Any(List.of(saved, new Condition.All(List.of(changes, new Condition.Appears("typed"))))),
                new Condition.All(List.of(new Condition.Any(List.of(saved, changes)), changes)));
    }

    @ParameterizedTest
    @MethodSource("firstOfTwo")
    void anyCountsFromThePartThatIsTrueFirstThoughItIsKnownLater(Condition until) {
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(200), frame -> Mark.of("typed").paint(frame, 10, 36));
            fixture.screen.later(ms(1450), frame -> Mark.of("saved").paint(frame, 30, 36));
        };
        assertThat(response(until, input, this::allOfItGoes).responseNanos()).isEqualTo(450 * MS);
    }

    /** What settles is held back until nothing can be left of the window, and the landmark comes before that. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anyWaitsForWhatSettledBeforeALandmarkAppeared() {
        Condition until = new Condition.Any(
                List.of(new Condition.Settles(new Region.Whole(), 4, ms(300)), new Condition.Appears("saved")));
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(200), frame -> fill(frame, new Rect(0, 36, 20, 12), 0xff0000));
            fixture.screen.later(ms(900), frame -> Mark.of("saved").paint(frame, 40, 35));
        };
        assertThat(response(until, input, this::allOfItGoes).responseNanos()).isEqualTo(450 * MS);
    }

    /** Programs that start paint an empty window first. */
    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aWindowThatIsPaintedBeforeThePictureByWhichItIsKnownIsNoResponse(Condition until) {
        Runnable input = () -> {
            fixture.screen.later(ms(50), frame -> fill(frame, BODY, GREY));
            window(ms(170));
            fixture.screen.later(ms(3000), SessionHandlersTest::titleGone);
        };
        assertThat(response(until, input, this::allOfItGoes).responseNanos()).isEqualTo(3000 * MS);
    }

    /** It cannot be told from a window whose picture is not painted yet; the interval begins before it. */
    @Test
    void aResponseShortlyBeforeAWindowIsWithinTheInterval() {
        Runnable input = () -> {
            fixture.screen.later(ms(50), SessionHandlersTest::beside);
            comes(ms(200));
        };
        Timing save = response(new Condition.Changes(new Region.Whole(), 4), input, this::allOfItGoes);
        assertThat(save.responseNanos()).isEqualTo(600 * MS);
        assertThat(save.resolutionNanos()).isEqualTo(600 * MS);
    }

    @Test
    void aResponseLongBeforeAWindowIsMeasuredWithoutIt() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "s")) {
                fixture.screen.later(ms(50), SessionHandlersTest::titleGone);
                window(ms(400));
            }
        });
        fixture.handles(HANDLER)
                .workload(
                        "office/writer", OPEN, SessionFixture.operation("save", SAVES, new Condition.Vanishes("title")))
                .start(1)
                .finish();
        Timing save = fixture.timing("save");
        assertThat(save.responseNanos()).isEqualTo(50 * MS);
        assertThat(save.handled()).isZero();
    }

    static Stream<Condition> appearsAndVanishes() {
        Condition appears = new Condition.Appears("saved");
        Condition vanishes = new Condition.Vanishes("title");
        Condition never = new Condition.Appears("never");
        return Stream.of(
                new Condition.All(List.of(vanishes, appears)),
                new Condition.All(List.of(appears, vanishes)),
                new Condition.All(List.of(appears, new Condition.Any(List.of(never, vanishes)))),
                new Condition.Any(List.of(never, new Condition.All(List.of(appears, vanishes)))));
    }

    @ParameterizedTest
    @MethodSource("appearsAndVanishes")
    void aLandmarkBehindTheRestOfAWindowHasNotVanished(Condition until) {
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(3000), SessionHandlersTest::titleGone);
        };
        Timing save = response(until, input, () -> {
            firstPieceGoes();
            fixture.screen.later(ms(150), frame -> Mark.of("saved").paint(frame, 30, 36));
            fixture.screen.later(ms(1100), SessionHandlersTest::restGone);
        });
        assertThat(save.responseNanos()).isEqualTo(3000 * MS);
    }

    static Stream<Condition> titleOnAnotherPage() {
        Condition changes = new Condition.Changes(new Region.Whole(), 4);
        Condition vanishes = new Condition.Vanishes("title");
        return Stream.of(
                vanishes, new Condition.All(List.of(changes, vanishes)), new Condition.Any(List.of(vanishes, changes)));
    }

    @ParameterizedTest
    @MethodSource("titleOnAnotherPage")
    void aTitleThatIsNotOnThePageBehindTheRestOfAWindowVanishesWithTheRest(Condition until) {
        Timing save = response(until, () -> comes(ms(50)), () -> {
            firstPieceGoes();
            fixture.screen.later(ms(1100), frame -> {
                Mark.erase(frame, REST);
                beside(frame);
                return ALL;
            });
        });
        assertThat(save.responseNanos()).isEqualTo(1450 * MS);
    }

    /** What the window leaves when the input is due is no picture to measure from. */
    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void theInputWaitsUntilAWindowHasGoneInAllPieces(Condition until) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> fill(frame, WINDOW, GREY));
                screen.later(ms(400), frame -> Mark.erase(frame, new Rect(36, 2, 22, 32)));
                screen.later(ms(700), frame -> {
                    Rect rest = Mark.erase(frame, new Rect(4, 2, 32, 32));
                    Mark.of("title").paint(frame, 10, 5);
                    return rest;
                });
            } else {
                screen.later(ms(1000), SessionHandlersTest::titleGone);
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, SessionFixture.operation("save", SAVES, until))
                .start(1)
                .pass(3900);
        comes(ms(600));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").responseNanos()).isEqualTo(1000 * MS);
        assertThat(fixture.timing("save").lagNanos()).isZero();
    }

    private static final Step SAVES = new Step.Keys(List.of("ctrl+s"));

    @Test
    void aWindowThatComesAndGoesIsNothingThatSettles() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else {
                window(ms(50));
                screen.later(ms(3000), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, settles(SAVES))
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").responseNanos()).isEqualTo(3000 * MS);
    }

    @Test
    void whereOnlyAWindowCameAndWentTheApplicationHasNotAnswered() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                // It goes in two steps: its picture, and then the rest of it.
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
                screen.later(ms(150), SessionHandlersTest::borderGone);
            } else {
                screen.later(ms(30), SessionHandlersTest::border);
                window(ms(50));
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, settles(SAVES))
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save timeout");
    }

    private static Rect border(Frame frame) {
        return border(frame, 0xff0000);
    }

    private static Rect borderGone(Frame frame) {
        return border(frame, 0);
    }

    private static Rect border(Frame frame, int colour) {
        Rect line = new Rect(WINDOW.x(), WINDOW.y() - 2, WINDOW.width(), 1);
        Arrays.fill(
                frame.pixels(), line.y() * frame.width() + line.x(), line.y() * frame.width() + line.right(), colour);
        return line;
    }

    @Test
    void whatHasSettledBehindAWindowCountsWhenTheWindowHasGone() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else {
                window(ms(50));
                screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, settles(SAVES))
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").responseNanos()).isEqualTo(450 * MS);
        assertThat(fixture.timing("save").resolutionNanos()).isEqualTo(250 * MS);
    }

    @Test
    void aWindowBetweenTwoInputsIsNoResponseToThem() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else if (answers++ == 0) {
                window(ms(50));
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, settles(SAVES, new Step.Wait(ms(1000)), SAVES))
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save timeout");
        assertThat(fixture.timing("save").handled()).isEqualTo(1);
    }

    @Test
    void aWindowThatIsGivenUpIsNoResponse() {
        for (Condition condition : List.of(
                new Condition.Changes(new Region.Whole(), 4),
                new Condition.Settles(new Region.Whole(), 4, ms(500)),
                new Condition.Vanishes("title"))) {
            office();
            fixture.screen.onInput((screen, events) -> {
                if (is(events, "s")) {
                    comes(ms(50));
                }
            });
            fixture.handles(handler(1))
                    .workload("office/writer", OPEN, SessionFixture.operation("save", SAVES, condition))
                    .start(1)
                    .finish();

            assertThat(fixture.outcomes()).as("%s", condition).containsExactly("open ok", "save timeout");
        }
    }

    private Timing responseThoughGivenUp(Condition until, Runnable input, Runnable answer, Handler... handlers) {
        fixture.screen.onInput((screen, events) -> (is(events, "F9") ? answer : input).run());
        fixture.handles(handlers)
                .workload("office/writer", OPEN, SessionFixture.operation("save", SAVES, until))
                .start(1)
                .finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        return fixture.timing("save");
    }

    static Stream<Condition> besideAWindow() {
        return Stream.concat(
                answeredByTheTitle(),
                Stream.of(new Condition.All(List.of(new Condition.Vanishes("title"), new Condition.Appears("saved")))));
    }

    /** Such as a message at the edge of the screen, which the title was seen with. */
    @ParameterizedTest
    @MethodSource("besideAWindow")
    void aResponseBesideAWindowThatIsGivenUpCounts(Condition until) {
        Runnable input = () -> {
            fixture.screen.later(ms(50), frame -> Mark.of("window").paint(frame, 40, 34));
            fixture.screen.later(ms(200), frame -> {
                Mark.of("saved").paint(frame, 5, 34);
                titleGone(frame);
                return ALL;
            });
        };
        Timing save = responseThoughGivenUp(until, input, () -> {}, handler(1));
        assertThat(save.responseNanos()).isEqualTo(200 * MS);
        assertThat(save.resolutionNanos()).isEqualTo(150 * MS);
    }

    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aWindowThatGoesAfterItWasGivenUpIsNoResponse(Condition until) {
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(6000), SessionHandlersTest::titleGone);
        };
        Runnable answer = () -> fixture.screen.later(ms(2100), SessionHandlersTest::bodyGone);
        Timing save = responseThoughGivenUp(until, input, answer, handler(1));
        assertThat(save.responseNanos()).isEqualTo(6000 * MS);
        assertThat(save.detail()).doesNotContain("still there");
    }

    private static Rect bodyGone(Frame frame) {
        Mark.erase(frame, BODY);
        Mark.of("title").paint(frame, 10, 5);
        return BODY;
    }

    /** It goes while the next one is open. */
    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aWindowThatWasGivenUpAndGoesBehindAnotherOneIsNoResponse(Condition until) {
        int[] answered = {0};
        Runnable input = () -> {
            comes(ms(50));
            fixture.screen.later(ms(2500), frame -> Mark.of("other").paint(frame, 50, 35));
            fixture.screen.later(ms(2600), SessionHandlersTest::bodyGone);
            fixture.screen.later(ms(6000), SessionHandlersTest::titleGone);
        };
        Runnable answer = () -> {
            if (answered[0]++ == 1) {
                fixture.screen.later(ms(100), frame -> Mark.erase(frame, new Rect(50, 35, Mark.SIZE, Mark.SIZE)));
            }
        };
        Handler other = new Handler(new Condition.Appears("other"), List.of(ANSWER), 3);
        Timing save = responseThoughGivenUp(until, input, answer, handler(1), other);
        assertThat(save.responseNanos()).isEqualTo(6000 * MS);
        assertThat(save.handled()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("answeredByTheTitle")
    void aResponseBehindAWindowThatGoesAfterItWasGivenUpCountsWhenItHasGone(Condition until) {
        Runnable answer = () -> fixture.screen.later(ms(2100), frame -> Mark.erase(frame, BODY));
        Timing save = responseThoughGivenUp(until, () -> comes(ms(50)), answer, handler(1));
        assertThat(save.responseNanos()).isEqualTo(2450 * MS);
    }

    @Test
    void aWindowInTheThinkTimeIsAnsweredBeforeTheInputWhichIsNotLate() {
        fixture.handles(HANDLER).workload("office/writer", OPEN, SAVE);
        fixture.start(1).pass(3900);
        window(ms(800));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        Timing save = fixture.timing("save");
        // The think time ends at 4800 ms, the window has gone at 4700 + 300 + 100, and the screen rests for 500 ms.
        assertThat(save.firedAt()).isEqualTo(5600 * MS);
        assertThat(save.lagNanos()).isZero();
        assertThat(save.responseNanos()).isEqualTo(200 * MS);
        assertThat(save.handled()).isEqualTo(1);
        assertThat(save.detail()).isEqualTo("handled window once before the input");
    }

    @Test
    void inputOfAHandlerIsNotMixedIntoTextThatIsBeingTyped() {
        Step text = new Step.Type("abcdefgh", Optional.of(ms(200)));
        Operation type = SessionFixture.operation(
                "type", List.of(), List.of(text, new Step.Keys(List.of("ctrl+s"))), new Condition.Appears("saved"));
        fixture.handles(HANDLER).workload("office/writer", OPEN, type);
        fixture.start(1).pass(3900);
        window(ms(1300));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        List<ScriptedScreen.Sent> sent = fixture.screen.sent();
        assertThat(sent).hasSize(8 + 1 + 1);
        assertThat(is(sent.get(8).events(), "F9")).isTrue();
        // The last step waits until the window has gone.
        assertThat(sent.get(9).at()).isGreaterThanOrEqualTo(sent.get(8).at() + 100 * MS);
        assertThat(fixture.timing("type").handled()).isEqualTo(1);
    }

    @Test
    void aWindowThatStaysIsGivenUpAndTheFailureSaysSo() {
        fixture.screen.onInput((screen, events) -> {
            answers += is(events, "F9") ? 1 : 0;
            if (is(events, "s")) {
                window(ms(50));
            }
        });
        fixture.handles(handler(2))
                .workload("office/writer", OPEN, SAVE)
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save timeout");
        assertThat(answers).isEqualTo(2);
        assertThat(fixture.timing("save").handled()).isEqualTo(2);
        assertThat(fixture.timing("save").detail())
                .startsWith("until: not seen within 10.0 s")
                .contains("handled window twice")
                .contains("its window is still there");
    }

    /** A second input would reach what is behind the window. */
    @Test
    void aWindowOfABusyApplicationGetsItsInputOnce() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                answers++;
                screen.later(ms(3_000), frame -> Mark.erase(frame, WINDOW));
            } else if (is(events, "s")) {
                window(ms(50));
                screen.later(ms(3_500), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN, SAVE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(answers).isEqualTo(1);
        assertThat(fixture.timing("save").detail()).startsWith("handled window once, 3.30 s");
    }

    @Test
    void aWindowThatTheOperationItselfNamesIsItsOwnBusiness() {
        Operation ask =
                SessionFixture.operation("ask", new Step.Keys(List.of("ctrl+o")), new Condition.Appears("window"));
        Operation answer = SessionFixture.operation("answer", ANSWER, new Condition.Vanishes("window"));
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                answers++;
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else {
                window(ms(50));
            }
        });
        fixture.handles(HANDLER)
                .workload("office/writer", OPEN, ask, answer)
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "ask ok", "answer ok");
        assertThat(fixture.timing("ask").responseNanos()).isEqualTo(50 * MS);
        assertThat(fixture.timing("answer").responseNanos()).isEqualTo(100 * MS);
        assertThat(fixture.timings).extracting(Timing::handled).containsOnly(0);
        assertThat(answers).isEqualTo(1);
    }

    @Test
    void eachOperationCountsFromZero() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
                return;
            }
            window(ms(50));
            boolean save = is(events, "s");
            screen.later(
                    ms(600),
                    frame -> save
                            ? Mark.of("saved").paint(frame, 10, 36)
                            : Mark.erase(frame, new Rect(10, 36, Mark.SIZE, Mark.SIZE)));
        });
        Operation undo =
                SessionFixture.operation("undo", new Step.Keys(List.of("F6")), new Condition.Vanishes("saved"));
        fixture.handles(handler(1))
                .workload("office/writer", OPEN, SAVE, undo)
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok", "undo ok");
        assertThat(fixture.timings).extracting(Timing::handled).containsExactly(0, 1, 1);
    }

    @Test
    void aWindowOfTheTargetIsAnsweredDuringTheLogonWhichTakesAsLong() {
        fixture.targetHandles(HANDLER).workload("office/writer", OPEN);
        fixture.start(1).pass(1900);
        window(ms(150));
        fixture.finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "READY", "WORKING", "FINISHED");
        SessionUpdate ready = fixture.sessionUpdate.get(1);
        // Seen at 2050 ms, answered at 2350 ms, gone at 2450 ms.
        assertThat(ready.logonNanos()).isEqualTo(2450 * MS);
        assertThat(ready.detail()).startsWith("handled window once");
        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertThat(fixture.timing("open").handled()).isZero();
    }

    @Test
    void aHandlerOfTheTargetWorksInEveryOperation() {
        fixture.targetHandles(HANDLER).workload("office/writer", OPEN, SAVE);
        fixture.start(1).pass(3900);
        window(ms(1000));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").handled()).isEqualTo(1);
    }

    /** A handler whose text no key of the layout types. */
    private static final Handler REFUSED =
            new Handler(new Condition.Appears("window"), List.of(new Step.Type("ł"), new Step.Keys(List.of("F9"))), 2);

    @Test
    void aWindowThatStaysBecauseItsInputIsRefusedIsNoFailureOfThePlatform() {
        fixture.refuseTexts();
        fixture.screen.onInput((screen, events) -> window(ms(50)));
        fixture.handles(REFUSED).workload("office/writer", OPEN, SAVE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save harness-error");
        assertThat(fixture.timing("save").detail())
                .startsWith("input of handler window was not sent: text not typed")
                .contains("otherwise: timeout: until: not seen within 10.0 s");
    }

    @Test
    void aWindowBeforeTheInputThatStaysBecauseItsInputIsRefusedIsNoFailureEither() {
        fixture.refuseTexts();
        Operation then = SessionFixture.operation(
                "then", List.of(new Step.Wait(ms(1000))), ANSWER, new Condition.Appears("other"));
        fixture.screen.onInput((screen, events) -> {
            screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
        });
        fixture.handles(new Handler(
                        new Condition.Appears("window"),
                        List.of(new Step.Type("ł"), new Step.Keys(List.of("F9"))),
                        100))
                .workload("office/writer", OPEN, SAVE, then)
                .start(1)
                .pass(5100);
        window(ms(10));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok", "then harness-error");
    }

    /** A window that goes by itself, later than a person would have dismissed it. */
    @Test
    void aResponseBehindAWindowWhoseInputIsRefusedIsNotKnown() {
        fixture.refuseTexts();
        fixture.screen.onInput((screen, events) -> {
            window(ms(50));
            screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            screen.later(ms(2000), frame -> Mark.erase(frame, WINDOW));
        });
        fixture.handles(REFUSED).workload("office/writer", OPEN, SAVE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save harness-error");
        assertThat(fixture.timing("save").detail()).contains("otherwise: ok");
    }

    /** The window had gone long before the input. */
    @Test
    void aFailureAfterAWindowWhoseInputWasRefusedIsThePlatforms() {
        fixture.refuseTexts();
        Operation then = SessionFixture.operation(
                "then", List.of(new Step.Wait(ms(3000))), ANSWER, new Condition.Appears("other"));
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "s")) {
                screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        fixture.handles(REFUSED)
                .workload("office/writer", OPEN, SAVE, then)
                .start(1)
                .pass(5500);
        window(ms(10));
        fixture.screen.later(ms(1000), frame -> Mark.erase(frame, WINDOW));
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok", "then timeout");
        assertThat(fixture.timing("then").detail()).contains("its input failed: text not typed");
    }

    /** The platform does not do what a handler was for: its own failure. */
    @Test
    void aWindowThatStaysThoughItsInputWasSentIsThePlatforms() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "s")) {
                window(ms(50));
            }
        });
        fixture.handles(HANDLER).workload("office/writer", OPEN, SAVE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "save timeout");
    }

    @Test
    void aLogonThatWaitsForAWindowWhoseInputIsRefusedIsNoneThatThePlatformRefused() {
        fixture.refuseTexts();
        fixture.targetHandles(new Handler(
                        new Condition.Appears("window"),
                        List.of(new Step.Type("ł"), new Step.Keys(List.of("F9"))),
                        100))
                .workload("office/writer", OPEN);
        fixture.start(1).pass(1900);
        window(ms(150));
        fixture.finish();

        SessionUpdate last = fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1);
        assertThat(last.phase()).isEqualTo(SessionUpdate.Phase.FAILED);
        assertThat(last.detail()).contains("its input failed: text not typed");
        assertThat(last.fault()).isTrue();
    }

    @Test
    void aDesktopAgentThatDoesNotStartBehindSuchAWindowIsNoneThatThePlatformRefused() {
        for (boolean behind : new boolean[] {true, false}) {
            fixture = new SessionFixture(folder.resolve("behind" + behind));
            fixture.refuseTexts();
            CompletableFuture<Void> prepared = new CompletableFuture<>();
            fixture.targetHandles(REFUSED)
                    .preparedBy(prepared)
                    .workload("office/writer", OPEN)
                    .start(1)
                    .pass(1900);
            if (behind) {
                window(ms(150));
            }
            fixture.pass(20_000);
            prepared.completeExceptionally(new DesktopException("desktop agent: none was ready"));
            fixture.finish();

            SessionUpdate last = fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1);
            assertThat(last.phase()).isEqualTo(SessionUpdate.Phase.FAILED);
            assertThat(last.fault()).as("behind a window: %s", behind).isEqualTo(behind);
        }
    }

    @Test
    void aHandlersInputEndsWithTheApplicationInstance() {
        Handler slow = new Handler(
                new Condition.Appears("window"),
                List.of(ANSWER, new Step.Wait(ms(6000)), new Step.Keys(List.of("Return"))),
                3);
        int[] saves = {0};
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else if (is(events, "s")) {
                if (++saves[0] == 1) {
                    window(ms(6_000));
                    screen.later(ms(6_300), frame -> Mark.erase(frame, new Rect(10, 5, Mark.SIZE, Mark.SIZE)));
                } else {
                    screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
                }
            }
        });
        Operation type = SessionFixture.operation(
                "type",
                List.of(),
                List.of(new Step.Type("abcdefgh", Optional.of(ms(500))), new Step.Keys(List.of("ctrl+s"))),
                new Condition.Appears("saved"));
        fixture.desktop.onLaunch(app -> {
            fixture.screen.update(frame -> {
                Mark.erase(frame, new Rect(0, 0, 64, 48));
                return frame.bounds();
            });
            fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.handles(slow).workload("office/writer", OPEN, type).start(2).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "type timeout", "open ok", "type ok");
        assertThat(fixture.screen.sent())
                .flatExtracting(ScriptedScreen.Sent::events)
                .doesNotContain(new InputEvent.Key(Keysyms.RETURN, true));
    }

    /** Its window goes with the first of its inputs, 2 s before the last one. */
    private static final Handler LONG = new Handler(
            new Condition.Appears("window"),
            List.of(ANSWER, new Step.Wait(ms(2_000)), new Step.Keys(List.of("F10"))),
            3);

    private static boolean isLastOfLong(List<InputEvent> events) {
        return events.contains(new InputEvent.Key(0xffc7, true));
    }

    @Test
    void silenceWhileAHandlerSendsItsInputIsNoRest() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else if (isLastOfLong(events)) {
                screen.later(ms(300), frame -> Mark.of("more").paint(frame, 40, 5));
            } else {
                screen.later(ms(20), frame -> Mark.of("saved").paint(frame, 10, 36));
                window(ms(50));
            }
        });
        fixture.handles(LONG)
                .workload("office/writer", OPEN, settles(new Step.Keys(List.of("ctrl+s"))))
                .start(1)
                .finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        // Seen after 50 ms, answered from 350 ms to 2.35 s.
        assertThat(fixture.timing("save").responseNanos()).isEqualTo(2_650 * MS);
    }

    @Test
    void theRestBeforeAnInputThatIsMeasuredBeginsAfterTheLastInputOfAHandler() {
        long[] lastOfHandler = {0};
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                screen.later(ms(100), frame -> Mark.erase(frame, WINDOW));
            } else if (isLastOfLong(events)) {
                lastOfHandler[0] = fixture.time.nanoTime();
            } else if (is(events, "s")) {
                screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), frame -> Mark.of("title").paint(frame, 10, 5));
            window(ms(700));
        });
        fixture.handles(LONG).workload("office/writer", OPEN, SAVE).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "save ok");
        assertThat(fixture.timing("save").firedAt()).isEqualTo(lastOfHandler[0] + WindowHandlers.REST_NANOS);
    }

    /** The picture with the window is from before the last character; the first one after it is without. */
    @Test
    void aWindowThatWentWhileATextWasTypedGetsNoInput() {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                answers++;
            } else if (events.contains(new InputEvent.Key('a', true))) {
                window(ms(50));
            } else if (events.contains(new InputEvent.Key('z', true))) {
                screen.later(ms(90), frame -> Mark.erase(frame, WINDOW));
                screen.later(ms(200), frame -> Mark.of("saved").paint(frame, 10, 36));
            }
        });
        Operation type = SessionFixture.operation(
                "type", new Step.Type("abcdefghijz", Optional.of(ms(200))), new Condition.Appears("saved"));
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertThat(answers).isZero();
        assertThat(fixture.timing("type").responseNanos()).isEqualTo(2_200 * MS);
    }

    /** A window is painted before the picture by which it is known, and that may come only after the last character. */
    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void anEmptyWindowDuringATextIsNoAnswerBeforeItsPictureCanBeThere(Condition until) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                allOfItGoes();
            } else if (events.contains(new InputEvent.Key('a', true))) {
                screen.later(ms(50), frame -> fill(frame, BODY, GREY));
            } else if (events.contains(new InputEvent.Key('z', true))) {
                comes(ms(90));
                screen.later(ms(5_000), SessionHandlersTest::beside);
            }
        });
        Operation type = SessionFixture.operation("type", new Step.Type("abcdefghijz", Optional.of(ms(200))), until);
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertThat(fixture.timing("type").responseNanos()).isEqualTo(7_000 * MS);
    }

    /**
     * What is left of the window when its picture has gone stays in the picture while the text is typed, because no
     * frame comes.
     */
    @ParameterizedTest
    @MethodSource("answeredByAnyChange")
    void whatIsLeftOfAWindowWhileATextIsTypedIsNoAnswer(Condition until) {
        fixture.screen.onInput((screen, events) -> {
            if (is(events, "F9")) {
                firstPieceGoes();
            } else if (is(events, "s")) {
                comes(ms(50));
            } else if (events.contains(new InputEvent.Key('z', true))) {
                screen.later(ms(900), SessionHandlersTest::restGone);
                screen.later(ms(4_000), SessionHandlersTest::beside);
            }
        });
        Operation type = SessionFixture.operation(
                "type",
                List.of(),
                List.of(
                        new Step.Keys(List.of("ctrl+s")),
                        new Step.Wait(ms(100)),
                        new Step.Type("abcdefghijkmnopqrtuz", Optional.of(ms(200)))),
                until);
        fixture.handles(HANDLER).workload("office/writer", OPEN, type).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        // The window goes 450 ms after the first input; then 20 characters at 200 ms.
        assertThat(fixture.timing("type").responseNanos()).isEqualTo(8_250 * MS);
    }
}
