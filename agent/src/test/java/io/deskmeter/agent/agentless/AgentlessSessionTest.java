package io.deskmeter.agent.agentless;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.remote.DesktopTarget;
import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Launcher;
import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.targets.Agentless.Sign;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Sessions without a desktop agent, on a scripted desktop in virtual time. */
class AgentlessSessionTest {
    private static final String WORKLOAD = "office/test";
    private static final String TITLE = "landmarks/title.png";
    private static final String COMMAND = "sh /srv/deskmeter/office/test/launch.sh";
    /** A text is typed in pieces of twenty characters. */
    private static final List<InputEvent> FIRST_PIECE = Keyboard.type(COMMAND.substring(0, 20));

    private static final List<InputEvent> LAST_PIECE = Keyboard.type(COMMAND.substring(20));
    private static final String END = "sh /srv/deskmeter/end.sh";
    private static final List<InputEvent> FIRST_OF_END = Keyboard.type(END.substring(0, 20));
    private static final List<InputEvent> LAST_OF_END = Keyboard.type(END.substring(20));
    private static final List<InputEvent> RUN_DIALOG = Keyboard.chord("alt+F2");
    private static final List<InputEvent> RETURN = Keyboard.chord("Return");
    private static final List<InputEvent> CLOSE = Keyboard.chord("ctrl+q");
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final VirtualTime time = new VirtualTime();
    private final ScriptedScreen screen = new ScriptedScreen(time, 96, 64);
    private final List<Timing> timings = new ArrayList<>();
    private final List<SessionUpdate> updates = new ArrayList<>();

    /** Whether the script that ends applications has been typed last. */
    private boolean ends;

    @Test
    void aRunDialogTakesTheCommandAndTheClockStartsWithReturn() {
        screen.onInput(this::dialog);
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        Timing open = timings.get(0);
        assertThat(open.responseNanos()).isEqualTo(3 * SECOND);
        List<ScriptedScreen.Sent> sent = screen.sent();
        assertThat(sent)
                .extracting(ScriptedScreen.Sent::events)
                .containsExactly(
                        RUN_DIALOG,
                        FIRST_OF_END,
                        LAST_OF_END,
                        RETURN,
                        RUN_DIALOG,
                        FIRST_PIECE,
                        LAST_PIECE,
                        RETURN,
                        CLOSE);
        sent = sent.subList(4, sent.size());
        // The dialog needs 0.7 s to appear, and its rest half a second; the text 0.1 s, and 0.3 s.
        assertThat(sent.get(1).at() - sent.get(0).at()).isEqualTo(1_200 * SECOND / 1_000);
        assertThat(sent.get(3).at() - sent.get(2).at()).isEqualTo(400 * SECOND / 1_000);
        assertThat(open.firedAt()).isEqualTo(sent.get(3).at());
    }

    @Test
    void aRunDialogCanBeSeenByItsPicture() {
        Picture picture = new Picture("run.png", "AAAA");
        screen.onInput((to, events) -> {
            dialog(to, events);
            if (events.equals(RUN_DIALOG)) {
                to.later(Duration.ofMillis(900), frame -> mark(frame, picture.landmark(), 70, 40));
            }
        });
        run(dialog(new Sign.Landmark(picture)), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        assertThat(screen.sent().get(1).at() - screen.sent().get(0).at()).isEqualTo(900 * SECOND / 1_000);
    }

    /** Its caret blinks all the time, and is as tall as that of Writer beside a picture. */
    @Test
    void whatAnInterruptedRunHasLeftOpenIsEndedBeforeTheLaunch() {
        screen.onInput(this::dialog);
        screen.later(Duration.ofMillis(10), this::title);
        for (int i = 1; i < 400; i++) {
            int shade = i % 2 == 0 ? 0 : 255;
            screen.later(Duration.ofMillis(500L * i), frame -> {
                for (int y = 5; y < 55; y++) {
                    frame.pixels()[y * frame.width() + 90] = shade;
                    frame.pixels()[y * frame.width() + 91] = shade;
                }
                return new Rect(90, 5, 2, 50);
            });
        }
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
    }

    @Test
    void whatAFailedOperationHasLeftOpenIsEndedBeforeTheNextLaunch() {
        int[] closings = {0};
        screen.onInput((to, events) -> {
            if (!events.equals(CLOSE) || ++closings[0] > 1) {
                dialog(to, events);
            }
        });
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 2);
        assertThat(outcomes()).containsExactly("open ok", "close timeout", "open ok", "close ok");
    }

