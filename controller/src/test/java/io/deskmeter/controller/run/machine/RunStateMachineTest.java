package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.ValidityBounds;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What counts at the load points of a run, and how sessions are started and stopped. */
class RunStateMachineTest extends RunMachineFixture {
    private static final ValidityBounds LOSSES_ALLOWED =
            new ValidityBounds(1, 0.5, 0.1, 0.1, Duration.ofMillis(500), 0.25);

    @Test
    void aRampAddsSessionsUntilAThresholdBreaks() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        RunSnapshot end = finish(start(Plans.of(new Load.Ramp(2, 2, 10))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(LoadPoint::sessions).containsExactly(2, 4, 6);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass", "pass", "fail");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
        assertThat(end.reasons()).isEmpty();
        assertThat(end.loadPoints())
                .allSatisfy(p -> assertThat(p.figures(Group.A).count()).isEqualTo(p.sessions() * 3));
        assertThat(fleet.working()).isZero();
        assertThat(journal.ends).containsExactly(RunState.FINISHED);
    }

    /**
     * A capacity of 4: up to 8, then down, then a repetition of the same size. At brief points one iteration counts
     * instead of three.
     */
    @Test
    void aSearchGoesDownAndRepeats() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        RunSnapshot end = finish(
                start(Plans.of(new Load.FindMax(1, OptionalInt.of(8), 10, Load.FindMax.DEFAULT_PRECISION, false))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
        List<Integer> sizes = end.loadPoints().stream().map(LoadPoint::sessions).toList();
        assertThat(sizes).startsWith(8).contains(4, 5);
        assertThat(sizes.stream().filter(n -> n == 4).count()).isGreaterThan(1);
        assertThat(end.loadPoints().get(0).figures(Group.A).count())
                .as("a look")
                .isEqualTo(8);
        assertThat(end.loadPoints())
                .filteredOn(p -> p.sessions() == 4)
                .anySatisfy(p -> assertThat(p.figures(Group.A).count()).isGreaterThanOrEqualTo(4 * 3));
        assertThat(end.counts().discarded()).isZero();
        assertThat(end.counts().late()).isZero();
        assertThat(fleet.working()).isZero();
    }

    /** A capacity of 4; the question of the search is shown during the load point, and in the log. */
    @Test
    void aSearchTellsWhichQuestionItsLoadPointAnswers() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        RunStateMachine machine =
                start(Plans.of(new Load.FindMax(1, OptionalInt.of(8), 10, Load.FindMax.DEFAULT_PRECISION, false)));
        advanceTo(machine, RunState.STEADY);
        assertThat(machine.snapshot().stage().question()).isEqualTo("the size that the hint names");
        RunSnapshot end = finish(machine);
        assertThat(end.stage().question()).isEmpty();
        assertThat(end.log())
                .extracting(RunSnapshot.NoteView::message)
                .anyMatch(message -> message.startsWith(
                        "the next load point answers whether fewer hold (8: failed, A 1.5 s of 1 s)"));
    }

    /** A capacity of 4; the first point takes about a minute, so three minutes end the search before it is certain. */
    @Test
    void aSearchAnswersWithinItsBudget() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        Load.FindMax search = new Load.FindMax(1, OptionalInt.of(8), 10, Load.FindMax.DEFAULT_PRECISION, false);
        RunSnapshot hurried = finish(start(Plans.of(search.within(Duration.ofMinutes(3)))));
        assertThat(hurried.state()).isEqualTo("finished");
        assertThat(Duration.between(hurried.createdAt(), Objects.requireNonNull(hurried.endedAt())))
                .isLessThan(Duration.ofMinutes(4));
        CapacityView capacity = Objects.requireNonNull(hurried.capacity());
        assertThat(capacity.reason()).contains("the time budget ended the search");
        assertThat(capacity.sessions()).isLessThanOrEqualTo(4);
    }

