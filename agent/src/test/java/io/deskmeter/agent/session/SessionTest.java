package io.deskmeter.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.Condition;
import io.deskmeter.workload.Operation;
import io.deskmeter.workload.Region;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Until;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session in virtual time. Logged on after 2000 ms of start and 300 ms of quiet; so the first input leaves at 2300 + 1000 ms of
 * think time = 3300 ms.
 */
class SessionTest {
    private static final long MS = 1_000_000;
    private static final Rect TITLE_PLACE = new Rect(10, 5, Mark.SIZE, Mark.SIZE);
    private static final Operation OPEN = Desk.operation("open", new Step.Launch(), new Condition.Appears("title"));
    private static final Operation TYPE = Desk.operation(
            "type", new Step.Type("abc"), new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4));
    private static final Operation CLOSE =
            Desk.operation("close", new Step.Keys(List.of("ctrl+q")), new Condition.Vanishes("title"));

    @TempDir
    private Path folder;

    private Desk desk() {
        return new Desk(folder);
    }

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** The application shows its title 800 ms after the launch, with a splash before; types after 50 ms; closes after 200 ms. */
    private Desk office() {
        Desk desk = desk();
        desk.desktop.onLaunch(app -> {
            desk.screen.later(ms(500), frame -> Mark.of("splash").paint(frame, 30, 20));
            desk.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5));
        });
        desk.screen.onInput((screen, events) -> {
            if (events.size() == 4 && desk.timings.size() % 3 == 2) {
                screen.later(ms(200), frame -> Mark.erase(frame, TITLE_PLACE));
                var unused = desk.time.schedule(
                        () -> desk.desktop
                                .launched()
                                .get(desk.desktop.launched().size() - 1)
                                .exit(0),
                        250,
                        java.util.concurrent.TimeUnit.MILLISECONDS);
            } else {
                screen.later(
                        ms(50), frame -> Mark.of("text" + desk.timings.size()).paint(frame, 20, 36));
            }
        });
        return desk;
    }

    @Test
    void timesAnOperationByItsFrames() {
        Desk desk =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "type ok", "close ok");
        assertThat(desk.timing("open"))
                .isEqualTo(new Timing(
                        3,
                        1,
                        0,
                        "office/writer",
                        "open",
                        io.deskmeter.workload.Group.A,
                        Outcome.OK,
                        Instant.parse("2026-01-01T00:00:03.300Z"),
                        1000 * MS,
                        3300 * MS,
                        3300 * MS,
                        3800 * MS,
                        4100 * MS,
                        ""));
        Timing type = desk.timing("type");
        assertThat(type.intendedAt()).isEqualTo(5100 * MS);
        assertThat(type.firedAt()).isEqualTo(5100 * MS);
        assertThat(type.lastWithoutAt()).isEqualTo(5100 * MS);
        assertThat(type.shownAt()).isEqualTo(5150 * MS);
        Timing close = desk.timing("close");
        assertThat(close.firedAt()).isEqualTo(6150 * MS);
        assertThat(close.shownAt()).isEqualTo(6350 * MS);
        assertThat(close.sequence()).isEqualTo(3);
    }

    @Test
    void tellsItsPhases() {
        Desk desk =
                office().workload("office/writer", OPEN, TYPE, CLOSE).start(2).finish();

        assertThat(desk.phases()).containsExactly("STARTING", "READY", "WORKING", "WORKING", "FINISHED");
        assertThat(desk.news.get(1).logonNanos()).isEqualTo(2000 * MS);
        assertThat(desk.news.get(2).iteration()).isZero();
        assertThat(desk.news.get(3).iteration()).isEqualTo(1);
        assertThat(desk.news.get(4).iteration()).isEqualTo(2);
        assertThat(desk.desktop.isClosed()).isTrue();
        assertThat(desk.screen.isClosed()).isTrue();
        assertThat(desk.session().ended()).isCompletedWithValue(SessionNews.Phase.FINISHED);
        assertThat(desk.time.pending()).isZero();
    }

    @Test
    void whatTheScreenShowsWhileTheWorkplaceIsPreparedIsNoDeadline() {
        CompletableFuture<Void> prepared = new CompletableFuture<>();
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).preparedBy(prepared);
        desk.start(1).pass(3000);
        desk.screen.later(ms(0), frame -> Mark.of("code").paint(frame, 30, 20));
        desk.pass(2000);
        assertThat(desk.phases()).containsExactly("STARTING");

        prepared.complete(null);
        desk.finish();

        assertThat(desk.phases()).containsExactly("STARTING", "READY", "WORKING", "FINISHED");
        assertThat(desk.news.get(1).logonNanos()).isEqualTo(2000 * MS);
    }

    @Test
    void aWorkplaceThatIsNeverPreparedFailsTheLogonAtItsDeadlineAndSaysWhatWasMissing() {
        Desk desk = office().workload("office/writer", OPEN).preparedBy(new CompletableFuture<>());
        desk.start(1).pass(3000);
        desk.screen.later(ms(0), frame -> Mark.of("code").paint(frame, 30, 20));
        desk.pass(86_900);
        assertThat(desk.phases()).containsExactly("STARTING");
        desk.pass(200);
        assertThat(desk.phases()).containsExactly("STARTING", "FAILED");
        assertThat(desk.news.get(1).detail())
                .isEqualTo("logon: the picture was usable, but the session was not ready within 90 s: nobody came");
    }

    @Test
    void aSessionIsOverWhenItsDesktopIsAlsoWhereThePreparationFailsOfTheEnd() {
        CompletableFuture<Void> prepared = new CompletableFuture<>();
        Desk desk =
                office().workload("office/writer", OPEN).preparedBy(prepared).blockingFor(ms(500));
        desk.start(1).pass(4000);
        desk.session().stop(true, "enough");
        desk.pass(100);
        prepared.completeExceptionally(new IllegalStateException("the session is over"));
        desk.pass(100);
        assertThat(desk.phases()).containsExactly("STARTING");
        assertThat(desk.desktop.isClosed()).isFalse();

        desk.finish();

        assertThat(desk.phases()).containsExactly("STARTING", "STOPPED");
        assertThat(desk.desktop.isClosed()).isTrue();
    }

    @Test
    void everyVisitHasAFreshCopyOfTheContent() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE);
        desk.start(2).pass(3400);
        ScriptedDesktop.App first = desk.desktop.launched().get(0);
        assertThat(first.command()).containsExactly("office", first.workDir() + "/report.odt", "3");
        assertThat(first.workDir().resolve("report.odt")).hasContent("text of office/writer");

        desk.finish();

        ScriptedDesktop.App second = desk.desktop.launched().get(1);
        assertThat(second.workDir()).isNotEqualTo(first.workDir());
        assertThat(Files.exists(first.workDir())).isFalse();
        assertThat(first.wasKilled()).isFalse();
    }

    @Test
    void theTimeIsTheFramesHoweverLateItIsLookedAt() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE);
        desk.screen.deliverAfter(ms(400));
        desk.start(1).finish();

        Timing open = desk.timing("open");
        assertThat(open.responseNanos()).isEqualTo(800 * MS);
        assertThat(open.resolutionNanos()).isEqualTo(300 * MS);
        // The think time counts from what was shown, so that our own slowness does not stretch the user's day.
        assertThat(desk.timing("type").intendedAt()).isEqualTo(open.shownAt() + 1000 * MS);
    }

    @Test
    void aTimeoutFailsTheRestOfTheVisitAndTheNextVisitGoesOn() {
        Desk desk = office();
        Operation never = Desk.operation("save", new Step.Keys(List.of("ctrl+s")), new Condition.Appears("saved"));
        desk.workload("office/writer", OPEN, never, TYPE, CLOSE);
        desk.start(2).pass(5000);
        ScriptedDesktop.App app = desk.desktop.launched().get(0);
        desk.screen.later(ms(10_000), frame -> Mark.erase(frame, TITLE_PLACE));
        desk.finish();

        assertThat(desk.outcomes())
                .startsWith("open ok", "save timeout", "type skipped", "close skipped", "open ok", "save timeout");
        Timing save = desk.timing("save");
        assertThat(save.firedAt()).isEqualTo(5100 * MS);
        assertThat(save.shownAt()).isEqualTo(Timing.NEVER);
        assertThat(save.detail()).isEqualTo("until: not seen within 10.0 s: saved: nothing on the screen is like it");
        Timing skipped = desk.timing("type");
        assertThat(List.of(skipped.firedAt(), skipped.shownAt(), skipped.intendedAt()))
                .containsOnly(Timing.NEVER);
        assertThat(skipped.detail()).contains("save");
        assertThat(app.wasKilled()).isTrue();
        assertThat(desk.timings).extracting(Timing::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void aConditionThatHoldsBeforeTheInputIsNotATimeOfZero() {
        Desk desk = office();
        Operation pointless = Desk.operation("again", new Step.Keys(List.of("F5")), new Condition.Appears("title"));
        desk.workload("office/writer", OPEN, pointless).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "again application-failed");
        assertThat(desk.timing("again").detail()).contains("holds before the input");
        assertThat(desk.timing("again").firedAt()).isEqualTo(Timing.NEVER);
    }

    /** Its input leaves at 3300 + 800 + 1000 + 2000 = 7100 ms; at 6100 ms something appears by itself, and 30 ms after the input another thing. */
    private Desk withLeadingWait(Condition until) {
        Desk desk = desk();
        desk.desktop.onLaunch(app -> {
            desk.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5));
            desk.screen.later(ms(2800), frame -> Mark.of("late").paint(frame, 30, 20));
        });
        desk.screen.onInput((screen, events) ->
                screen.later(ms(30), frame -> Mark.of("other").paint(frame, 20, 36)));
        Operation waits = Desk.operation(
                "waits", List.of(), List.of(new Step.Wait(ms(2000)), new Step.Keys(List.of("F5"))), until);
        return desk.workload("office/writer", OPEN, waits).start(1).finish();
    }

    @Test
    void whatAppearsWhileTheInputIsStillWaitedForIsNoAnswerToIt() {
        Desk desk = withLeadingWait(new Condition.Appears("late"));

        assertThat(desk.outcomes()).containsExactly("open ok", "waits application-failed");
        assertThat(desk.timing("waits").detail()).contains("holds before the input");
    }

    @Test
    void whatHasChangedWhileTheInputIsStillWaitedForIsNoAnswerToIt() {
        Desk desk = withLeadingWait(new Condition.Changes(new Region.Whole(), 4));

        assertThat(desk.outcomes()).containsExactly("open ok", "waits ok");
        assertThat(desk.timing("waits").firedAt()).isEqualTo(7100 * MS);
        assertThat(desk.timing("waits").shownAt()).isEqualTo(7130 * MS);
    }

    @Test
    void aWaitBeforeTheFirstInputIsNotOurDelay() {
        Desk desk = withLeadingWait(new Condition.Appears("other"));

        assertThat(desk.outcomes()).containsExactly("open ok", "waits ok");
        Timing waits = desk.timing("waits");
        assertThat(waits.intendedAt()).isEqualTo(7100 * MS);
        assertThat(waits.lagNanos()).isZero();
        assertThat(waits.responseNanos()).isEqualTo(30 * MS);
    }

    /** F5 leaves at 5100 ms, F6 two seconds later. */
    private Desk withWaitBetween(Desk desk, Condition until) {
        Operation twice = Desk.operation(
                "twice",
                List.of(),
                List.of(new Step.Keys(List.of("F5")), new Step.Wait(ms(2000)), new Step.Keys(List.of("F6"))),
                until);
        return desk.workload("office/writer", OPEN, twice, CLOSE).start(1).finish();
    }

    private Desk titled() {
        Desk desk = desk();
        desk.desktop.onLaunch(
                app -> desk.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5)));
        return desk;
    }

    @Test
    void whatAnswersBetweenTwoInputsIsTimedFromTheFirstAndMarked() {
        Desk desk = titled();
        desk.screen.onInput((screen, events) ->
                screen.later(ms(500), frame -> Mark.of("late").paint(frame, 30, 20)));
        withWaitBetween(desk, new Condition.Appears("late"));

        Timing twice = desk.timing("twice");
        assertThat(twice.outcome()).isEqualTo(Outcome.OK);
        assertThat(twice.firedAt()).isEqualTo(5100 * MS);
        assertThat(twice.responseNanos()).isEqualTo(500 * MS);
        assertThat(twice.detail()).isEqualTo("answered before the last input left");
        assertThat(desk.timing("close").intendedAt())
                .as("the user thinks after the last input")
                .isEqualTo(8100 * MS);
    }

    @Test
    void whatCameAndWentBetweenTwoInputsIsNotTheirAnswer() {
        Desk desk = titled();
        desk.screen.onInput((screen, events) -> {
            if (desk.time.nanoTime() < 6000 * MS) {
                screen.later(ms(500), frame -> Mark.of("late").paint(frame, 30, 20));
                screen.later(ms(900), frame -> Mark.erase(frame, new Rect(30, 20, Mark.SIZE, Mark.SIZE)));
            } else {
                screen.later(ms(700), frame -> Mark.of("late").paint(frame, 30, 20));
            }
        });
        withWaitBetween(desk, new Condition.Appears("late"));

        Timing twice = desk.timing("twice");
        assertThat(twice.outcome()).isEqualTo(Outcome.OK);
        assertThat(twice.firedAt()).isEqualTo(5100 * MS);
        assertThat(twice.shownAt()).isEqualTo(7800 * MS);
        assertThat(twice.detail()).isEmpty();
    }

    @Test
    void aCrashFailsTheOperationWhateverThePictureSays() {
        Desk desk = desk();
        desk.desktop.onLaunch(app -> {
            desk.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5));
            var unused = desk.time.schedule(() -> app.exit(139), 2, java.util.concurrent.TimeUnit.SECONDS);
        });
        desk.screen.onInput((screen, events) -> screen.later(ms(900), frame -> Mark.erase(frame, TITLE_PLACE)));
        Operation minimise =
                Desk.operation("minimise", new Step.Keys(List.of("alt+F9")), new Condition.Vanishes("title"));
        desk.workload("office/writer", OPEN, minimise, CLOSE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "minimise application-failed", "close skipped");
        assertThat(desk.timing("minimise").detail()).contains("exited with 139", "last words");
    }

    @Test
    void anApplicationThatExitedWhileTheUserThoughtIsNoticedBeforeTheInput() {
        Desk desk = desk();
        desk.desktop.onLaunch(app -> {
            desk.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5));
            var unused = desk.time.schedule(() -> app.exit(0), 500, java.util.concurrent.TimeUnit.MILLISECONDS);
        });
        desk.workload("office/writer", OPEN, TYPE, CLOSE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "type application-failed", "close skipped");
        assertThat(desk.screen.sent()).isEmpty();
    }

    @Test
    void anApplicationThatExitsQuietlyWithoutShowingAnythingIsGivenAWhile() {
        Desk desk = desk();
        desk.desktop.onLaunch(app -> app.exit(0));
        Operation open = new Operation(
                "open",
                io.deskmeter.workload.Group.B,
                List.of(new Operation.Occurrence(
                        List.of(),
                        List.of(new Step.Launch()),
                        new Until(new Condition.Appears("title"), Duration.ofSeconds(60)))));
        desk.workload("office/writer", open, CLOSE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open application-failed", "close skipped");
        assertThat(desk.timing("open").detail()).contains("exited with 0");
    }

    @Test
    void aProgramThatIsMissingIsTheApplicationsFailure() {
        Desk desk = desk();
        desk.workload("office/writer", List.of("missing"), OPEN, CLOSE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open application-failed", "close skipped");
        assertThat(desk.timing("open").detail()).isEqualTo("program: missing (expected: on the PATH)");
        assertThat(desk.phases()).endsWith("FINISHED");
    }

    @Test
    void anApplicationThatDoesNotGoIsKilledAfterAWhile() {
        Desk desk = desk();
        desk.desktop.onLaunch(
                app -> desk.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
        desk.workload("office/writer", OPEN).start(1).pass(3400 + 4900);
        assertThat(desk.desktop.launched().get(0).alive()).isTrue();

        desk.pass(200);

        assertThat(desk.desktop.launched().get(0).wasKilled()).isTrue();
        assertThat(desk.phases()).endsWith("FINISHED");
    }

    @Test
    void aLostDesktopEndsTheSession() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).start(5);
        desk.pass(3500);
        desk.screen.lose("connection reset");
        desk.finish();

        assertThat(desk.outcomes()).containsExactly("open desktop-lost");
        assertThat(desk.phases()).endsWith("LOST");
        assertThat(desk.news.get(desk.news.size() - 1).detail()).contains("connection reset");
        assertThat(desk.desktop.isClosed()).isTrue();
    }

    @Test
    void aDesktopThatCannotBeStartedFailsTheSession() {
        Desk desk = desk().workload("office/writer", OPEN)
                .desktopFails("Xvnc: not found")
                .start(1)
                .finish();

        assertThat(desk.phases()).containsExactly("STARTING", "FAILED");
        assertThat(desk.news.get(1).detail()).isEqualTo("logon: Xvnc: not found");
    }

    @Test
    void anErrorAtTheStartOfADesktopFailsTheSessionAtOnce() {
        Desk desk = desk().desktopFails(new OutOfMemoryError("unable to create native thread"))
                .workload("office/writer", OPEN)
                .start(1)
                .finish();

        assertThat(desk.phases()).containsExactly("STARTING", "FAILED");
        assertThat(desk.news.get(1).detail()).contains("unable to create native thread");
        assertThat(desk.time.nanoTime()).isLessThan(10_000 * MS);
    }

    @Test
    void anErrorOfOursIsAHarnessErrorToo() {
        Desk desk = office();
        desk.screen.onInput((screen, events) -> {
            throw new StackOverflowError("deep");
        });
        desk.workload("office/writer", OPEN, TYPE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "type harness-error");
        assertThat(desk.timing("type").detail()).contains("deep");
    }

    @Test
    void aDesktopThatNeverComesToRestFailsTheSession() {
        Desk desk = desk().workload("office/writer", OPEN).start(1).pass(2000);
        for (int i = 1; i < 600; i++) {
            int colour = i;
            desk.screen.later(ms(200L * i), frame -> {
                frame.pixels()[0] = colour;
                return new Rect(0, 0, 1, 1);
            });
        }
        desk.finish();

        assertThat(desk.phases()).containsExactly("STARTING", "FAILED");
        assertThat(desk.news.get(1).detail()).isEqualTo("logon: no quiet picture within 90 s");
    }

    @Test
    void stopsAtTheEndOfTheOperation() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        desk.pass(3500);
        desk.session().stop(false, "enough");
        desk.pass(500);
        assertThat(desk.phases()).endsWith("WORKING");

        desk.finish();

        assertThat(desk.outcomes()).containsExactly("open ok");
        assertThat(desk.phases()).endsWith("STOPPED");
        assertThat(desk.desktop.launched().get(0).alive()).isFalse();
    }

    @Test
    void stopsWhileThinkingWithoutAnotherOperation() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        desk.pass(4500);
        desk.session().stop(false, "enough");
        desk.pass(0);

        assertThat(desk.outcomes()).containsExactly("open ok");
        assertThat(desk.phases()).endsWith("STOPPED");
    }

    @Test
    void stopsAtOnceAndRecordsTheOperationAsSkipped() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        desk.pass(3500);
        desk.session().stop(true, "the controller is gone");
        desk.pass(0);

        assertThat(desk.outcomes()).containsExactly("open skipped");
        assertThat(desk.timing("open").detail()).isEqualTo("stopped: the controller is gone");
        assertThat(desk.phases()).endsWith("STOPPED");
        assertThat(desk.session().ended()).isCompleted();
    }

    @Test
    void stopsBeforeTheDesktopIsUp() {
        Desk desk = office().workload("office/writer", OPEN).start(0);
        desk.session().stop(true, "changed my mind");
        desk.finish();

        assertThat(desk.phases()).containsExactly("STARTING", "STOPPED");
        assertThat(desk.desktop.isClosed()).isTrue();
    }

    @Test
    void withoutAnEndItGoesOnUntilStopped() {
        Desk desk = office().workload("office/writer", OPEN, TYPE, CLOSE).start(0);
        desk.pass(60_000);

        assertThat(desk.timings.size()).isGreaterThan(30);
        assertThat(desk.timings).allMatch(timing -> timing.outcome() == Outcome.OK);
        desk.session().stop(false, "");
        desk.finish();
        assertThat(desk.phases()).endsWith("STOPPED");
    }

    @Test
    void theSameSeedWorksTheSamePlan() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8)).hasSize(24);
    }

    private List<String> plan(long seed) {
        Desk desk = new Desk(folder.resolve("seed" + System.identityHashCode(new Object())));
        Operation look = Desk.operation("look", new Step.Keys(List.of("F5")), new Condition.Appears("never"));
        desk.workload("a", look).workload("b", look).workload("c", look).workload("d", look);
        desk.shuffled(seed, 0.5).start(6).finish();
        return desk.timings.stream()
                .map(timing -> timing.workload() + " " + timing.thinkNanos())
                .toList();
    }

    @Test
    void preparationIsNotMeasuredAndNotOurDelay() {
        Desk desk = desk();
        desk.screen.onInput((screen, events) -> screen.later(
                ms(700),
                frame -> Mark.of(screen.sent().size() == 1 ? "menu" : "page").paint(frame, 10, 5)));
        Operation browse = Desk.operation(
                "browse",
                List.of(
                        new Step.Keys(List.of("ctrl+g")),
                        new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5))),
                        new Step.Wait(ms(100))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        desk.workload("office/writer", browse).start(1).finish();

        Timing timing = desk.timing("browse");
        assertThat(timing.outcome()).isEqualTo(Outcome.OK);
        assertThat(timing.firedAt()).isEqualTo((3300 + 700 + 100) * MS);
        assertThat(timing.lagNanos()).isZero();
        assertThat(timing.responseNanos()).isEqualTo(700 * MS);
    }

    @Test
    void whatIsAwaitedMayHaveArrivedBeforeAndBeHeardOfAfterwards() {
        Desk desk = desk();
        desk.screen.deliverAfter(ms(50)).onInput((screen, events) -> {
            String mark = screen.sent().size() == 1 ? "menu" : "page";
            if (mark.equals("menu")) {
                screen.update(frame -> Mark.of(mark).paint(frame, 10, 5));
            } else {
                screen.later(ms(300), frame -> Mark.of(mark).paint(frame, 10, 5));
            }
        });
        Operation browse = Desk.operation(
                "browse",
                List.of(
                        new Step.Keys(List.of("ctrl+g")),
                        new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        desk.workload("office/writer", browse).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("browse ok");
        assertThat(desk.timing("browse").responseNanos()).isEqualTo(300 * MS);
    }

    @Test
    void whatIsAwaitedAndDoesNotComeIsATimeoutWithoutAnyInput() {
        Desk desk = desk();
        Operation browse = Desk.operation(
                "browse",
                List.of(new Step.Await(new Until(new Condition.Appears("menu"), Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page"));
        desk.workload("office/writer", browse).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("browse timeout");
        assertThat(desk.timing("browse").firedAt()).isEqualTo(Timing.NEVER);
        assertThat(desk.timing("browse").detail()).startsWith("before:");
        assertThat(desk.screen.sent()).isEmpty();
    }

    @Test
    void aScreenThatSwallowsInputEndsInATimeout() {
        Desk desk = desk();
        desk.screen.deaf();
        desk.workload("office/writer", TYPE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("type timeout");
        assertThat(desk.timing("type").detail()).isEqualTo("the screen did not take the input in time");
    }

    @Test
    void ourOwnFaultIsAHarnessErrorAndTheNextVisitGoesOn() {
        Desk desk = office();
        int[] calls = {0};
        desk.screen.onInput((screen, events) -> {
            if (calls[0]++ == 0) {
                throw new IllegalStateException("a bug");
            }
            screen.later(ms(50), frame -> Mark.of("text").paint(frame, 20, 36));
        });
        desk.workload("a", TYPE, CLOSE).workload("b", TYPE).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("type harness-error", "close skipped", "type ok");
        assertThat(desk.timing("type").detail()).contains("a bug");
        assertThat(desk.phases()).endsWith("FINISHED");
    }

    @Test
    void clicksOnALandmarkAndFailsWhereItIsNotThere() {
        Desk desk = office();
        Operation click = Desk.operation(
                "click", new Step.Click(new Step.Place.On("button", 1, 2), 1, 2), new Condition.Appears("dialog"));
        desk.workload("office/writer", OPEN, click).start(1).finish();

        assertThat(desk.outcomes()).containsExactly("open ok", "click application-failed");
        assertThat(desk.timing("click").detail()).contains("button is not on the screen");
    }
}