    @Test
    void withoutADialogNothingIsTyped() {
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(outcomes()).containsExactly("open timeout", "close skipped");
        assertThat(timings.get(0).detail()).startsWith("before: no change seen in time");
        assertThat(screen.sent()).extracting(ScriptedScreen.Sent::events).containsExactly(RUN_DIALOG);
    }

    @Test
    void anIconIsDoubleClickedAsSoonAsItIsThere() {
        Picture icon = new Picture("writer.png", "AAAA");
        screen.onInput((to, events) -> {
            boolean clicks = events.get(0) instanceof InputEvent.Pointer;
            if (clicks) {
                to.later(Duration.ofSeconds(3), this::title);
            } else if (events.equals(CLOSE)) {
                to.later(Duration.ofMillis(100), AgentlessSessionTest::clear);
            }
        });
        screen.later(Duration.ofSeconds(20), frame -> mark(frame, icon.landmark(), 70, 40));
        run(agentless(new Launcher.Icons(Map.of(WORKLOAD, icon))), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        assertThat(screen.sent().get(0).at()).isEqualTo(20 * SECOND);
        assertThat(screen.sent().get(0).events().stream()
                        .filter(event -> event instanceof InputEvent.Pointer pointer && pointer.buttons() != 0))
                .hasSize(2);
    }

    @Test
    void aMenuIsFollowedAndItsLastChoiceIsMeasured() {
        Picture menu = new Picture("menu.png", "AAAA");
        screen.onInput((to, events) -> {
            if (events.equals(RETURN)) {
                to.later(Duration.ofSeconds(3), this::title);
            } else if (events.equals(CLOSE)) {
                to.later(Duration.ofMillis(100), AgentlessSessionTest::clear);
            }
        });
        screen.later(Duration.ofSeconds(20), frame -> mark(frame, menu.landmark(), 70, 40));
        run(
                agentless(new Launcher.Menus(Map.of(
                        WORKLOAD,
                        List.of(new Choice.Click(menu), new Choice.Keys("Down"), new Choice.Keys("Return"))))),
                1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        assertThat(screen.sent())
                .extracting(ScriptedScreen.Sent::events)
                .element(1)
                .isEqualTo(Keyboard.chord("Down"));
        assertThat(timings.get(0).firedAt()).isEqualTo(screen.sent().get(2).at());
        assertThat(timings.get(0).responseNanos()).isEqualTo(3 * SECOND);
    }

    @Test
    void anApplicationThatWasClosedHasTimeToExit() {
        screen.onInput(this::dialog);
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 2);
        assertThat(outcomes()).containsExactly("open ok", "close ok", "open ok", "close ok");
        long closed = timings.get(1).shownAt();
        long next = screen.sent().get(9).at();
        // A think time of one second follows.
        assertThat(next - closed).isGreaterThanOrEqualTo(AgentlessHost.CLOSING.toNanos() + SECOND);
    }

    @Test
    void theDesktopIsUsableWhenItRests() {
        screen.onInput(this::dialog);
        for (int i = 1; i <= 6; i++) {
            int shade = i;
            screen.later(Duration.ofSeconds(2 + i), frame -> fill(frame, 0, 0, shade * 30));
        }
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(logonNanos()).isEqualTo(8 * SECOND);
        assertThat(screen.sent().get(0).at()).isGreaterThanOrEqualTo(10 * SECOND);
    }

    /** Its logon takes as long as without the question. */
    @Test
    void aDesktopThatRestsIsAskedWhetherItDoes() {
        screen.onInput(this::dialog).answerProbes(Duration.ofMillis(30));
        screen.later(Duration.ofSeconds(3), frame -> fill(frame, 0, 0, 30));
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(logonNanos()).isEqualTo(3 * SECOND);
        assertThat(screen.probes().get(0)).isLessThan(4 * SECOND);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
    }

    /**
     * Reproducer: nothing was asked before the quiet time was over, so that the server had stood still for nearly all
     * of it.
     */
    @Test
    void aLogonRestsOnlyWhileTheServerAnswers() {
        screen.onInput(this::dialog)
                .answerProbes(Duration.ofMillis(2))
                .stopped(Duration.ofMillis(3050), Duration.ofMillis(4900));
        screen.later(Duration.ofSeconds(3), frame -> fill(frame, 0, 0, 30));
        screen.later(Duration.ofMillis(5200), frame -> fill(frame, 0, 0, 40));
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(logonNanos()).isEqualTo(5_200 * SECOND / 1_000);
    }

    /**
     * A picture that rests by the clock gets the time for which the server has stood still, also at the end of the time
     * for the logon.
     */
    @Test
    void aRestThatHasBegunInTimeIsAwaitedThoughTheServerStoodStill() {
        screen.onInput(this::dialog)
                .answerProbes(Duration.ofMillis(2))
                .stopped(Duration.ofMillis(86_050), Duration.ofMillis(90_500));
        for (long at = 1000; at <= 86_000; at += 1000) {
            int width = at / 1000 % 2 == 0 ? 30 : 40;
            screen.later(Duration.ofMillis(at), frame -> fill(frame, 0, 0, width));
        }
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(logonNanos()).isEqualTo(86 * SECOND);
    }

    /** It may hang, or have begun a change whose rest never comes. */
    @Test
    void aDesktopThatDoesNotAnswerIsNotUsableThoughNothingChanges() {
        screen.onInput(this::dialog).ignoreProbes();
        Session session = session(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        session.start();
        time.runAll(Duration.ofMinutes(10));
        assertThat(session.ended()).isCompletedWithValue(Phase.FAILED);
        assertThat(updates.get(updates.size() - 1).detail())
                .startsWith("logon: not usable within 90 s: the server has not answered for 8")
                .contains(" s, so nothing tells whether the picture is at rest (expected: ");
        assertThat(timings).isEmpty();
        assertThat(screen.sent()).isEmpty();
        assertThat(screen.isClosed()).isTrue();
    }

    /** A busy host answers late; it is not said to be stable before, and no failure either. */
    @Test
    void aDesktopThatAnswersLateIsUsable() {
        screen.onInput(this::dialog).answerProbes(Duration.ofMillis(2)).stopped(Duration.ZERO, Duration.ofSeconds(40));
        run(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        assertThat(screen.sent().get(0).at()).isGreaterThan(40 * SECOND);
    }

    /** Otherwise the user stays logged on, and the display stays open until the agent ends. */
    @Test
    void aDisplayThatOpensAfterTheEndOfItsSessionIsClosed() {
        Session session = session(dialog(new Sign.Rest(Duration.ofMillis(500))), 1);
        session.start();
        time.advance(Duration.ofSeconds(1));
        session.stop(true, "stopped");
        time.runAll(Duration.ofMinutes(10));
        assertThat(session.ended()).isCompletedWithValue(Phase.STOPPED);
        assertThat(screen.isClosed()).isTrue();
    }

    private UnaryOperator<Screen> sees = shown -> shown;

    private List<Handler> handlers = List.of();

    /** The window goes 20 ms after its operation has failed, while the application is being closed. */
    @Test
    void noInputGoesToAWindowThatHasGoneWhileTheApplicationIsClosed() {
        List<InputEvent> answer = Keyboard.chord("F9");
        handlers = List.of(new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3));
        long[] goneAt = {0};
        screen.onInput((to, events) -> {
            if (events.equals(CLOSE)) {
                to.later(Duration.ofMillis(29_850), frame -> mark(frame, "window", 70, 40));
                to.later(Duration.ofMillis(30_020), frame -> {
                    goneAt[0] = time.nanoTime();
                    return Mark.erase(frame, new Rect(70, 40, Mark.SIZE, Mark.SIZE));
                });
            } else {
                dialog(to, events);
            }
        });
        Session session = session(dialog(new Sign.Rest(Duration.ofMillis(500))), 2);
        session.start();
        time.runAll(Duration.ofMinutes(10));
        assertThat(screen.sent()).extracting(ScriptedScreen.Sent::events).doesNotContain(answer);
    }

    /** The text of the logoff is refused, nothing is typed, the user stays logged on. */
    @Test
    void aLogoffWhoseTextIsRefusedLeavesTheDisplayOpen() {
        sees = shown -> new Screen() {
            @Override
            public CompletableFuture<Long> fire(List<InputEvent> events) {
                return shown.fire(events);
            }

            @Override
            public CompletableFuture<Void> prepare(String text) {
                return text.contains("exit")
                        ? CompletableFuture.failedFuture(UntypableText.refused(Set.of((int) 'e'), "a known layout"))
                        : CompletableFuture.completedFuture(null);
            }

            @Override
            public void close() {
                shown.close();
            }
        };
        screen.onInput(this::dialog);
        Agentless target = new Agentless(
                "/srv/deskmeter",
                new Sign.Rest(Duration.ofSeconds(2)),
                new Launcher.Dialog("alt+F2", new Sign.Rest(Duration.ofMillis(500)), Agentless.COMMAND),
                List.of(new Step.Type("openbox --exit"), new Step.Keys(List.of("Return"))));
        run(target, 1);
        assertThat(updates.get(updates.size() - 1).leftOpen()).isTrue();
    }

    /** Not even a picture that never rests would keep it from being ready. */
    @Test
    void aDesktopOfWhichNothingIsLookedAtProvesNoLogon() {
        Agentless target = new Agentless(
                "/srv/deskmeter",
                new Sign.Rest(Duration.ofSeconds(2), List.of(new ScreenRect(0, 0, 9999, 9999))),
                new Launcher.Dialog("alt+F2", new Sign.Rest(Duration.ofMillis(500)), Agentless.COMMAND),
                List.of());
        Session session = session(target, 1);
        session.start();
        time.runAll(Duration.ofMinutes(10));
        assertThat(session.ended()).isCompletedWithValue(Phase.FAILED);
        assertThat(updates).extracting(SessionUpdate::phase).doesNotContain(Phase.READY);
        assertThat(updates.get(updates.size() - 1).detail())
                .contains(
                        "`except` of `ready` covers all of the screen of", "nothing proves that the desktop is there");
    }

    /** Nobody ends an application that an icon has launched. */
    private Agentless icons(Picture icon) {
        screen.later(Duration.ofSeconds(1), frame -> mark(frame, icon.landmark(), 70, 40));
        return agentless(new Launcher.Icons(Map.of(WORKLOAD, icon)));
    }

    private void refusing(List<InputEvent> refused, int times) {
        int[] left = {times};
        sees = shown -> new Screen() {
            @Override
            public CompletableFuture<Long> fire(List<InputEvent> events) {
                return events.equals(refused) && left[0]-- > 0
                        ? CompletableFuture.failedFuture(ScreenException.ofRefusedInput("input not sent: no such key"))
                        : shown.fire(events);
            }

            @Override
            public void close() {
                shown.close();
            }
        };
    }

    /** Its title is there before the next launch. */
    @Test
    void whatDeskmeterItselfHasLeftOpenIsNoFailureOfThePlatform() {
        refusing(CLOSE, 3);
        screen.onInput((to, events) -> to.later(Duration.ofSeconds(3), this::title));
        run(icons(new Picture("writer.png", "AAAA")), 3);
        assertThat(outcomes())
                .containsExactly(
                        "open ok",
                        "close harness-error",
                        "open harness-error",
                        "close skipped",
                        "open harness-error",
                        "close skipped");
        assertThat(timings.get(2).detail())
                .isEqualTo(
                        "the application may have been left open that an operation used which Deskmeter itself spoilt;"
                                + " otherwise: application-failed: until: true before the input (expected: false; a"
                                + " condition that is already true cannot be measured)");
    }

    /** What the platform fails leaves as much, and is its own. */
    @Test
    void whatAFailureOfThePlatformHasLeftOpenIsThePlatforms() {
        screen.onInput((to, events) -> {
            if (events.get(0) instanceof InputEvent.Pointer) {
                to.later(Duration.ofSeconds(3), this::title);
            }
        });
        run(icons(new Picture("writer.png", "AAAA")), 2);
        assertThat(outcomes()).containsExactly("open ok", "close timeout", "open application-failed", "close skipped");
    }

    /** Once an application has opened as it should, nothing is in the way any more. */
    @Test
    void whatFailsAfterAnApplicationHasOpenedAgainIsThePlatforms() {
        refusing(CLOSE, 1);
        int[] launches = {0};
        screen.onInput((to, events) -> {
            if (events.get(0) instanceof InputEvent.Pointer) {
                to.later(Duration.ofSeconds(3), this::title);
                if (++launches[0] == 1) {
                    to.later(
                            Duration.ofMillis(4_500),
                            frame -> Mark.erase(frame, new Rect(0, 30, Mark.SIZE, Mark.SIZE)));
                }
            }
        });
        run(icons(new Picture("writer.png", "AAAA")), 2);
        assertThat(outcomes()).containsExactly("open ok", "close harness-error", "open ok", "close timeout");
    }

    private static final List<InputEvent> LOG_OFF = Keyboard.chord("ctrl+alt+End");

    /** Whether the loss of the screen is told on the thread that causes it: a logoff blocks the only one there is. */
    private boolean atOnce;

    /** A desktop that ends when its user logs off. */
    private Agentless loggingOff() {
        screen.onInput((to, events) -> {
            if (events.equals(LOG_OFF)) {
                atOnce = true;
                to.lose("the session has ended");
            } else {
                dialog(to, events);
            }
        });
        return new Agentless(
                "/srv/deskmeter",
                new Sign.Rest(Duration.ofSeconds(2)),
                new Launcher.Dialog("alt+F2", new Sign.Rest(Duration.ofMillis(500)), Agentless.COMMAND),
                List.of(new Step.Keys(List.of("ctrl+alt+End"))));
    }

    private void stoppedAfter(Duration work, Agentless target) {
        Session session = session(target, 1);
        session.start();
        time.advance(work);
        session.stop(true, "stopped");
        time.runAll(Duration.ofMinutes(10));
        assertThat(session.ended()).isCompletedWithValue(Phase.STOPPED);
        assertThat(updates.get(updates.size() - 1).leftOpen()).isFalse();
    }

    @Test
    void aUserIsLoggedOffWhenTheWorkIsDone() {
        run(loggingOff(), 1);
        assertThat(outcomes()).containsExactly("open ok", "close ok");
        assertThat(screen.sent()).extracting(ScriptedScreen.Sent::events).endsWith(LOG_OFF);
    }

    /** The desktop is usable after four seconds; the first application follows a second later. */
    @Test
    void aUserWhoHasOpenedNothingYetIsLoggedOffToo() {
        stoppedAfter(Duration.ofMillis(4500), loggingOff());
        assertThat(updates).extracting(SessionUpdate::phase).contains(Phase.READY);
        assertThat(screen.sent()).extracting(ScriptedScreen.Sent::events).containsExactly(LOG_OFF);
    }

    /** The input could go to a window that asks for a password. */
    @Test
    void nothingIsSentToADesktopOnWhichNobodyMayBeLoggedOn() {
        stoppedAfter(Duration.ofSeconds(3), loggingOff());
        assertThat(updates).extracting(SessionUpdate::phase).doesNotContain(Phase.READY);
        assertThat(screen.sent()).isEmpty();
    }

    private Agentless dialog(Sign opened) {
        return agentless(new Launcher.Dialog("alt+F2", opened, Agentless.COMMAND));
    }

    private static Agentless agentless(Launcher launcher) {
        return new Agentless("/srv/deskmeter", new Sign.Rest(Duration.ofSeconds(2)), launcher, List.of());
    }

    /** A run dialog that starts the application. */
    private void dialog(ScriptedScreen to, List<InputEvent> events) {
        if (events.equals(RUN_DIALOG)) {
            to.later(Duration.ofMillis(700), frame -> fill(frame, 40, 0, 90));
        } else if (events.equals(LAST_PIECE) || events.equals(LAST_OF_END)) {
            ends = events.equals(LAST_OF_END);
            to.later(Duration.ofMillis(100), frame -> fill(frame, 40, 0, 180));
        } else if (events.equals(RETURN) && ends) {
            to.later(Duration.ofMillis(100), AgentlessSessionTest::clear);
        } else if (events.equals(RETURN)) {
            to.later(Duration.ofMillis(100), frame -> fill(frame, 40, 0, 0));
            to.later(Duration.ofSeconds(3), this::title);
        } else if (events.equals(CLOSE)) {
            to.later(Duration.ofMillis(100), AgentlessSessionTest::clear);
        }
    }

    private Rect title(Frame frame) {
        return mark(frame, TITLE, 0, 30);
    }

    private static Rect mark(Frame frame, String name, int x, int y) {
        Mark.of(name).paint(frame, x, y);
        return new Rect(x, y, Mark.SIZE, Mark.SIZE);
    }

    private static Rect clear(Frame frame) {
        Arrays.fill(frame.pixels(), 0);
        return frame.bounds();
    }

    private static Rect fill(Frame frame, int x, int y, int shade) {
        for (int row = y; row < y + 16; row++) {
            for (int column = x; column < x + 16; column++) {
                frame.pixels()[row * frame.width() + column] = shade;
            }
        }
        return new Rect(x, y, 16, 16);
    }

    private void run(Agentless agentless, int iterations) {
        Session session = session(agentless, iterations);
        session.start();
        time.runAll(Duration.ofMinutes(10));
        assertThat(session.ended()).isCompletedWithValue(Phase.FINISHED);
        assertThat(screen.isClosed()).isTrue();
    }

    private Session session(Agentless agentless, int iterations) {
        Planner planner = new Planner(
                new WorkloadProfile(
                        "test",
                        List.of(WORKLOAD),
                        iterations,
                        0,
                        0,
                        new ThinkTime(Duration.ofSeconds(1), 0),
                        WorkloadProfile.Order.FIXED,
                        1),
                List.of(workload()));
        SessionSettings settings = new SessionSettings(
                0,
                0,
                iterations,
                96,
                64,
                i -> planner.iteration(0, i),
                AgentlessSessions.timeouts(agentless),
                handlers);
        SessionContext context = new SessionContext(
                (session, width, height) -> {
                    throw new AssertionError("no desktop of this machine");
                },
                MarkScreenMatcher::new,
                () -> FrameRecorder.NONE,
                time,
                time,
                time,
                time.ticker(),
                time,
                Probing.on());
        return new AgentlessSessions(new MatcherBuffers())
                .create(agentless, settings, new Place(), context, new Listener());
    }

    private static Workload workload() {
        Until shown = new Until(new Condition.Appears(TITLE), Duration.ofSeconds(30));
        Until gone = new Until(new Condition.Vanishes(TITLE), Duration.ofSeconds(30));
        return new Workload(
                WORKLOAD,
                "Test",
                "",
                new Application(Map.of("linux", List.of("office"))),
                List.of(
                        new Operation(
                                "open",
                                Group.B,
                                List.of(new Operation.Occurrence(
                                        List.of(new Step.Run(List.of("sh", "prepare.sh"))),
                                        List.of(new Step.Launch()),
                                        shown))),
                        new Operation(
                                "close",
                                Group.A,
                                List.of(new Operation.Occurrence(
                                        List.of(), List.of(new Step.Keys(List.of("ctrl+q"))), gone)))),
                Path.of("nowhere"),
                "checksum");
    }

    private List<String> outcomes() {
        return timings.stream()
                .map(timing -> timing.operation() + " " + timing.outcome().label())
                .toList();
    }

    private long logonNanos() {
        return updates.stream()
                .filter(update -> update.phase() == Phase.READY)
                .mapToLong(SessionUpdate::logonNanos)
                .findFirst()
                .orElseThrow();
    }

    private final class Listener implements SessionListener {
        @Override
        public void timed(Timing timing) {
            timings.add(timing);
        }

        @Override
        public void sampled(Sample sample) {
            // Each session says how long its desktop did not respond, whatever its workloads measure.
            assertThat(sample.metric()).isEqualTo("unresponsive");
        }

        @Override
        public void changed(SessionUpdate update) {
            updates.add(update);
        }
    }

    /** Two seconds after the start it shows the scripted screen. */
    private final class Place implements DesktopTarget {
        @Override
        public void begin() {}

        @Override
        public boolean beginsWithDisplay() {
            return true;
        }

        @Override
        public CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
            CompletableFuture<Screen> opened = new CompletableFuture<>();
            var unused = time.schedule(
                    () -> {
                        opened.complete(sees.apply(screen));
                        screen.connect(listener, task -> {
                            if (atOnce) {
                                task.run();
                            } else {
                                executor.execute(task);
                            }
                        });
                    },
                    2,
                    TimeUnit.SECONDS);
            return opened;
        }

        @Override
        public Optional<LogonMonitor> logon(long firedAt) {
            return Optional.empty();
        }

        @Override
        public DesktopAgentRequest wanted() {
            throw new AssertionError("nobody asks for a desktop agent");
        }

        @Override
        public Optional<PairingCodeReader> pairingCodes() {
            throw new AssertionError("nobody shows a pairing code");
        }

        @Override
        public void end() {}
    }
}
