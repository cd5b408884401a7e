package io.deskmeter.controller.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.run.RunJournal.CountedRange;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.ValidityCheck;
import io.deskmeter.testkit.VirtualTime;
import io.deskmeter.workload.Load;
import io.deskmeter.workload.ValidityBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunMachineTest {
    private static final ValidityBounds LOSSES_ALLOWED =
            new ValidityBounds(1, 0.5, 0.1, 0.1, Duration.ofMillis(500), 0.25);

    private final VirtualTime time = new VirtualTime();
    private final ScriptedFleet fleet = new ScriptedFleet(time);
    private final RecordingJournal journal = new RecordingJournal();
    private final List<RunSnapshot> snapshots = new ArrayList<>();

    private RunMachine start(RunPlan plan) {
        RunMachine machine = new RunMachine(
                plan, RunSettings.DEFAULT, fleet, journal, time, Runnable::run, time.ticker(), time, snapshots::add);
        fleet.serve(machine);
        machine.start();
        return machine;
    }

    private RunSnapshot finish(RunMachine machine) {
        time.advance(Duration.ofHours(2));
        assertThat(machine.state().ended())
                .as("%s %s", machine.state(), journal.notes)
                .isTrue();
        assertThat(fleet.released).containsExactly("run-1");
        return machine.snapshot();
    }

    private void advanceTo(RunMachine machine, RunState state) {
        for (int i = 0; i < 36_000 && machine.state() != state; i++) {
            time.advance(Duration.ofMillis(100));
        }
        assertThat(machine.state()).isEqualTo(state);
    }

    @Test
    void aRampAddsSessionsUntilAThresholdBreaks() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        RunSnapshot end = finish(start(Plans.of(new Load.Ramp(2, 2, 10))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(PointView::sessions).containsExactly(2, 4, 6);
        assertThat(end.loadPoints()).extracting(PointView::verdict).containsExactly("pass", "pass", "fail");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
        assertThat(end.reasons()).isEmpty();
        assertThat(end.loadPoints()).allSatisfy(p -> assertThat(p.a().count()).isEqualTo(p.sessions() * 3));
        assertThat(fleet.working()).isZero();
        assertThat(journal.ends).containsExactly(RunState.FINISHED);
    }

    /** Holds 4: up to 8, then down, then a repetition of the same size. Where it only looks, one iteration counts instead of three. */
    @Test
    void aSearchGoesDownAndRepeats() {
        fleet.responseMillis = working -> working > 4 ? 1500 : 300;
        RunSnapshot end = finish(
                start(Plans.of(new Load.FindMax(1, OptionalInt.of(8), 10, Load.FindMax.DEFAULT_PRECISION, false))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
        List<Integer> sizes = end.loadPoints().stream().map(PointView::sessions).toList();
        assertThat(sizes).startsWith(8).contains(4, 5);
        assertThat(sizes.stream().filter(n -> n == 4).count()).isGreaterThan(1);
        assertThat(end.loadPoints().get(0).a().count()).as("a look").isEqualTo(8);
        assertThat(end.loadPoints())
                .filteredOn(p -> p.sessions() == 4)
                .anySatisfy(p -> assertThat(p.a().count()).isGreaterThanOrEqualTo(4 * 3));
        assertThat(end.counts().discarded()).isZero();
        assertThat(end.counts().late()).isZero();
        assertThat(fleet.working()).isZero();
    }

    @Test
    void surplusSessionsAreStoppedNewestFirstAndNothingCountsBeforeTheyAreOut() {
        fleet.responseMillis = working -> working > 2 ? 1500 : 300;
        RunMachine machine = start(Plans.of(new Load.FindMax(1, OptionalInt.of(3), 3, 0.05, false)));
        RunSnapshot end = finish(machine);
        assertThat(fleet.stopped().get(0)).isEqualTo(2);
        assertThat(end.loadPoints().get(1).sessions()).isLessThan(3);
        assertThat(end.loadPoints().get(1).a().p95Ms()).isEqualTo(300);
    }

    @Test
    void freshPointsHaveNewLogonsOnly() {
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2, 3), true))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.sessions()).hasSize(5);
        assertThat(journal.points.get(0).counted()).containsOnlyKeys(0, 1);
        assertThat(journal.points.get(1).counted()).containsOnlyKeys(2, 3, 4);
        assertThat(end.loadPoints().get(1).a().count()).isEqualTo(9);
        assertThat(end.counts().discarded()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunMayEndWhileSurplusSessionsLeave(boolean abort) {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2, 3), true)));
        for (int i = 0; i < 36_000 && fleet.stopped().isEmpty(); i++) {
            time.advance(Duration.ofMillis(100));
        }
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_UP);
        if (abort) {
            machine.abort("aborted on request");
        } else {
            machine.stop("stopped on request");
        }
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.sessions()).hasSize(2);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void aSurplusSessionThatDoesNotLeaveIsNamed() {
        fleet.stopsSessions = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(1, 2), true))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons().get(0))
                .startsWith("ramping-up: longer than ")
                .contains("missing: session 0 (iteration");
    }

    @Test
    void aSurplusSessionThatIsLostIsOutTooAndSpoilsNoPoint() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(1, 2), true)));
        for (int i = 0; i < 36_000 && fleet.stopped().isEmpty(); i++) {
            time.advance(Duration.ofMillis(100));
        }
        fleet.lose(0);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(PointView::discarded).containsExactly(0, 0);
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
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(3))));
        time.advance(Duration.ofSeconds(2));
        assertThat(machine.snapshot().sessions()).hasSize(1);
        time.advance(Duration.ofSeconds(2));
        assertThat(machine.snapshot().sessions()).hasSize(2);
        time.advance(Duration.ofSeconds(3));
        assertThat(machine.snapshot().sessions()).hasSize(3);
    }

    @Test
    void aFixedRunWorksItsIterationsAndDropsFirstAndLast() {
        RunSnapshot end = finish(start(Plans.of(new Load.Fixed(3))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).hasSize(1);
        assertThat(end.loadPoints().get(0).a().count()).isEqualTo(9);
        assertThat(end.counts().timings()).isEqualTo(3 * 5 * 2);
        assertThat(journal.points.get(0).counted().values()).containsOnly(new CountedRange(1, 4));
        assertThat(end.sessions()).extracting(SessionView::state).containsOnly("finished");
    }

    @Test
    void anUndecidedPointIsMeasuredLonger() {
        // Whether session 0 is drawn decides the resampled percentile: the interval straddles the threshold.
        fleet.slowSession = 0;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(3)))));
        assertThat(end.loadPoints()).hasSize(1);
        PointView point = end.loadPoints().get(0);
        assertThat(point.extensions()).isEqualTo(1);
        assertThat(point.a().count()).isEqualTo(3 * 3 * 2);
        assertThat(journal.points).hasSize(2).extracting(p -> p.number()).containsOnly(0);
    }

    @Test
    void aLostSessionIsDiscardedCountedAndReplacedAtTheNextPoint() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(3, 4)), LOSSES_ALLOWED));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        PointView first = end.loadPoints().get(0);
        assertThat(first.discarded()).isEqualTo(1);
        assertThat(first.a().count()).isEqualTo(6);
        assertThat(end.loadPoints().get(1).discarded()).isZero();
        assertThat(end.loadPoints().get(1).a().count()).isEqualTo(12);
        assertThat(end.counts().discarded()).isEqualTo(1);
        assertThat(end.sessions()).hasSize(5);
    }

    @Test
    void aRunThatLosesMoreSessionsThanItMayIsInvalidAndKeepsItsChecks() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(3, 4))));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons())
                .containsExactly("lost: 1 of 5 sessions were lost or failed: 20 % (bound: at most 2 %)");
        assertThat(journal.validity)
                .extracting(ValidityCheck::id, ValidityCheck::kept)
                .containsExactly(
                        tuple("logons", true),
                        tuple("lost", false),
                        tuple("pacing", true),
                        tuple("mix", true),
                        tuple("lag", true),
                        tuple("harnessCpu", true));
        assertThat(journal.validity.get(3).value()).isZero();
    }

    @Test
    void aRunWhoseSessionsAreAllLostFails() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(0);
        fleet.lose(1, "its server died");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons()).containsExactly("all sessions were lost or failed; session 1: its server died");
    }

    @Test
    void anAgentThatComesBackInTimeCostsNothing() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.RAMPING_UP);
        time.advance(Duration.ofSeconds(1));
        fleet.connected = false;
        machine.agentDisconnected("agent-1", "reset");
        time.advance(Duration.ofSeconds(8));
        fleet.connected = true;
        machine.agentConnected("agent-1", "instance-1", "run-1");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).a().count()).isEqualTo(6);
    }

    @Test
    void theNewsThatAnAgentIsConnectedMayComeAfterItWasReserved() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.RAMPING_UP);
        machine.agentConnected("agent-1", "instance-1", "");
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void anAgentThatComesBackWithoutItsSessionsIsLost() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        machine.agentDisconnected("agent-1", "reset");
        machine.agentConnected("agent-1", "instance-1", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
    }

    @Test
    void anAgentLostForGoodEndsTheRunWithinThirtySeconds() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        machine.agentDisconnected("agent-1", "reset");
        time.advance(Duration.ofSeconds(12));
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .containsExactly("agent agent-1 was lost and did not come back within 10 s");
    }

    @Test
    void sessionsAreSpreadOverAgentsWithinTheirLimits() {
        fleet.agents = List.of(agent("small", 2), agent("large", 6));
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(4, 8)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("small")).hasSize(2);
        assertThat(fleet.of("large")).hasSize(6);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void oneOfSeveralAgentsLostMakesTheRunInvalidAndTheOthersEnd() {
        fleet.agents = List.of(agent("a", 0), agent("b", 0));
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(4))));
        advanceTo(machine, RunState.STEADY);
        fleet.vanish("a");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.STEADY);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).containsExactly("agent a was lost and did not come back within 10 s");
        assertThat(end.sessions())
                .filteredOn(session -> session.agent().equals("a"))
                .allSatisfy(session -> assertThat(session.state()).isEqualTo("lost"));
        assertThat(fleet.working()).isZero();
    }

    @Test
    void wordsForAnAgentThatIsAwayAreKeptForItAlone() {
        fleet.agents = List.of(agent("a", 0), agent("b", 0));
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(4))));
        advanceTo(machine, RunState.RAMPING_UP);
        fleet.gone.add("a");
        machine.agentDisconnected("a", "reset");
        time.advance(Duration.ofSeconds(8));
        assertThat(fleet.of("a")).hasSizeLessThan(2);
        assertThat(fleet.of("b")).isNotEmpty();
        fleet.gone.remove("a");
        machine.agentConnected("a", "instance-1", "run-1");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("a")).hasSize(2);
    }

    @Test
    void wordsThatABrokenLineSwallowedAreSaidAgain() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(4, 2))));
        fleet.swallows = true;
        advanceTo(machine, RunState.RAMPING_UP);
        time.advance(Duration.ofSeconds(5));
        assertThat(fleet.working()).isZero();
        machine.agentDisconnected("agent-1", "reset");
        fleet.swallows = false;
        machine.agentConnected("agent-1", "instance-1", "");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("agent-1")).hasSize(4);
    }

    @Test
    void theEndOfARunThatABrokenLineSwallowedIsAskedForAgain() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        fleet.swallows = true;
        machine.abort("enough");
        time.advance(Duration.ofSeconds(2));
        machine.agentDisconnected("agent-1", "reset");
        fleet.swallows = false;
        machine.agentConnected("agent-1", "instance-1", "run-1");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.snapshot().state()).isEqualTo("stopped");
        assertThat(machine.snapshot().reasons()).containsExactly("enough");
        assertThat(fleet.working()).isZero();
    }

    @Test
    void whatASessionTellsTwiceCountsOnce() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(3))));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1, "its server died");
        fleet.lose(1, "its server died");
        RunSnapshot end = finish(machine);
        assertThat(end.log())
                .filteredOn(line -> line.message().contains("its server died"))
                .hasSize(1);
    }

    private static AgentPort.Reserved agent(String id, int limit) {
        return new AgentPort.Reserved(id, "instance-1", "host-" + id, "1", limit, Map.of());
    }

    @Test
    void anAgentThatWasRestartedEndsTheRunAtOnce() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        machine.agentDisconnected("agent-1", "reset");
        machine.agentConnected("agent-1", "instance-2", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons().get(0)).contains("started anew");
    }

    @Test
    void aDeadlineNamesWhoIsMissing() {
        fleet.stuck.add(1);
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2)))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons().get(0)).startsWith("ramping-up: longer than ").endsWith("missing: session 1 (asked)");
    }

    @Test
    void withoutAnAgentTheRunFailsAndSaysWhy() {
        fleet.free = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2)))));
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons()).containsExactly("preparing: longer than 120 s; missing: no agent is connected");
    }

    @Test
    void anAgentMayComeLater() {
        fleet.free = false;
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        time.advance(Duration.ofSeconds(30));
        fleet.free = true;
        machine.agentMayBeFree();
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void missingTimingsAreNotedAndThePointIsJudgedWithoutThem() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        advanceTo(machine, RunState.STEADY);
        fleet.deliversTimings = false;
        RunSnapshot end = finish(machine);
        assertThat(end.reasons().get(0)).startsWith("judging: longer than 15 s; missing: ");
        assertThat(end.loadPoints()).hasSize(1);
    }

    @Test
    void aHarnessErrorMakesTheRunInvalid() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        advanceTo(machine, RunState.STEADY);
        fleet.outcome = Outcome.HARNESS_ERROR;
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).anySatisfy(r -> assertThat(r).startsWith("harness-error: "));
    }

    @Test
    void aStoreThatRefusesMakesTheRunInvalidAndEndsItsSessions() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        journal.full = true;
        machine.storeFailed("no space left");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).containsExactly("the store failed: no space left");
        assertThat(fleet.working()).isZero();
    }

    @Test
    void anAgentThatNeverConfirmsItsCleanUpIsNoted() {
        fleet.confirmsEnd = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(1)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.reasons())
                .containsExactly("ending: longer than 60 s; missing: the word of agent agent-1 on host-1");
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"PREPARING", "RAMPING_UP", "STEADY", "JUDGING"})
    void stopEndsTheRunInEveryState(RunState state) {
        fleet.free = state != RunState.PREPARING;
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, state);
        machine.stop("stopped on request");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.reasons()).containsExactly("stopped on request");
        assertThat(fleet.working()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"PREPARING", "RAMPING_UP", "STEADY", "JUDGING"})
    void abortEndsTheRunAtOnceInEveryState(RunState state) {
        fleet.free = state != RunState.PREPARING;
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, state);
        machine.abort("aborted on request");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.STOPPED);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void stoppingAfterTheLastPointKeepsTheResult() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.RAMPING_DOWN);
        machine.stop("stopped on request");
        time.settle();
        machine.abort("aborted on request");
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void everyStageSaysHowFarItCame() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
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
    void abortingARunThatEndsWaitsForTheAgentsAllTheSame() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.STEADY);
        machine.abort("aborted on request");
        time.settle();
        machine.abort("again");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.ENDING);
        assertThat(finish(machine).state()).isEqualTo("stopped");
    }

    @Test
    void everythingUnknownIsCounted() {
        RunMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
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