    /** The first point takes about a minute; then the platform gets so slow that no estimate holds. */
    @Test
    void aLoadPointThatIsNotMeasuredWithinTheBudgetIsNotJudged() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        fleet.iterationTime = () -> journal.points.isEmpty() ? ScriptedFleet.ITERATION : Duration.ofMinutes(2);
        Load.FindMax search = new Load.FindMax(1, OptionalInt.of(8), 10, Load.FindMax.DEFAULT_PRECISION, false);
        RunSnapshot end = finish(start(Plans.of(search.within(Duration.ofMinutes(3)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(Duration.between(end.createdAt(), Objects.requireNonNull(end.endedAt())))
                .isGreaterThanOrEqualTo(Duration.ofMinutes(3))
                .isLessThan(Duration.ofMinutes(5));
        assertThat(end.loadPoints()).hasSize(1);
        assertThat(Objects.requireNonNull(end.capacity()).reason()).contains("the time budget ended the search");
        assertThat(end.log())
                .extracting(RunSnapshot.NoteView::message)
                .anyMatch(message -> message.matches(
                        "the time budget ended during the load point of \\d+ sessions?, which is not judged"));
        assertThat(fleet.working()).isZero();
    }

    @Test
    void surplusSessionsAreStoppedNewestFirstAndNothingCountsBeforeTheyAreOut() {
        fleet.responseMillis = working -> working > 2 ? 1500 : 300;
        RunStateMachine machine = start(Plans.of(new Load.FindMax(1, OptionalInt.of(3), 3, 0.05, false)));
        RunSnapshot end = finish(machine);
        assertThat(fleet.stopped().get(0)).isEqualTo(2);
        assertThat(end.loadPoints().get(1).sessions()).isLessThan(3);
        assertThat(end.loadPoints().get(1).figures(Group.A).p95Ms()).isEqualTo(300);
    }

    @Test
    void freshPointsHaveNewLogonsOnly() {
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2, 3), true))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.sessions()).hasSize(5);
        assertThat(journal.points.get(0).counted()).containsOnlyKeys(0, 1);
        assertThat(journal.points.get(1).counted()).containsOnlyKeys(2, 3, 4);
        assertThat(end.loadPoints().get(1).figures(Group.A).count()).isEqualTo(9);
        assertThat(end.counts().discarded()).isZero();
    }

    @Test
    void aSurplusSessionThatIsLostIsOutTooAndSpoilsNoPoint() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1, 2), true)));
        advanceUntil(() -> !fleet.stopped().isEmpty());
        fleet.lose(0);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(LoadPoint::discarded).containsExactly(0, 0);
        assertThat(end.counts().discarded()).isEqualTo(1);
    }

    @Test
    void theIterationWhoseStartOpensTheWindowCountsAndRunningOnesDoNot() {
        finish(start(Plans.of(new Load.Steps(List.of(2)))));
        // Session 0 starts at 0 s, session 1 at 3 s: when 1 begins its second iteration at 17 s, 0 is in the middle of
        // its second.
        assertThat(journal.points.get(0).counted())
                .containsEntry(0, new CountedRange(2, 5))
                .containsEntry(1, new CountedRange(1, 4));
    }

    @Test
    void logonsAreSpread() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(3))));
        time.advance(Duration.ofSeconds(2));
        assertThat(machine.snapshot().sessions()).hasSize(1);
        time.advance(Duration.ofSeconds(2));
        assertThat(machine.snapshot().sessions()).hasSize(2);
        time.advance(Duration.ofSeconds(3));
        assertThat(machine.snapshot().sessions()).hasSize(3);
    }

    @Test
    void aFixedRunCountsItsIterationsBetweenTheFirstAndTheLast() {
        RunSnapshot end = finish(start(Plans.of(new Load.Fixed(3))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).hasSize(1);
        assertThat(end.loadPoints().get(0).figures(Group.A).count()).isEqualTo(9);
        assertThat(journal.points.get(0).counted().values())
                .allSatisfy(range -> assertThat(range.length()).isEqualTo(3));
        assertThat(end.sessions()).extracting(SessionView::state).containsOnly("stopped");
    }

    /** Twelve sessions, a logon every 3 s, an iteration of 10 s: the first would have ended before the last begins. */
    @Test
    void aFixedRunCountsOnlyWhileAllItsSessionsWork() {
        RunSnapshot end = finish(start(Plans.of(new Load.Fixed(40))));
        PointRecord point = journal.points.get(0);
        assertThat(point.windowAt()).isAfter(point.startedAt().plusSeconds(39 * 3));
        assertThat(point.counted())
                .hasEntrySatisfying(0, range -> assertThat(range.from()).isGreaterThan(10));
        assertThat(point.worked().leastWorking()).isEqualTo(40);
        assertThat(point.worked().meanWorking()).isEqualTo(40);
        assertThat(end.loadPoints().get(0).figures(Group.A).count()).isEqualTo(40 * 3);
        assertThat(end.loadPoints().get(0).leastWorking()).isEqualTo(40);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(40);
    }

    @Test
    void anUndecidedPointIsMeasuredLonger() {
        // Whether session 0 is drawn decides the resampled percentile: the interval straddles the threshold.
        fleet.slowSession = 0;
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(3))));
        advanceTo(machine, RunState.STEADY);
        advanceTo(machine, RunState.JUDGING);
        advanceTo(machine, RunState.STEADY);
        time.advance(Duration.ofSeconds(1));
        assertThat(machine.snapshot().loadPoints()).hasSize(1);
        assertThat(machine.snapshot().stage().loadPoint()).isEqualTo(1);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).hasSize(1);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.extensions()).isEqualTo(1);
        assertThat(point.figures(Group.A).count()).isEqualTo(3 * 3 * 2);
        assertThat(journal.points).hasSize(2).extracting(p -> p.number()).containsOnly(0);
    }

    @Test
    void whatALostSessionDidNotWorkCountsAsFailed() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(3, 4)), LOSSES_ALLOWED));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        LoadPoint first = end.loadPoints().get(0);
        assertThat(first.discarded()).isEqualTo(1);
        int windows = 1 + first.extensions();
        assertThat(first.figures(Group.A).count()).isEqualTo(9 * windows);
        assertThat(first.figures(Group.A).failed()).isEqualTo(3 * windows);
        assertThat(first.lostOperations()).isEqualTo(6 * windows);
        assertThat(first.missingTimings()).isZero();
        assertThat(first.pass()).as("a third of its operations failed").isFalse();
        assertThat(first.leastWorking()).isEqualTo(2);
        assertThat(first.meanWorking()).isBetween(2.0, 3.0);
        assertThat(end.loadPoints()).hasSize(1);
    }

    @Test
    void withinTheBoundALossCostsItsOperationsAndItsPlaceInTheCapacity() {
        RunStateMachine machine = start(Plans.of(new Load.Fixed(60)));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(7);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.pass()).isTrue();
        assertThat(point.figures(Group.A).count()).isEqualTo(180);
        assertThat(point.figures(Group.A).failed()).isPositive();
        assertThat(end.capacity()).extracting("sessions").isEqualTo(59);
    }

    @Test
    void whatASessionTellsTwiceCountsOnce() {
        RunStateMachine machine = steady(3);
        fleet.lose(1, "its server died");
        fleet.lose(1, "its server died");
        RunSnapshot end = finish(machine);
        assertThat(end.log())
                .filteredOn(line -> line.message().equals("session 1 lost: its server died"))
                .hasSize(1);
    }

    @Test
    void everyStageSaysHowFarItCame() {
        RunStateMachine machine = steady(2);
        fleet.lose(1);
        finish(machine);
        assertThat(journal.lefts.get(journal.states.indexOf(RunState.STEADY)))
                .isEqualTo(new RunJournal.StageProgress(2, 2, "warmed up"));
        assertThat(journal.lefts.get(journal.states.indexOf(RunState.JUDGING)))
                .isEqualTo(new RunJournal.StageProgress(1, 1, "measured"));
        assertThat(journal.lefts.get(journal.states.indexOf(RunState.ENDING)))
                .isEqualTo(new RunJournal.StageProgress(2, 2, "stopped"));
    }

    @Test
    void unknownEventsAreCounted() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        machine.sessionChanged(new SessionFact(99, SessionPhase.READY, 0, "", 0, time.instant()));
        RunSnapshot end = finish(machine);
        assertThat(end.counts().unknownEvents()).isEqualTo(1);
        machine.timingsStored(List.of(), 0);
        machine.agentDone("agent-1", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.FINISHED);
    }

    @Test
    void snapshotsComeAtMostTwiceASecondAndTheLastOneAlways() {
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(1)))));
        assertThat(snapshots.get(snapshots.size() - 1)).isEqualTo(end);
        assertThat(end.ended()).isTrue();
        long seconds = Duration.between(end.createdAt(), end.endedAt()).toSeconds();
        assertThat(snapshots.size()).isLessThanOrEqualTo((int) seconds * 2 + 3);
        assertThat(snapshots)
                .anySatisfy(s -> assertThat(s.stage().remainingSeconds()).isBetween(20L, 60L));
    }
}
