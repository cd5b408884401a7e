package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.workload.run.Load;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A search that overshoots: what the platform does not carry fails its point, and the search shrinks. */
class OvershootTest extends RunMachineFixture {
    private static Load search(int hint, int max) {
        return new Load.FindMax(1, OptionalInt.of(hint), max, Load.FindMax.DEFAULT_PRECISION, false);
    }

    @Test
    void aPlatformThatRefusesLogonsIsAnsweredWithWhatItAdmits() {
        fleet.refuses = others -> others >= 6;
        RunSnapshot end = finish(start(Plans.of(search(8, 20))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.reasons()).isEmpty();
        assertThat(end.capacity()).extracting("sessions").isEqualTo(6);
        assertThat(end.capacity())
                .extracting("reason")
                .asString()
                .contains("could not log on")
                .contains("broker is full");
        assertThat(end.loadPoints())
                .filteredOn(point -> point.sessions() > 6)
                .isNotEmpty()
                .extracting("verdict", "failure.kind")
                .containsOnly(tuple(Verdict.FAIL, "logons-refused"));
        assertThat(end.loadPoints()).filteredOn(point -> point.sessions() <= 6).allMatch(LoadPoint::pass);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void desktopsThatDieUnderTooManySessionsFailTheirPointOnly() {
        fleet.responseMillis = working -> {
            // As if memory were full: with seven or more sessions, one is lost.
            if (working > 6) {
                fleet.loseLater(6);
            }
            return 300;
        };
        RunSnapshot end = finish(start(Plans.of(search(12, 20))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(6);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
    }

    @Test
    void aLogonThatNeverEndsFailsThePointAndIsOutBeforeTheNext() {
        fleet.hanging.addAll(List.of(6, 7));
        RunSnapshot end = finish(start(Plans.of(search(8, 8))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("ramp-up-timeout");
        assertThat(end.loadPoints().get(0).limitWords())
                .isEqualTo("2 of 8 sessions had not warmed up in time: session 6 (starting), session 7 (starting)");
        assertThat(fleet.stopped()).contains(6, 7);
        assertThat(journal.points).hasSizeGreaterThan(1);
        assertThat(journal.points.subList(1, journal.points.size()))
                .allSatisfy(point -> assertThat(point.counted()).doesNotContainKeys(6, 7));
    }

    @Test
    void anIterationThatNeverEndsFailsThePoint() {
        RunStateMachine machine = start(Plans.of(search(8, 8)));
        advanceTo(machine, RunState.STEADY);
        fleet.frozen.add(3);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("steady-timeout");
        assertThat(end.loadPoints().get(0).limitWords())
                .contains("1 of 8 sessions")
                .contains("session 3 (iteration");
    }

    /** The sessions of a point that failed while they were started are not started during the next. */
    @Test
    void noSessionOfAFailedPointIsStartedLater() {
        fleet.refuses = others -> others == 2;
        RunSnapshot end = finish(start(Plans.of(new Load.FindMax(1, OptionalInt.of(16), 16, 0.05, true))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(2);
        assertThat(journal.points)
                .filteredOn(point -> point.failure() == null)
                .isNotEmpty()
                .allSatisfy(point -> assertThat(point.counted()).hasSize(point.sessions()));
    }
}
