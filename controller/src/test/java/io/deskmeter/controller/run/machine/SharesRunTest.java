package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.ShareView;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.Load;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs in which only a share of the sessions works one of the workloads. */
class SharesRunTest extends RunMachineFixture {
    private RunPlan plan(Load load) {
        RunPlan plan = Plans.sharing(load, 0.25);
        fleet.planner = new Planner(plan.profile().workloads(), plan.workloads());
        return plan;
    }

    @Test
    void aShareOfTheSessionsWorksTheWorkload() {
        RunSnapshot end = finish(start(plan(new Load.Fixed(8))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        // Two of eight sessions work five operations in three iterations, the others two.
        assertThat(end.loadPoints().get(0).figures(Group.A).count()).isEqualTo(3 * (8 + 2 * 2));
        assertThat(mix().value()).isZero();
        assertThat(end.shares())
                .extracting(ShareView::workload, ShareView::sharePct)
                .containsExactly(tuple("video/play", 25.0));
    }

    @Test
    void theSnapshotSaysHowManySessionsOfTheLoadPointWorkIt() {
        RunStateMachine machine = start(plan(new Load.Steps(List.of(8))));
        advanceTo(machine, RunState.STEADY);
        assertThat(machine.snapshot().shares()).containsExactly(new ShareView("video/play", 25, 2));
    }

    /** A search stops surplus sessions and starts others later, whose numbers are new. */
    @Test
    void theSharesHoldAtEveryLoadPointOfASearch() {
        fleet.responseMillis = working -> working > 9 ? 1500 : 300;
        RunSnapshot end = finish(start(plan(new Load.FindMax(1, OptionalInt.of(12), 24, 0.05, false))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(9);
        assertThat(journal.points).hasSizeGreaterThan(3);
        assertThat(fleet.positions.keySet())
                .as("sessions were started again after others had been stopped")
                .hasSizeGreaterThan(journal.points.stream()
                        .mapToInt(PointRecord::sessions)
                        .max()
                        .orElseThrow());
        assertThat(journal.points).allSatisfy(this::hasAllPositions);
        assertThat(mix().value()).isZero();
    }

    @Test
    void theSharesHoldWithNewLogonsForEachLoadPoint() {
        RunSnapshot end = finish(start(plan(new Load.Steps(List.of(2, 5, 9), true))));
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(journal.points).hasSize(3).allSatisfy(this::hasAllPositions);
    }

    /**
     * The session that was lost may have been the one with the heavy workload: the next point has another in its
     * position.
     */
    @Test
    void aLostSessionIsReplacedAtTheNextLoadPoint() {
        RunStateMachine machine = start(plan(new Load.FindMax(1, OptionalInt.of(4), 8, 0.05, false)));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(0);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as("%s", end.reasons()).isEqualTo("finished");
        assertThat(journal.points.get(0).discarded()).containsExactly(0);
        assertThat(fleet.positions).as("the first session that is started then").containsEntry(4, 0);
        assertThat(journal.points.subList(1, journal.points.size()))
                .isNotEmpty()
                .allSatisfy(this::hasAllPositions);
    }

    /** Where all sessions work everything, the newest are surplus, whatever their positions. */
    @Test
    void withoutSharesALostSessionIsReplacedOnlyWhereOneIsMissing() {
        RunStateMachine machine = start(Plans.of(new Load.FindMax(1, OptionalInt.of(4), 8, 0.05, false)));
        advanceTo(machine, RunState.STEADY);
        assertThat(fleet.positions.values()).containsExactly(0, 1, 2, 3);
        RunSnapshot end = finish(machine);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(8);
        assertThat(fleet.positions).hasSize(8);
    }

    /** An agent that gives every session the heavy workload, or none, measures another load than the profile's. */
    @Test
    void aMixThatIsNotTheProfilesIsInvalid() {
        RunPlan plan = plan(new Load.Fixed(8));
        RunPlan other = Plans.sharing(new Load.Fixed(8), 0.5);
        fleet.planner = new Planner(other.profile().workloads(), other.workloads());
        RunSnapshot end = finish(start(plan));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("the load point of 8 sessions was not judged, twice: timings of ")
                        .contains("that were planned; Deskmeter's own fault"));
    }

    private void hasAllPositions(PointRecord point) {
        assertThat(point.counted().keySet().stream().map(fleet.positions::get).sorted())
                .as("load point of %d sessions", point.sessions())
                .containsExactlyElementsOf(
                        IntStream.range(0, point.sessions()).boxed().toList());
    }

    private ValidityCheck mix() {
        return journal.validity.stream()
                .filter(check -> check.id().equals("mix"))
                .findFirst()
                .orElseThrow();
    }
}
