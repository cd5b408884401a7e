package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Load points that the platform cannot carry: they fail, and the run continues. */
class PointFailureTest extends RunMachineFixture {
    private static Load search(int hint, int max) {
        return new Load.FindMax(1, OptionalInt.of(hint), max, Load.FindMax.DEFAULT_PRECISION, false);
    }

    @Test
    void aSearchDoesNotMeasureAPointToItsEndThatHasFailed() {
        fleet.refuses = others -> others >= 6;
        finish(start(Plans.of(search(8, 20))));
        PointRecord failed = journal.points.get(0);
        assertThat(failed.sessions()).isEqualTo(8);
        assertThat(Duration.between(failed.startedAt(), failed.endedAt())).isLessThan(Duration.ofSeconds(30));
        assertThat(failed.counted()).isEmpty();
    }

    @Test
    void beyondTheFirstPointThatPassesStepsEndWithTheirAnswer() {
        fleet.refuses = others -> others >= 3;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2, 4, 8)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass", "fail");
        assertThat(end.loadPoints().get(1).figures(Group.A).count())
                .as("measured to its end")
                .isEqualTo(12);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(2);
    }

    @Test
    void whereNobodyEverGetsInTheRunHasFailed() {
        fleet.refuses = others -> true;
        RunSnapshot end = finish(start(Plans.of(search(4, 8))));
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons())
                .containsExactly("all sessions were lost or failed; session 0: logon: the broker is full");
    }

    @Test
    void aSessionThatEndsUnaskedIsMissing() {
        RunStateMachine machine = steady(2);
        machine.sessionChanged(new SessionFact(1, SessionPhase.FINISHED, 2, "", 0, time.instant()));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
    }

    /** What a session that hangs has not worked is no loss of Deskmeter. */
    @Test
    void aSessionThatHangsHasNoTimingsThatAreMissing() {
        RunStateMachine machine = steady(4);
        fleet.frozen.add(1);
        RunSnapshot end = finish(machine);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.failure()).extracting("kind").isEqualTo("steady-timeout");
        assertThat(point.missingTimings()).isZero();
        assertThat(point.account())
                .filteredOn(line -> line.of().length() == 1)
                .allMatch(line -> line.notDelivered() == 0);
        assertThat(end.reasons()).isEmpty();
    }

    @Test
    void anAgentThatSaysNothingOfASessionIsNoPlatformThatIsSlow() {
        fleet.stuck.add(5);
        RunSnapshot end = finish(start(Plans.of(search(8, 8))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons().get(0)).endsWith("missing: session 5 (asked)");
    }
}
