package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.CLOSE;
import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.TITLE_PLACE;
import static io.deskmeter.agent.session.SessionFixture.TYPE;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session in virtual time. Logged on after 2000 ms of start and 300 ms of quiet; so the first input is sent at 2300 +
 * 1000 ms of think time = 3300 ms.
 */
class SessionTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private SessionFixture fixture() {
        return new SessionFixture(folder);
    }

    /**
     * The application shows its title 800 ms after the launch, with a splash before; types after 50 ms; closes after
     * 200 ms.
     */
    private SessionFixture office() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), frame -> Mark.of("splash").paint(frame, 30, 20));
            fixture.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        fixture.screen.onInput((screen, events) -> {
            if (events.size() == 4 && fixture.timings.size() % 3 == 2) {
                screen.later(ms(200), frame -> Mark.erase(frame, TITLE_PLACE));
                var unused = fixture.time.schedule(
                        () -> fixture.desktop
                                .launched()
                                .get(fixture.desktop.launched().size() - 1)
                                .exit(0),
                        250,
                        TimeUnit.MILLISECONDS);
            } else {
                screen.later(
                        ms(50),
                        frame -> Mark.of("text" + fixture.timings.size()).paint(frame, 20, 36));
            }
        });
        return fixture;
    }

    @Test
    void timesAnOperationByItsFrames() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok", "close ok");
        assertThat(fixture.timing("open"))
                .isEqualTo(Timing.builder("office/writer", "open", Group.A, Outcome.OK)
                        .session(3)
                        .sequence(1)
                        .wallFiredAt(Instant.parse("2026-01-01T00:00:03.300Z"))
                        .thinkNanos(1000 * MS)
                        .intendedAt(3300 * MS)
                        .firedAt(3300 * MS)
                        .lastWithoutAt(3800 * MS)
                        .shownAt(4100 * MS)
                        .build());
        Timing type = fixture.timing("type");
        assertThat(type.intendedAt()).isEqualTo(5100 * MS);
        assertThat(type.firedAt()).isEqualTo(5100 * MS);
        assertThat(type.lastWithoutAt()).isEqualTo(5100 * MS);
        assertThat(type.shownAt()).isEqualTo(5150 * MS);
        Timing close = fixture.timing("close");
        assertThat(close.firedAt()).isEqualTo(6150 * MS);
        assertThat(close.shownAt()).isEqualTo(6350 * MS);
        assertThat(close.sequence()).isEqualTo(3);
    }

    @Test
    void reportsItsPhases() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(2).finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "READY", "WORKING", "WORKING", "FINISHED");
        assertThat(fixture.sessionUpdate.get(1).logonNanos()).isEqualTo(2000 * MS);
        assertThat(fixture.sessionUpdate.get(2).iteration()).isZero();
        assertThat(fixture.sessionUpdate.get(3).iteration()).isEqualTo(1);
        assertThat(fixture.sessionUpdate.get(4).iteration()).isEqualTo(2);
        assertThat(fixture.desktop.isClosed()).isTrue();
        assertThat(fixture.screen.isClosed()).isTrue();
        assertThat(fixture.session().ended()).isCompletedWithValue(SessionUpdate.Phase.FINISHED);
        assertThat(fixture.time.pending()).isZero();
    }

    @Test
    void framesDuringThePreparationOfTheDesktopDoNotChangeTheDeadline() {
        CompletableFuture<Void> prepared = new CompletableFuture<>();
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).preparedBy(prepared);
        fixture.start(1).pass(3000);
        fixture.screen.later(ms(0), frame -> Mark.of("code").paint(frame, 30, 20));
        fixture.pass(2000);
        assertThat(fixture.phases()).containsExactly("STARTING");

        prepared.complete(null);
        fixture.finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "READY", "WORKING", "FINISHED");
        assertThat(fixture.sessionUpdate.get(1).logonNanos()).isEqualTo(2000 * MS);
    }

    @Test
    void aDesktopThatIsNeverPreparedFailsTheLogonAtItsDeadlineWithTheReason() {
        SessionFixture fixture = office().workload("office/writer", OPEN).preparedBy(new CompletableFuture<>());
        fixture.start(1).pass(3000);
        fixture.screen.later(ms(0), frame -> Mark.of("code").paint(frame, 30, 20));
        fixture.pass(86_900);
        assertThat(fixture.phases()).containsExactly("STARTING");
        fixture.pass(200);
        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(fixture.sessionUpdate.get(1).detail())
                .isEqualTo("logon: a picture rested, but the session was not ready within 90 s: nobody came");
    }

    @Test
    void aSessionEndsWithItsDesktopEvenIfTheEndMakesThePreparationFail() {
        CompletableFuture<Void> prepared = new CompletableFuture<>();
        SessionFixture fixture =
                office().workload("office/writer", OPEN).preparedBy(prepared).blockingFor(ms(500));
        fixture.start(1).pass(4000);
        fixture.session().stop(true, "enough");
        fixture.pass(100);
        prepared.completeExceptionally(new IllegalStateException("the session is over"));
        fixture.pass(100);
        assertThat(fixture.phases()).containsExactly("STARTING");
        assertThat(fixture.desktop.isClosed()).isFalse();

        fixture.finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "STOPPED");
        assertThat(fixture.desktop.isClosed()).isTrue();
    }

    @Test
    void everyAppInstanceHasAFreshCopyOfTheContent() {
        SessionFixture fixture = office().workload("office/writer", OPEN, TYPE, CLOSE);
        fixture.start(2).pass(3400);
        ScriptedDesktop.App first = fixture.desktop.launched().get(0);
        assertThat(first.command()).containsExactly("office", first.workDir() + "/report.odt", "3");
        assertThat(first.workDir().resolve("report.odt")).hasContent("text of office/writer");

        fixture.finish();

        ScriptedDesktop.App second = fixture.desktop.launched().get(1);
        assertThat(second.workDir()).isNotEqualTo(first.workDir());
        assertThat(Files.exists(first.workDir())).isFalse();
        assertThat(first.wasKilled()).isFalse();
    }

    @Test
    void theTimeIsThatOfTheFrameEvenIfItIsProcessedLate() {
        SessionFixture fixture = office().workload("office/writer", OPEN, TYPE, CLOSE);
        fixture.screen.deliverAfter(ms(400));
        fixture.start(1).finish();

        Timing open = fixture.timing("open");
        assertThat(open.responseNanos()).isEqualTo(800 * MS);
        assertThat(open.resolutionNanos()).isEqualTo(300 * MS);
        // The think time counts from the frame, so that a slow agent does not delay the plan.
        assertThat(fixture.timing("type").intendedAt()).isEqualTo(open.shownAt() + 1000 * MS);
    }

    @Test
    void aTimeoutSaysWhatItHasWaitedFor() {
        Condition vanishes = new Condition.Vanishes("title");
        Condition changes = new Condition.Changes(new Region.Whole(), 4);
        Map<Condition, String> sentences = Map.of(
                vanishes,
                "until: not vanished within 10.0 s: title is still on the screen (expected: that it vanishes)",
                changes,
                "until: no change seen within 10.0 s: 0 pixels have changed in ",
                new Condition.Settles(new Region.Whole(), 4, ms(500)),
                "until: not settled within 10.0 s: 64x48+0+0 has not changed",
                new Condition.All(List.of(vanishes, changes)),
                "until: not fulfilled within 10.0 s: all of: title is still on the screen (expected: that it vanishes); 0 pixels");
        sentences.forEach((condition, sentence) -> {
            SessionFixture fixture = office();
            fixture.screen.onInput((screen, events) -> {});
            Operation never = SessionFixture.operation("save", new Step.Keys(List.of("F9")), condition);
            fixture.workload("office/writer", OPEN, never).start(1).finish();
            assertThat(fixture.outcomes()).startsWith("open ok", "save timeout");
            assertThat(fixture.timing("save").detail()).startsWith(sentence);
        });
    }

    @Test
    void aTimeoutSkipsTheRestOfTheAppInstanceAndTheNextOneRuns() {
        SessionFixture fixture = office();
        Operation never =
                SessionFixture.operation("save", new Step.Keys(List.of("ctrl+s")), new Condition.Appears("saved"));
        fixture.workload("office/writer", OPEN, never, TYPE, CLOSE);
        fixture.start(2).pass(5000);
        ScriptedDesktop.App app = fixture.desktop.launched().get(0);
        fixture.screen.later(ms(10_000), frame -> Mark.erase(frame, TITLE_PLACE));
        fixture.finish();

        assertThat(fixture.outcomes())
                .startsWith("open ok", "save timeout", "type skipped", "close skipped", "open ok", "save timeout");
        Timing save = fixture.timing("save");
        assertThat(save.firedAt()).isEqualTo(5100 * MS);
        assertThat(save.shownAt()).isEqualTo(Timing.NEVER);
        assertThat(save.detail()).isEqualTo("until: not seen within 10.0 s: saved: nothing on the screen is like it");
        Timing skipped = fixture.timing("type");
        assertThat(List.of(skipped.firedAt(), skipped.shownAt(), skipped.intendedAt()))
                .containsOnly(Timing.NEVER);
        assertThat(skipped.detail()).contains("save");
        assertThat(app.wasKilled()).isTrue();
        assertThat(fixture.timings).extracting(Timing::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void aConditionThatIsTrueBeforeTheInputIsNotMeasuredAsZero() {
        SessionFixture fixture = office();
        Operation pointless =
                SessionFixture.operation("again", new Step.Keys(List.of("F5")), new Condition.Appears("title"));
        fixture.workload("office/writer", OPEN, pointless).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "again application-failed");
        assertThat(fixture.timing("again").detail()).contains("true before the input");
        assertThat(fixture.timing("again").firedAt()).isEqualTo(Timing.NEVER);
    }

    /**
     * Its input is sent at 3300 + 800 + 1000 + 2000 = 7100 ms; at 6100 ms a landmark appears without input, and 30 ms
     * after the input another one.
     */
    private SessionFixture withLeadingWait(Condition until) {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5));
            fixture.screen.later(ms(2800), frame -> Mark.of("late").paint(frame, 30, 20));
        });
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(30), frame -> Mark.of("other").paint(frame, 20, 36)));
        Operation waits = SessionFixture.operation(
                "waits", List.of(), List.of(new Step.Wait(ms(2000)), new Step.Keys(List.of("F5"))), until);
        return fixture.workload("office/writer", OPEN, waits).start(1).finish();
    }

    @Test
    void aLandmarkThatAppearsBeforeTheInputIsNotAResponse() {
        SessionFixture fixture = withLeadingWait(new Condition.Appears("late"));

        assertThat(fixture.outcomes()).containsExactly("open ok", "waits application-failed");
        assertThat(fixture.timing("waits").detail()).contains("true before the input");
    }

    @Test
    void aChangeBeforeTheInputIsNotAResponse() {
        SessionFixture fixture = withLeadingWait(new Condition.Changes(new Region.Whole(), 4));

        assertThat(fixture.outcomes()).containsExactly("open ok", "waits ok");
        assertThat(fixture.timing("waits").firedAt()).isEqualTo(7100 * MS);
        assertThat(fixture.timing("waits").shownAt()).isEqualTo(7130 * MS);
    }

    @Test
    void aPauseBeforeTheFirstInputIsNotScheduleLag() {
        SessionFixture fixture = withLeadingWait(new Condition.Appears("other"));

        assertThat(fixture.outcomes()).containsExactly("open ok", "waits ok");
        Timing waits = fixture.timing("waits");
        assertThat(waits.intendedAt()).isEqualTo(7100 * MS);
        assertThat(waits.lagNanos()).isZero();
        assertThat(waits.responseNanos()).isEqualTo(30 * MS);
    }

    /** F5 is sent at 5100 ms, F6 two seconds later. */
    private SessionFixture withWaitBetween(SessionFixture fixture, Condition until) {
        Operation twice = SessionFixture.operation(
                "twice",
                List.of(),
                List.of(new Step.Keys(List.of("F5")), new Step.Wait(ms(2000)), new Step.Keys(List.of("F6"))),
                until);
        return fixture.workload("office/writer", OPEN, twice, CLOSE).start(1).finish();
    }

    private SessionFixture titled() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5)));
        return fixture;
    }

    @Test
    void aResponseSaysWhichPartOfItIsThePaceOfTyping() {
        SessionFixture fixture = titled();
        List<InputEvent> typed = new ArrayList<>();
        fixture.screen.onInput((screen, events) -> {
            typed.addAll(events);
            if (typed.contains(new InputEvent.Key('o', false))) {
                screen.later(ms(300), frame -> Mark.of("late").paint(frame, 30, 20));
            }
        });
        Operation slow = SessionFixture.operation(
                "slow",
                List.of(),
                List.of(new Step.Type("hello", Optional.of(ms(200)))),
                new Condition.Appears("late"));
        fixture.workload("office/writer", OPEN, slow, CLOSE).start(1).finish();

        Timing timing = fixture.timing("slow");
        assertThat(timing.outcome()).isEqualTo(Outcome.OK);
        assertThat(timing.responseNanos()).isEqualTo(1100 * MS);
        assertThat(timing.detail()).isEqualTo("0.80 s of it are the pace of typing");
    }

    @Test
    void aResponseBetweenTwoInputsIsTimedFromTheFirstAndMarked() {
        SessionFixture fixture = titled();
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(500), frame -> Mark.of("late").paint(frame, 30, 20)));
        withWaitBetween(fixture, new Condition.Appears("late"));

        Timing twice = fixture.timing("twice");
        assertThat(twice.outcome()).isEqualTo(Outcome.OK);
        assertThat(twice.firedAt()).isEqualTo(5100 * MS);
        assertThat(twice.responseNanos()).isEqualTo(500 * MS);
        assertThat(twice.detail()).isEqualTo("answered before the last input was sent");
        assertThat(fixture.timing("close").intendedAt())
                .as("the user thinks when it is still there 0.5 s after the last input")
                .isEqualTo(8600 * MS);
    }

    @Test
    void aTemporaryChangeBetweenTwoInputsIsNotAResponse() {
        SessionFixture fixture = titled();
        fixture.screen.onInput((screen, events) -> {
            if (fixture.time.nanoTime() < 6000 * MS) {
                screen.later(ms(500), frame -> Mark.of("late").paint(frame, 30, 20));
                screen.later(ms(900), frame -> Mark.erase(frame, new Rect(30, 20, Mark.SIZE, Mark.SIZE)));
            } else {
                screen.later(ms(700), frame -> Mark.of("late").paint(frame, 30, 20));
            }
        });
        withWaitBetween(fixture, new Condition.Appears("late"));

        Timing twice = fixture.timing("twice");
        assertThat(twice.outcome()).isEqualTo(Outcome.OK);
        assertThat(twice.firedAt()).isEqualTo(5100 * MS);
        assertThat(twice.shownAt()).isEqualTo(7800 * MS);
        assertThat(twice.detail()).isEmpty();
    }

    @Test
    void aLostDesktopEndsTheSession() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(5);
        fixture.pass(3500);
        fixture.screen.lose("connection reset");
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open desktop-lost");
        assertThat(fixture.phases()).endsWith("LOST");
        assertThat(fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1).detail())
                .contains("connection reset");
        assertThat(fixture.desktop.isClosed()).isTrue();
    }

    @Test
    void aDesktopThatCannotBeStartedFailsTheSession() {
        SessionFixture fixture = fixture()
                .workload("office/writer", OPEN)
                .desktopFails("Xvnc: not found")
                .start(1)
                .finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(fixture.sessionUpdate.get(1).detail()).isEqualTo("logon: Xvnc: not found");
        assertThat(fixture.sessionUpdate.get(1).fault()).isFalse();
    }

    @Test
    void anErrorAtTheStartOfADesktopFailsTheSessionImmediately() {
        SessionFixture fixture = fixture()
                .desktopFails(new OutOfMemoryError("unable to create native thread"))
                .workload("office/writer", OPEN)
                .start(1)
                .finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(fixture.sessionUpdate.get(1).detail()).contains("unable to create native thread");
        assertThat(fixture.sessionUpdate.get(1).fault()).isTrue();
        assertThat(fixture.time.nanoTime()).isLessThan(10_000 * MS);
    }

    /** Its desktop is still there: whoever is told must not charge it to the platform. */
    @Test
    void anErrorOutsideOfAnOperationEndsTheSessionAndIsToldAsAFault() {
        SessionFixture fixture = new SessionFixture(folder, 64, 48, FailingMatcher::new)
                .workload("office/writer", OPEN)
                .start(1)
                .finish();

        SessionUpdate last = fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1);
        assertThat(last.phase()).isEqualTo(SessionUpdate.Phase.FAILED);
        assertThat(last.detail()).isEqualTo("fault: java.lang.OutOfMemoryError: Java heap space");
        assertThat(last.fault()).isTrue();
        assertThat(fixture.sessionUpdate.stream().filter(SessionUpdate::cleaningUp))
                .as("told before the clean-up, too")
                .singleElement()
                .matches(SessionUpdate::fault);
    }

    private static final class FailingMatcher extends MarkScreenMatcher {
        @Override
        public void see(FrameUpdate update) {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void anInternalErrorIsAHarnessErrorToo() {
        SessionFixture fixture = office();
        fixture.screen.onInput((screen, events) -> {
            throw new StackOverflowError("deep");
        });
        fixture.workload("office/writer", OPEN, TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type harness-error");
        assertThat(fixture.timing("type").detail()).contains("deep");
    }

    /** A pixel changes for two minutes, five times a second. */
    private static void changesForTwoMinutes(SessionFixture fixture) {
        for (int i = 1; i < 600; i++) {
            int colour = i;
            fixture.screen.later(ms(200L * i), frame -> {
                frame.pixels()[0] = colour;
                return new Rect(0, 0, 1, 1);
            });
        }
    }

    @Test
    void aDesktopThatIsNeverStableFailsTheSession() {
        SessionFixture fixture =
                fixture().workload("office/writer", OPEN).start(1).pass(2000);
        changesForTwoMinutes(fixture);
        fixture.finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(fixture.sessionUpdate.get(1).detail())
                .isEqualTo("logon: no quiet picture within 90 s: 1x1+0+0 keeps changing (hint: a clock or an animation"
                        + " does not count with `ready: { rest: …, except: [1x1+0+0] }` of a vnc target; a landmark of the desktop"
                        + " is looked for instead with `ready: { landmark: … }`)");
    }

    @Test
    void aLogonToWhichNoPictureCameSaysSo() {
        SessionFixture fixture = office().workload("office/writer", OPEN);
        fixture.screen.deliverAfter(Duration.ofMinutes(5)); // after the logon has failed
        fixture.start(1).finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(fixture.sessionUpdate.get(1).detail())
                .startsWith("logon: no picture within 90 s (expected: one after it was requested; hint: ");
    }

    @Test
    void aLogonWithoutAPictureSaysWhatTheServerSaysOfIt() {
        SessionFixture fixture = office().workload("office/writer", OPEN);
        fixture.sees = screen -> new Screen() {
            @Override
            public CompletableFuture<Long> fire(List<InputEvent> events) {
                return screen.fire(events);
            }

            @Override
            public String whyNoPicture() {
                return "the server says that its desktop is 0x0";
            }

            @Override
            public void close() {
                screen.close();
            }
        };
        fixture.start(1).pass(2000);
        changesForTwoMinutes(fixture);
        fixture.finish();

        assertThat(fixture.sessionUpdate.get(1).detail())
                .isEqualTo("logon: no picture within 90 s: the server says that its desktop is 0x0");
    }

    @Test
    void stopsAtTheEndOfTheOperation() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        fixture.pass(3500);
        fixture.session().stop(false, "enough");
        fixture.pass(500);
        assertThat(fixture.phases()).endsWith("WORKING");

        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertThat(fixture.phases()).endsWith("STOPPED");
        assertThat(fixture.desktop.launched().get(0).alive()).isFalse();
    }

    @Test
    void stopsWhileThinkingWithoutAnotherOperation() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        fixture.pass(4500);
        fixture.session().stop(false, "enough");
        fixture.pass(0);

        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertThat(fixture.phases()).endsWith("STOPPED");
    }

    @Test
    void stopsImmediatelyAndRecordsTheOperationAsSkipped() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        fixture.pass(3500);
        fixture.session().stop(true, "the controller is gone");
        fixture.pass(0);

        assertThat(fixture.outcomes()).containsExactly("open skipped");
        assertThat(fixture.timing("open").detail()).isEqualTo("stopped: the controller is gone");
        assertThat(fixture.phases()).endsWith("STOPPED");
        assertThat(fixture.session().ended()).isCompleted();
    }

    @Test
    void stopsBeforeTheDesktopIsStarted() {
        SessionFixture fixture = office().workload("office/writer", OPEN).start(0);
        fixture.session().stop(true, "changed my mind");
        fixture.finish();

        assertThat(fixture.phases()).containsExactly("STARTING", "STOPPED");
        assertThat(fixture.desktop.isClosed()).isTrue();
    }

    @Test
    void withoutALimitItContinuesUntilStopped() {
        SessionFixture fixture =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        fixture.pass(60_000);

        assertThat(fixture.timings.size()).isGreaterThan(30);
        assertThat(fixture.timings).allMatch(timing -> timing.outcome() == Outcome.OK);
        fixture.session().stop(false, "");
        fixture.finish();
        assertThat(fixture.phases()).endsWith("STOPPED");
    }

    @Test
    void theSameSeedGivesTheSamePlan() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8)).hasSize(24);
    }

    private List<String> plan(long seed) {
        SessionFixture fixture = new SessionFixture(folder.resolve("seed" + System.identityHashCode(new Object())));
        Operation look = SessionFixture.operation("look", new Step.Keys(List.of("F5")), new Condition.Appears("never"));
        fixture.workload("a", look).workload("b", look).workload("c", look).workload("d", look);
        fixture.shuffled(seed, 0.5).start(6).finish();
        return fixture.timings.stream()
                .map(timing -> timing.workload() + " " + timing.thinkNanos())
                .toList();
    }

    @Test
    void preparationIsNotMeasuredAndNotScheduleLag() {
        SessionFixture fixture = fixture();
        fixture.screen.onInput((screen, events) -> screen.later(
                ms(700),
                frame -> Mark.of(screen.sent().size() == 1 ? "menu" : "page").paint(frame, 10, 5)));
        Operation browse = SessionFixture.operation(
                "browse",
                List.of(
                        new Step.Keys(List.of("ctrl+g")),
                        new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5))),
                        new Step.Wait(ms(100))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        fixture.workload("office/writer", browse).start(1).finish();

        Timing timing = fixture.timing("browse");
        assertThat(timing.outcome()).isEqualTo(Outcome.OK);
        assertThat(timing.firedAt()).isEqualTo((3300 + 700 + 100) * MS);
        assertThat(timing.lagNanos()).isZero();
        assertThat(timing.responseNanos()).isEqualTo(700 * MS);
    }

    @Test
    void anAwaitedFrameMayHaveArrivedEarlierAndBeProcessedLater() {
        SessionFixture fixture = fixture();
        fixture.screen.deliverAfter(ms(50)).onInput((screen, events) -> {
            String mark = screen.sent().size() == 1 ? "menu" : "page";
            if (mark.equals("menu")) {
                screen.update(frame -> Mark.of(mark).paint(frame, 10, 5));
            } else {
                screen.later(ms(300), frame -> Mark.of(mark).paint(frame, 10, 5));
            }
        });
        Operation browse = SessionFixture.operation(
                "browse",
                List.of(
                        new Step.Keys(List.of("ctrl+g")),
                        new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        fixture.workload("office/writer", browse).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("browse ok");
        assertThat(fixture.timing("browse").responseNanos()).isEqualTo(300 * MS);
    }

    /** On a busy agent, a change may have arrived before the session hears that its input was sent. */
    @Test
    void anAwaitedChangeMayHaveArrivedBeforeTheWaitBegan() {
        SessionFixture fixture = fixture();
        fixture.screen
                .deliverAfter(ms(120))
                .reportInputAfter(ms(100))
                .onInput((screen, events) -> screen.later(
                        ms(50), frame -> Mark.of("text" + screen.sent().size()).paint(frame, 20, 36)));
        fixture.workload("office/writer", browseAfterAChange()).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("browse ok");
        assertThat(fixture.timing("browse").intendedAt())
                .as("the arrival of the change")
                .isEqualTo(fixture.screen.sent().get(0).at() + 50 * MS);
    }

    private static Operation browseAfterAChange() {
        Condition changes = new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4);
        return SessionFixture.operation(
                "browse",
                List.of(new Step.Keys(List.of("F10")), new Step.Await(new Until(changes, Duration.ofSeconds(5)))),
                new Step.Type("abc"),
                changes);
    }

    /** The time limit of a wait begins with the wait, however long the step before took. */
    @Test
    void aLongStepTakesNoTimeFromTheWaitAfterIt() {
        SessionFixture fixture = fixture();
        fixture.screen
                .reportInputAfter(ms(7000))
                .onInput((screen, events) -> screen.later(
                        ms(screen.sent().size() == 1 ? 10_000 : 9_000),
                        frame -> Mark.of("text" + screen.sent().size()).paint(frame, 20, 36)));
        fixture.workload("office/writer", browseAfterAChange()).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("browse ok");
    }

    @Test
    void anAwaitedConditionThatNeverBecomesTrueIsATimeoutWithoutInput() {
        SessionFixture fixture = fixture();
        Operation browse = SessionFixture.operation(
                "browse",
                List.of(new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        fixture.workload("office/writer", browse).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("browse timeout");
        assertThat(fixture.timing("browse").firedAt()).isEqualTo(Timing.NEVER);
        assertThat(fixture.timing("browse").detail()).startsWith("before:");
        assertThat(fixture.screen.sent()).isEmpty();
    }

    @Test
    void aScreenThatIgnoresInputEndsInATimeout() {
        SessionFixture fixture = fixture();
        fixture.screen.deaf();
        fixture.workload("office/writer", TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("type timeout");
        assertThat(fixture.timing("type").detail()).isEqualTo("the screen did not take the input in time");
    }

    @Test
    void aHarnessErrorSkipsTheRestOfTheAppInstanceAndTheNextOneRuns() {
        SessionFixture fixture = office();
        int[] calls = {0};
        fixture.screen.onInput((screen, events) -> {
            if (calls[0]++ == 0) {
                throw new IllegalStateException("a bug");
            }
            screen.later(ms(50), frame -> Mark.of("text").paint(frame, 20, 36));
        });
        fixture.workload("a", TYPE, CLOSE).workload("b", TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("type harness-error", "close skipped", "type ok");
        assertThat(fixture.timing("type").detail()).contains("a bug");
        assertThat(fixture.phases()).endsWith("FINISHED");
    }

    @Test
    void clicksOnALandmarkAndFailsIfItIsMissing() {
        SessionFixture fixture = office();
        Operation click = SessionFixture.operation(
                "click", new Step.Click(new Step.Place.On("button", 1, 2), 1, 2), new Condition.Appears("dialog"));
        fixture.workload("office/writer", OPEN, click).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "click application-failed");
        assertThat(fixture.timing("click").detail()).contains("button is not on the screen");
    }
}
