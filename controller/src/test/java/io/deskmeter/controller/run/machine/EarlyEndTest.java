package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A brief load point ends as soon as nothing that is measured later can change that it has failed. */
class EarlyEndTest extends RunMachineFixture {
    private static final Load SEARCH =
            new Load.FindMax(1, OptionalInt.of(12), 20, Load.FindMax.DEFAULT_PRECISION, false);

    private RunSnapshot searched(long overloadedMillis) {
        fleet.responseMillis = working -> working > 6 ? overloadedMillis : 300;
        RunSnapshot end = finish(start(Plans.of(SEARCH)));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(6);
        assertThat(fleet.working()).isZero();
        return end;
    }

    private PointRecord point(int sessions) {
        return journal.points.stream()
                .filter(point -> point.sessions() == sessions)
                .findFirst()
                .orElseThrow();
    }

    private static Duration window(PointRecord point) {
        return Duration.between(point.windowAt(), point.endedAt());
    }

    @Test
    void anOverloadedPointEndsWithTheFirstTimingsThatSayIt() {
        RunSnapshot end = searched(4_000);
        PointRecord overloaded = point(12);
        assertThat(overloaded.endedEarly())
                .isEqualTo("1 of 12 planned operations of group A took longer than 1.5 s, 1.5 times its threshold");
        assertThat(end.loadPoints().get(0).endedEarly()).isEqualTo(overloaded.endedEarly());
        assertThat(end.loadPoints().get(0).verdictWords()).startsWith("fail");
        assertThat(end.loadPoints().get(0).missingTimings()).isZero();
        // Sessions log on one after another, so their iterations end at different times.
        assertThat(overloaded.inTime().values()).contains(List.of());
        // The timings of iterations that were under way come later. The verdict does not need them.
        assertThat(end.counts().late()).isZero();
        assertThat(journal.notes).anyMatch(note -> note.contains("12 sessions ends early"));
    }

    @Test
    void oneThatIsNearItsThresholdIsMeasuredToItsEnd() {
        searched(1_400);
        PointRecord near = point(12);
        assertThat(near.endedEarly()).isEmpty();
        assertThat(near.inTime()).isEqualTo(Map.of());
        Duration whole = window(near);
        assertThat(whole).isGreaterThan(ScriptedFleet.ITERATION);
    }

    @Test
    void anEarlyEndSavesTime() {
        searched(1_400);
        Duration whole = window(point(12));
        EarlyEndTest other = new EarlyEndTest();
        other.searched(4_000);
        assertThat(window(other.point(12))).isLessThan(whole.minusSeconds(5));
    }

    /** Only a search may stop to look: in other loads the figures of an overloaded point are part of the result. */
    @Test
    void stepsAreMeasuredToTheirEnd() {
        fleet.responseMillis = working -> 4_000;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(12)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(point(12).endedEarly()).isEmpty();
        assertThat(end.loadPoints().get(0).figures(Group.A).count()).isEqualTo(12 * 3);
    }
}
