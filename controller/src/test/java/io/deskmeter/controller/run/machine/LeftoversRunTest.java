package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.yaml.AccountSets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A platform that admits five sessions, without desktop agents. Where no user logs off, an application stays open when
 * its session ends, and the next session of the same user does not see its icon.
 */
class LeftoversRunTest extends RunMachineFixture {
    private static final int ADMITS = 5;

    private static RunPlan plan(int users, List<Step> logoff) {
        RunPlan plain = Plans.of(new Load.FindMax(1, OptionalInt.of(4), 8, Load.FindMax.DEFAULT_PRECISION, false));
        RunProfile profile = plain.profile();
        Target target = new Target.RdpHosts(
                Hosts.of(List.of("rdsh-1"), 3389),
                users,
                Optional.of("set"),
                Optional.of(new Agentless(
                        "",
                        new Agentless.Sign.Rest(Agentless.READY_REST),
                        new Agentless.Launcher.Icons(Map.of()),
                        logoff)),
                Optional.empty(),
                "any",
                TargetKeyboard.UNKNOWN,
                1280,
                800);
        return new RunPlan(
                plain.id(),
                profile.like().target(target).build(),
                "id: test",
                plain.workloads(),
                AccountSets.expand("u{1.." + users + "}", "p", "", AllowedHosts.of(List.of("*"))),
                plain.createdAt());
    }

    /** Whether an earlier session of that user was stopped, so that its application is still open. */
    private boolean follows(int session) {
        Map<Integer, SessionSlot> slots = new TreeMap<>();
        Set<Integer> stopped = new HashSet<>();
        for (FromController message : fleet.sent) {
            if (message.hasStartSession()) {
                slots.put(
                        message.getStartSession().getSession(),
                        message.getStartSession().getSlot());
            } else if (message.hasStopSession()) {
                stopped.add(message.getStopSession().getSession());
            }
        }
        SessionSlot mine = slots.get(session);
        return slots.entrySet().stream()
                .anyMatch(other ->
                        other.getKey() < session && other.getValue().equals(mine) && stopped.contains(other.getKey()));
    }

    @Test
    void aFreshUserIsTakenBeforeOneWhoseApplicationIsStillOpen() {
        fleet.refuses = others -> others >= ADMITS;
        fleet.broken = this::follows;
        RunSnapshot end = finish(start(plan(8, List.of())));
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(ADMITS);
    }

    @Test
    void withoutLogoffsTheLastResortIsNoAnswerAboutThePlatform() {
        fleet.broken = this::follows;
        RunSnapshot end = finish(start(stepsDownAndUp(plan(ADMITS, List.of()))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anySatisfy(why -> assertThat(why)
                        .startsWith("the load point of 5 sessions was not judged, twice: leftovers: ")
                        .contains("hint: set `logoff`"));
        assertThat(journal.notes)
                .anySatisfy(note ->
                        assertThat(note).contains("session 5 uses the desktop of session 4, u5 on rdsh-1:3389"));
    }

    @Test
    void withLogoffsThePlatformIsJudged() {
        RunPlan plan = plan(ADMITS, List.of(new Step.Wait(Duration.ofSeconds(1))));
        RunSnapshot end = finish(start(stepsDownAndUp(plan)));
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    /** The input was sent, and the display stayed open: nobody knows whether the user was logged off. */
    @Test
    void aLogoffThatDidNotCloseTheDisplayCountsAsNone() {
        fleet.broken = this::follows;
        fleet.leavesOpen = true;
        RunPlan plan = plan(ADMITS, List.of(new Step.Wait(Duration.ofSeconds(1))));
        RunSnapshot end = finish(start(stepsDownAndUp(plan)));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).anySatisfy(why -> assertThat(why).contains("twice: leftovers: "));
    }

    /** One application that was left open does not excuse desktops that were lost. */
    @Test
    void aPointThatLostItsDesktopsIsThePlatformsWhateverFollowersFailed() {
        fleet.broken = this::follows;
        RunStateMachine machine = start(stepsDownAndUp(plan(ADMITS, List.of())));
        advanceUntil(() ->
                machine.state() == RunState.STEADY && machine.snapshot().stage().loadPoint() == 3);
        time.advance(ScriptedFleet.ITERATION);
        fleet.lose(0);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        LoadPoint last = end.loadPoints().get(end.loadPoints().size() - 1);
        assertThat(end.loadPoints()).hasSize(3);
        assertThat(last.failure()).as(last.verdictWords()).extracting("kind").isEqualTo("sessions-lost");
    }

    /** Followers fail most operations, but the others fail enough by themselves. */
    @Test
    void aPointThatFailsWithoutItsFollowersIsThePlatforms() {
        fleet.broken = session -> follows(session) || (session == 0 && fleet.positions.containsKey(5) && !halfDone());
        RunStateMachine machine = start(stepsDownAndUp(plan(ADMITS, List.of())));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).hasSize(3);
        assertThat(end.loadPoints().get(2).verdictWords())
                .as(String.valueOf(end.loadPoints().get(2).notJudged()))
                .startsWith("fail");
    }

    private int brokenOperations;

    /** Session 0 fails a part of its operations only. */
    private boolean halfDone() {
        return brokenOperations++ % 2 == 1;
    }

    private static RunPlan stepsDownAndUp(RunPlan plan) {
        RunProfile profile = plan.profile();
        return new RunPlan(
                plan.id(),
                profile.like().load(new Load.Steps(List.of(5, 4, 5))).build(),
                plan.yaml(),
                plan.workloads(),
                plan.accounts(),
                plan.createdAt());
    }
}
