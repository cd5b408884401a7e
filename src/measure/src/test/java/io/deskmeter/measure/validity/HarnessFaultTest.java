package io.deskmeter.measure.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HarnessFaultTest {
    private static final PacingStatistics PLANNED = new PacingStatistics(2000, 2000, 0, "");
    private static final PacingStatistics LATE = new PacingStatistics(8000, 2000, 0, "");

    /** Ramp 10, 20; the agent stalls at 20: that point says nothing of the platform. */
    @Test
    void aPointThatFailsWhileTheGeneratorIsLateIsNotThePlatforms() {
        assertThat(fault(9000, LATE, 0.3, false))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("pacing: mean think time 8 s instead of 2 s at 20 sessions: 300 % (bound: at most"
                                + " 10 %)"));
        assertThat(fault(9000, PLANNED, 0.3, false)).isEmpty();
    }

    @Test
    void aPointThatPassesAllTheSameHasPassed() {
        assertThat(fault(300, LATE, 0.3, false)).isEmpty();
    }

    /** Sessions that fill the machine make their own generator late: that is what is measured. */
    @Test
    void aGeneratorOnTheFullMachineOfTheSessionsIsLateBecauseOfThePlatform() {
        assertThat(fault(9000, LATE, 0.97, true)).isEmpty();
        assertThat(fault(9000, LATE, 0.97, false)).isPresent();
        assertThat(fault(9000, LATE, 0.5, true)).isPresent();
    }

    @Test
    void ofAPointThatIsDecidedByWhatWasNotDeliveredNothingIsKnown() {
        List<Timing> timings = new ArrayList<>(Timings.many(20, 380, "entry", Group.A, i -> 300));
        timings.addAll(Collections.nCopies(30, Timings.failed(0, "entry", Group.A, Outcome.HARNESS_ERROR)));
        assertThat(HarnessFault.of(measured(timings, PLANNED, 0.3), ValidityBounds.DEFAULT, false))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("30 of 410 operations of group A were spoilt or lost"));
        List<Timing> slow = new ArrayList<>(Timings.many(20, 380, "entry", Group.A, i -> 3000));
        slow.addAll(Collections.nCopies(30, Timings.failed(0, "entry", Group.A, Outcome.HARNESS_ERROR)));
        assertThat(HarnessFault.of(measured(slow, PLANNED, 0.3), ValidityBounds.DEFAULT, false))
                .isEmpty();
    }

    /** A is broken whatever is not known of B. */
    @Test
    void aFailureOfThePlatformIsNotExcusedByWhatWasNotDelivered() {
        List<Timing> timings = new ArrayList<>(Timings.many(20, 200, "entry", Group.A, i -> 300));
        for (int i = 0; i < 200; i++) {
            timings.add(Timings.failed(i % 20, "entry", Group.A, Outcome.TIMEOUT));
        }
        timings.addAll(Timings.many(20, 37, "open", Group.B, i -> 300));
        timings.addAll(Collections.nCopies(3, Timings.failed(0, "open", Group.B, Outcome.HARNESS_ERROR)));
        assertThat(HarnessFault.of(measured(timings, PLANNED, 0.3), ValidityBounds.DEFAULT, false))
                .isEmpty();
    }

    /** Late stamps say nothing of desktops that are missing. */
    @Test
    void latenessExplainsNoMissingDesktops() {
        List<Timing> timings = Timings.many(20, 400, "entry", Group.A, i -> 9000);
        Validity.Measured all = measured(timings, LATE, 0.3);
        LoadPointSummary summary = all.point().summary();
        for (PointFailure.Kind kind : PointFailure.Kind.values()) {
            RunFacts.Point failed = new RunFacts.Point(summary.failed(new PointFailure(kind, "x")), 0.3, 0.05);
            assertThat(HarnessFault.of(
                                    new Validity.Measured(failed, LATE, PointSessions.all(20)),
                                    ValidityBounds.DEFAULT,
                                    false)
                            .isPresent())
                    .as(kind.label())
                    .isEqualTo(kind == PointFailure.Kind.RAMP_UP_TIMEOUT || kind == PointFailure.Kind.STEADY_TIMEOUT);
        }
        PointSessions halfLost = new PointSessions(20, 0, 10, 10, 15);
        assertThat(HarnessFault.of(new Validity.Measured(all.point(), LATE, halfLost), ValidityBounds.DEFAULT, false))
                .isEmpty();
    }

    /** Two of 20: more than may be lost. The 18 that were left say nothing of 20, whether they pass or not. */
    @Test
    void sessionsThatAnErrorOfDeskmeterEndedAreNeitherLostNorCarried() {
        Map<Integer, String> faults = Map.of(3, "fault: java.lang.OutOfMemoryError", 7, "fault: x");
        PointSessions two = new PointSessions(20, 0, 0, 18, 19, faults);
        assertThat(two.failure(ValidityBounds.DEFAULT, "")).isEmpty();
        assertThat(two.lacksByFaults(ValidityBounds.DEFAULT)).isTrue();

        RunFacts.Point fast = measured(Timings.many(20, 400, "entry", Group.A, i -> 300), PLANNED, 0.3)
                .point();
        assertThat(fast.summary().pass()).isTrue();
        assertThat(HarnessFault.of(new Validity.Measured(fast, PLANNED, two), ValidityBounds.DEFAULT, false))
                .contains(
                        "an error of Deskmeter ended session 3: fault: java.lang.OutOfMemoryError, session 7: fault: x");
        RunFacts.Point slow = measured(Timings.many(20, 400, "entry", Group.A, i -> 9000), PLANNED, 0.3)
                .point();
        assertThat(HarnessFault.of(new Validity.Measured(slow, PLANNED, two), ValidityBounds.DEFAULT, false))
                .as("too slow even without them")
                .isEmpty();
    }

    @Test
    void aPointThatHasFailedWithThoseSessionsAtTheirBestHasFailed() {
        PointSessions lost = new PointSessions(20, 0, 5, 14, 15, Map.of(3, "fault: x"));
        assertThat(lost.lacksByFaults(ValidityBounds.DEFAULT)).isFalse();
        assertThat(lost.failure(ValidityBounds.DEFAULT, "")).isPresent();
        PointSessions within = new PointSessions(100, 0, 1, 98, 98, Map.of(3, "fault: x"));
        assertThat(within.lacksByFaults(ValidityBounds.DEFAULT)).isFalse();
        assertThat(within.failure(ValidityBounds.DEFAULT, "")).isEmpty();
    }

    /** One of 100 may be lost, but none refused: whether that one would have logged on nobody knows. */
    @Test
    void aLogonThatAnErrorOfDeskmeterEndedMayHaveBeenRefused() {
        PointSessions atTheLogon = new PointSessions(100, 0, 0, 99, 99, Map.of(3, "fault: x"), 1);
        assertThat(atTheLogon.failure(ValidityBounds.DEFAULT, "")).isEmpty();
        assertThat(atTheLogon.lacksByFaults(ValidityBounds.DEFAULT)).isTrue();
        PointSessions afterwards = new PointSessions(100, 0, 0, 99, 99, Map.of(3, "fault: x"), 0);
        assertThat(afterwards.lacksByFaults(ValidityBounds.DEFAULT)).isFalse();
    }

    private static Optional<String> fault(
            double responseMs, PacingStatistics pacing, double hostCpu, boolean sharesHost) {
        List<Timing> timings = Timings.many(20, 400, "entry", Group.A, i -> responseMs);
        return HarnessFault.of(measured(timings, pacing, hostCpu), ValidityBounds.DEFAULT, sharesHost);
    }

    private static Validity.Measured measured(List<Timing> timings, PacingStatistics pacing, double hostCpu) {
        LoadPointSummary summary = Judge.judge(20, Set.of(), timings, Thresholds.DEFAULT, 1);
        return new Validity.Measured(new RunFacts.Point(summary, hostCpu, 0.05), pacing, PointSessions.all(20));
    }
}
